// Small tools to make and find elements.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: h("button", {class: "x", onclick: f, "data-do": "sit"}, "text", child). */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

export const find = (selector, root = document) => root.querySelector(selector);
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The JSON that the server put into the page under this id. */
export function pageData(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** Show or hide without touching layout classes. */
export function toggle(element, visible) {
  if (element) element.hidden = !visible;
}
