// Counts down what the server said was left; it never decides anything.

export class Clocks {
  constructor(draw) {
    this.draw = draw;
    this.running = [];
    this.paused = false;
    this.timer = null;
  }

  /** expected: [{seat, kind, left_ms, limit_ms}] as of now. */
  set(expected, paused) {
    const now = performance.now();
    this.paused = paused;
    this.running = expected.map((entry) => ({ ...entry, until: entry.left_ms === null ? null : now + entry.left_ms }));
    clearInterval(this.timer);
    this.tick();
    if (!paused && this.running.some((entry) => entry.until !== null)) this.timer = setInterval(() => this.tick(), 250);
  }

  tick() {
    const now = performance.now();
    this.draw(this.running.map((entry) => ({ ...entry, left: this.left(entry, now) })));
  }

  left(entry, now) {
    if (entry.until === null) return null;
    return Math.max(0, this.paused ? entry.left_ms : entry.until - now);
  }
}

/** Milliseconds as 1:05 or, below ten seconds, 9.4. */
export function clockText(left) {
  if (left < 10000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
