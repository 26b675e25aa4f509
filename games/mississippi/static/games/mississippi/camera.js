// What part of the river is seen: follows the ships, and can be moved and zoomed by hand.

const SMALLEST = 130;
const LARGEST = 2600;

export class Camera {
  constructor(svg, onManual) {
    this.svg = svg;
    this.box = null;
    this.frame = 0;
    this.manual = false;
    this.onManual = onManual;
    this.pointers = new Map();
    this.dragged = false;
    this.listen();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.place(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, this.place(event));
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
    });
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    // A drag is no click on the field under it.
    svg.addEventListener("click", (event) => {
      if (this.dragged) event.stopPropagation();
      this.dragged = false;
    }, true);
  }

  place(event) {
    const rect = this.svg.getBoundingClientRect();
    const box = this.box ?? { x: 0, y: 0, width: 1, height: 1 };
    const scale = Math.max(box.width / rect.width, box.height / rect.height);
    return {
      x: box.x + box.width / 2 + (event.clientX - rect.left - rect.width / 2) * scale,
      y: box.y + box.height / 2 + (event.clientY - rect.top - rect.height / 2) * scale,
    };
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.box) return;
    if (!this.dragged && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < 6) return;
    if (!this.dragged) this.svg.setPointerCapture?.(event.pointerId);
    this.dragged = true;
    const now = this.place(event);
    if (this.pointers.size === 2) this.pinch(event.pointerId, before, now);
    else this.move(before.x - now.x, before.y - now.y);
    this.pointers.set(event.pointerId, this.place(event));
  }

  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([key]) => key !== id);
    const old = Math.hypot(before.x - other.x, before.y - other.y);
    const fresh = Math.hypot(now.x - other.x, now.y - other.y);
    if (old > 4 && fresh > 4) this.zoom(old / fresh, other);
  }

  move(dx, dy) {
    this.byHand();
    this.set({ ...this.box, x: this.box.x + dx, y: this.box.y + dy });
  }

  zoom(factor, fixed) {
    if (!this.box) return;
    const width = Math.min(LARGEST, Math.max(SMALLEST, this.box.width * factor));
    const real = width / this.box.width;
    const point = fixed ?? { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    this.byHand();
    this.set({
      x: point.x + (this.box.x - point.x) * real,
      y: point.y + (this.box.y - point.y) * real,
      width,
      height: this.box.height * real,
    });
  }

  byHand() {
    cancelAnimationFrame(this.frame);
    if (!this.manual) {
      this.manual = true;
      this.onManual?.(true);
    }
  }

  /** Follow the ships again. */
  release() {
    this.manual = false;
    this.onManual?.(false);
  }

  set(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", [box.x, box.y, box.width, box.height].map((value) => value.toFixed(1)).join(" "));
  }

  /** Glide to a box; at once when there is none yet or motion is not wanted. */
  show(target, glide) {
    cancelAnimationFrame(this.frame);
    const still = !glide || !this.box || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.set(target);
      return;
    }
    const from = { ...this.box };
    const begun = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - begun) / 600);
      const eased = 1 - (1 - part) ** 3;
      const mixed = {};
      for (const key of ["x", "y", "width", "height"]) mixed[key] = from[key] + (target[key] - from[key]) * eased;
      this.set(mixed);
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  destroy() {
    cancelAnimationFrame(this.frame);
  }
}
