/* A board that is pointed at: a picture of it, and over it a spot for each move. Arrow keys go from spot to spot. */
import { el, plain } from "./dom.js";
import { t } from "./texts.js";

export class Pointed {
  /* play: called with the line of a move */
  constructor(play) {
    this.play = play;
    this.board = el("div", { class: "board" });
    this.ask = el("div", { class: "chips ask", hidden: true, role: "group", "aria-label": t("play.which") });
    this.pair = el("button", { type: "button", class: "button", "aria-pressed": "false", hidden: true, onclick: () => this.two(this.pair.getAttribute("aria-pressed") !== "true") }, t("play.pair"));
    this.root = el("div", { class: "table-board" }, this.board, this.ask);
    this.tools = [this.pair];
    this.help = t("play.point");
  }

  busy(on) {
    if (on) this.board.setAttribute("aria-busy", "true");
    else this.board.removeAttribute("aria-busy");
    this.ask.hidden = true;
  }

  /* Begin, or leave off, to choose two spots for one move. */
  two(on) {
    this.first = null;
    this.pair.setAttribute("aria-pressed", String(on));
    this.board.querySelectorAll(".spot.is-first").forEach((one) => one.classList.remove("is-first"));
  }

  show(value, turn) {
    const focused = this.board.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const [wide, high] = value.size;
    const spots = value.spots.map(({ box: [x, y, w, h], says }, at) =>
      `<rect class="spot" role="button" tabindex="-1" data-at="${at}" x="${x}" y="${y}" width="${w}" height="${h}" aria-label="${plain(says.map(([name]) => name).join(", "))}"/>`).join("");
    const fresh = value.fresh.map(([x, y, w, h]) => `<rect class="last" x="${x}" y="${y}" width="${w}" height="${h}"/>`).join("");
    this.board.innerHTML = `${value.picture}<svg class="spots" viewBox="0 0 ${wide} ${high}" role="group" aria-label="${plain(t("play.spots"))}">${fresh}${spots}</svg>`;
    const picture = this.board.firstElementChild;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `${t("play.board")} ${turn}`);
    this.board.style.setProperty("--shape", `${wide} / ${high}`);
    this.pair.hidden = !value.pairs;
    this.two(false);
    const every = [...this.board.querySelectorAll(".spot")];
    const first = every.find((spot) => spot.getAttribute("aria-label") === focused) ?? every[0];
    first?.setAttribute("tabindex", "0");
    if (focused) first?.focus();
    every.forEach((spot) => {
      spot.addEventListener("click", () => this.chosen(spot, value.spots[Number(spot.dataset.at)].says));
      spot.addEventListener("keydown", (event) => this.key(event, spot, every, value.spots));
    });
  }

  key(event, spot, every, spots) {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); spot.dispatchEvent(new MouseEvent("click")); }
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = nearest(spots.map(({ box: [x, y, w, h] }) => [x + w / 2, y + h / 2]), Number(spot.dataset.at), way);
    if (next === null) return;
    spot.setAttribute("tabindex", "-1");
    every[next].setAttribute("tabindex", "0");
    every[next].focus();
  }

  chosen(spot, says) {
    const line = says[0][1];
    if (this.pair.getAttribute("aria-pressed") === "true" && !this.first) {
      this.first = line;
      spot.classList.add("is-first");
      return undefined;
    }
    if (this.first && this.first !== line) return this.play(`${this.first} + ${line}`);
    if (says.length === 1) return this.play(line);
    this.ask.replaceChildren(...says.map(([name, one]) => el("button", { type: "button", class: "button", onclick: () => this.play(one) }, name)));
    this.ask.hidden = false;
    this.ask.firstElementChild.focus();
    return undefined;
  }
}

/* Return the number of the point that lies nearest in a direction, null for none. */
export function nearest(points, from, [right, down]) {
  const [x, y] = points[from];
  let best = null, least = Infinity;
  points.forEach(([px, py], at) => {
    const [dx, dy] = [px - x, py - y];
    const along = dx * right + dy * down, across = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 0.1 && along + 4 * across < least) [best, least] = [at, along + 4 * across];
  });
  return best;
}
