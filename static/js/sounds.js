// Short sounds made on the spot, so that nothing has to be loaded; the switch is remembered in this browser.

const KEY = "sound";
const SOUNDS = {
  move: [[520, 0, 0.05]],
  turn: [[660, 0, 0.09], [880, 0.1, 0.14]],
  win: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.25]],
  lose: [[392, 0, 0.16], [311, 0.16, 0.3]],
  error: [[180, 0, 0.14]],
  chat: [[990, 0, 0.04]],
  dice: [[300, 0, 0.03], [360, 0.06, 0.03], [280, 0.12, 0.04]],
};

let audio = null;

export function soundOn() {
  return localStorage.getItem(KEY) !== "off";
}

export function setSound(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) sound("turn");
}

export function sound(name) {
  // Browsers allow sound only after the reader has done something; before, nothing is owed.
  if (!soundOn() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [pitch, after, length] of SOUNDS[name] ?? SOUNDS.move) tone(pitch, after, length);
}

function tone(pitch, after, length) {
  const begin = audio.currentTime + after;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = "triangle";
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(0.16, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length + 0.06);
  wave.connect(volume).connect(audio.destination);
  wave.start(begin);
  wave.stop(begin + length + 0.1);
}
