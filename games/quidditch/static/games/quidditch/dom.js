// Small tools to make elements of HTML and SVG.

const SVG = "http://www.w3.org/2000/svg";

/** h("button", {class: "x", onclick: f, "data-do": "roll"}, "text", child); false, null and undefined are left out. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for SVG. */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace the children of an element and keep the focus on the child that means the same (data-do, data-key). */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.closest("[data-do]") : null;
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  if (!focused) return;
  const same = [...element.querySelectorAll("[data-do]")].find(
    (one) => one.dataset.do === focused.dataset.do && one.dataset.key === focused.dataset.key && !one.disabled,
  );
  (same ?? element.querySelector("[data-do]:not(:disabled)"))?.focus({ preventScroll: true });
}
