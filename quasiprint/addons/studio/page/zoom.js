/* A frame in which something is zoomed and moved: sheets, plates, leaves, books, faces. Wheel, two fingers, drag, double
   click, keys and buttons. What lies in it is as large as it is seen: lines stay sharp, however near one is.

   The point under the pointer stays there. What is smaller than the frame lies in its middle. */
import { el } from "./dom.js";
import { t } from "./texts.js";

const STEP = 1.4; // of a key, a button
const DOUBLE = 2.5; // of a double click
const NEAREST = 80; // pixels to a unit of what is shown, at most: of a millimetre
const LEAST_MOST = 4; // so near one comes to everything
const PAN = 60; // pixels of an arrow
const EDGE = 10; // pixels around what is shown whole

export class Zoom {
  /* label: of the frame. turn: called with +1 or −1 by the keys that turn pages, and with ±Infinity. */
  constructor({ label, turn = () => {} }) {
    this.turn = turn;
    this.content = el("div", { class: "zoomed" });
    this.frame = el("div", { class: "zoom", tabindex: "0", role: "group", "aria-label": label }, this.content);
    const button = (name, sign, act) => el("button", { type: "button", class: "button round plain", "aria-label": t(`zoom.${name}`), title: t(`zoom.${name}`), onclick: act }, sign);
    this.tools = el("div", { class: "zoom-tools" }, button("out", "−", () => this.by(1 / STEP)), button("fit", "⤢", () => this.fit()), button("in", "+", () => this.by(STEP)));
    Object.assign(this, { width: 1, height: 1, near: 1, x: 0, y: 0, base: 1, below: 0 });
    this.fingers = new Map();
    this.listen();
    new ResizeObserver(() => this.place()).observe(this.frame);
  }

  /* Show something. width, height: of it, in its units; it is fitted to the frame. */
  put(node, width, height) {
    this.content.replaceChildren(node);
    Object.assign(this, { width, height });
    this.fit();
  }

  /* Pixels of a unit where all is seen, and how much is kept free below: buttons that lie over the frame hide nothing,
     whether there is room for them beside what is shown, or below it. */
  measure() {
    const { frame, width, height } = this;
    const bar = frame.parentElement?.querySelector(".paged-bar");
    const fitting = (right, down) => Math.max(1e-6, Math.min((frame.clientWidth - 2 * right) / width, (frame.clientHeight - 2 * EDGE - down) / height));
    const taken = bar ? bar.offsetHeight + EDGE / 2 : 0;
    const aside = bar ? Math.max(...[...bar.children].map((one) => one.offsetWidth)) + 2 * EDGE : EDGE;
    const [beside, above] = [fitting(aside, 0), fitting(EDGE, taken)];
    [this.base, this.below] = beside >= above ? [beside, 0] : [above, taken];
  }

  /* Pixels of the frame that a unit takes. */
  get scale() {
    return this.base * this.near;
  }

  fit() {
    this.near = 1;
    this.x = this.y = 0;
    this.place();
  }

  /* Come nearer by a factor. px, py: the point of the frame that stays, its middle if none is given. */
  by(factor, px = this.frame.clientWidth / 2, py = this.frame.clientHeight / 2) {
    const most = Math.max(LEAST_MOST, NEAREST / this.base);
    const near = Math.min(most, Math.max(1, this.near * factor));
    const ratio = near / this.near;
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.near = near;
    this.place();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.place();
  }

  place() {
    this.measure();
    const { scale, frame } = this;
    const held = (at, size, room) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
    this.x = held(this.x, this.width * scale, frame.clientWidth);
    this.y = held(this.y, this.height * scale, frame.clientHeight - this.below);
    const { style } = this.content;
    style.width = `${this.width * scale}px`;
    style.height = `${this.height * scale}px`;
    style.transform = `translate(${this.x}px, ${this.y}px)`;
    frame.classList.toggle("is-near", this.near > 1.001);
    frame.dataset.near = this.near.toFixed(3);
  }

  listen() {
    const { frame, fingers } = this;
    const at = (event) => {
      const box = frame.getBoundingClientRect();
      return [event.clientX - box.left - frame.clientLeft, event.clientY - box.top - frame.clientTop];
    };
    const keys = {
      "+": () => this.by(STEP), "=": () => this.by(STEP), "-": () => this.by(1 / STEP), 0: () => this.fit(),
      PageDown: () => this.turn(1), PageUp: () => this.turn(-1), Home: () => this.turn(-Infinity), End: () => this.turn(Infinity),
      ArrowLeft: () => this.arrow(1, 0), ArrowRight: () => this.arrow(-1, 0), ArrowUp: () => this.arrow(0, 1), ArrowDown: () => this.arrow(0, -1),
    };
    frame.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      if (this.near <= 1.001 && ["ArrowUp", "ArrowDown"].includes(event.key)) return; // the page scrolls
      event.preventDefault();
      keys[event.key]();
    });
    frame.addEventListener("wheel", (event) => {
      if (event.deltaY > 0 && this.near <= 1.001 && !event.ctrlKey) return; // the page scrolls on
      event.preventDefault();
      this.by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0018)), ...at(event));
    }, { passive: false });
    frame.addEventListener("dblclick", (event) => {
      event.preventDefault();
      if (this.near > 1.001) this.fit();
      else this.by(DOUBLE, ...at(event));
    });
    frame.addEventListener("pointerdown", (event) => {
      if (event.button || event.target.closest("button, a")) return;
      fingers.set(event.pointerId, at(event));
      if (event.pointerType === "mouse" || this.near > 1.001 || fingers.size > 1) frame.setPointerCapture(event.pointerId);
    });
    frame.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) return;
      const now = at(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
        const middle = ([x, y], k) => (other[k] + [x, y][k]) / 2;
        this.move(middle(now, 0) - middle(last, 0), middle(now, 1) - middle(last, 1));
        this.by(apart(now) / apart(last), middle(now, 0), middle(now, 1));
      } else if (this.near > 1.001) this.move(now[0] - last[0], now[1] - last[1]);
    });
    // one finger scrolls the page where all is seen; two are ours
    const two = (event) => { if (event.touches.length > 1 && event.cancelable) event.preventDefault(); };
    for (const name of ["touchstart", "touchmove"]) frame.addEventListener(name, two, { passive: false });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }

  /* Move what is near; else the arrows to the sides turn pages. */
  arrow(right, down) {
    if (this.near > 1.001) this.move(right * PAN, down * PAN);
    else if (right) this.turn(-right);
  }
}
