// What part of the endless board is seen: wheel, drag, pinch and keys move it; until then it follows the board by itself.

const LARGEST = 96;
const SMALLEST = 9;
/** How far a finger may slip before a press becomes a drag. */
const SLIP = 6;

export class Camera {
  /** `world` is drawn with 100 units a cell; `comfortable` is the largest size of a cell when fitting. */
  constructor(svg, world, { comfortable = 64, interactive = true } = {}) {
    this.svg = svg;
    this.world = world;
    this.comfortable = comfortable;
    this.box = { left: 0, top: 0, right: 0, bottom: 0 };
    this.size = comfortable;
    this.centre = { x: 0, y: 0 };
    this.follows = true;
    /** What of the picture is covered by something else, in pixels. */
    this.covered = () => ({ right: 0, bottom: 0 });
    this.pointers = new Map();
    this.dragging = false;
    this.watcher = new ResizeObserver(() => this.settle());
    this.watcher.observe(svg);
    if (interactive) this.listen();
  }

  destroy() {
    this.watcher.disconnect();
  }

  /** Tell what there is to see, in cells. */
  show(box) {
    this.box = box;
    this.settle();
  }

  settle() {
    if (this.follows) this.fit();
    else this.apply();
  }

  fit() {
    const { left, top, right, bottom } = this.box;
    const { width, height } = this.view();
    const size = Math.min(this.comfortable, width / (right - left + 1), height / (bottom - top + 1));
    this.size = Math.max(SMALLEST / 2, size);
    this.centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
    this.follows = true;
    this.apply();
  }

  /** The part of the picture that can be seen, and its middle. */
  view() {
    const { right, bottom } = this.covered();
    const width = Math.max(60, (this.svg.clientWidth || 300) - right);
    const height = Math.max(60, (this.svg.clientHeight || 200) - bottom);
    return { width, height, x: width / 2, y: height / 2 };
  }

  /** Where a point of the picture lies on the board, in cells. */
  cellAt(point) {
    const { x, y } = this.view();
    return { x: (point.x - x) / this.size + this.centre.x, y: (point.y - y) / this.size + this.centre.y };
  }

  apply() {
    const view = this.view();
    const x = view.x - this.centre.x * this.size;
    const y = view.y - this.centre.y * this.size;
    this.world.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${(this.size / 100).toFixed(4)})`);
  }

  /** Zoom so that the place under the point (in pixels of the picture) stays where it is. */
  zoom(factor, point = null) {
    const view = this.view();
    const size = Math.min(LARGEST, Math.max(SMALLEST, this.size * factor));
    const [dx, dy] = point ? [point.x - view.x, point.y - view.y] : [0, 0];
    this.centre.x += dx / this.size - dx / size;
    this.centre.y += dy / this.size - dy / size;
    this.size = size;
    this.follows = false;
    this.apply();
  }

  /** Move by pixels. */
  pan(dx, dy) {
    this.centre.x -= dx / this.size;
    this.centre.y -= dy / this.size;
    this.follows = false;
    this.apply();
  }

  /** Make sure that a cell can be seen. */
  reveal(x, y) {
    const { width, height } = this.view();
    const dx = (x - this.centre.x) * this.size;
    const dy = (y - this.centre.y) * this.size;
    const [mx, my] = [width / 2 - this.size, height / 2 - this.size];
    if (Math.abs(dx) <= mx && Math.abs(dy) <= my) return;
    this.pan(-Math.sign(dx) * Math.max(0, Math.abs(dx) - mx), -Math.sign(dy) * Math.max(0, Math.abs(dy) - my));
  }

  // --- wheel, drag, pinch -------------------------------------------------------------------------------------------
  listen() {
    const { svg } = this;
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(name, (event) => this.up(event));
    svg.addEventListener("pointerleave", (event) => svg.hasPointerCapture(event.pointerId) || this.up(event));
    // A drag that ends on a lit cell is no click on it.
    svg.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
  }

  place(event) {
    const frame = this.svg.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  wheel(event) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 400), this.place(event));
  }

  down(event) {
    if (event.button > 0) return;
    if (event.isPrimary) this.pointers.clear();
    this.pointers.set(event.pointerId, this.place(event));
    this.start = this.place(event);
    this.dragged = this.pointers.size > 1;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.place(event);
    if (!this.dragged && Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLIP) return;
    if (!this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(other, before, now);
    else this.pan(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  pinch(other, before, now) {
    const apart = (a, b) => Math.max(20, Math.hypot(a.x - b.x, a.y - b.y));
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(apart(now, other) / apart(before, other), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }

  /** Keys of the board; true when the key was one of them. */
  key(name) {
    const step = 60;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[name]) this.pan(...moves[name]);
    else if (name === "+" || name === "=") this.zoom(1.25);
    else if (name === "-") this.zoom(0.8);
    else if (name === "0") this.fit();
    else return false;
    return true;
  }
}
