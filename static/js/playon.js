// "Play on from here": the form takes along the step that the viewer shows.
const form = document.querySelector("[data-play-on]");
const slider = document.querySelector("[data-slider]");

form?.addEventListener("submit", () => {
  // Nothing is left to play after the last step: the one before it is the latest to go on from.
  form.elements.step.value = Math.min(Number(slider.value), Math.max(0, Number(slider.max) - 1));
});
