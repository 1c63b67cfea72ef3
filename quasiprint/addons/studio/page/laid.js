/* Tiles that are laid against each other: dragged or chosen, turned, and snapped to where they can lie. By keys, Enter
   takes a tile of the hand, arrows go from place to place, R turns it, Enter lays it, Escape puts it back. */
import { el, plain, say } from "./dom.js";
import { inside } from "./draw.js";
import { nearest } from "./pointed.js";
import { hasText, t } from "./texts.js";

const SNAP = 0.7; // edges: how near a tile is dropped to where it can lie
const ROOM = 1.25; // edges, around what lies
const LEAST = 5; // edges, across the table
const FEW = 16; // tiles in hand that a finger drags; more are scrolled
const MOVED = 6; // px: less is a click

let numbered = 0;

/* Return whom or what is meant, in the page's language. */
export const named = (what) => {
  const known = [`side.${what.toLowerCase()}`, `kind.${what}`].find(hasText);
  return known ? t(known) : what;
};

export class Laying {
  /* play: called with the line of a move. hand: where the hand lies */
  constructor(play, hand) {
    this.play = play;
    this.hand = hand;
    numbered += 1;
    this.name = `t${numbered}`;
    this.turn = 0; // degrees, by which the chosen tile is turned
    this.board = el("div", { class: "board felt", tabindex: "0", role: "application", "aria-label": t("tabletop.table"), onkeydown: (event) => this.key(event) });
    this.board.addEventListener("pointermove", (event) => this.hover(event));
    this.board.addEventListener("pointerleave", () => { if (!this.drag && !this.fixed) this.ghost(null); });
    this.board.addEventListener("click", (event) => this.clicked(event));
    this.turns = el("button", { type: "button", class: "button", onclick: () => this.rotate() }, t("tabletop.turn"));
    this.lays = el("button", { type: "button", class: "button main", onclick: () => this.lay() }, t("tabletop.lay"));
    this.every = el("input", { type: "checkbox", id: `${this.name}-every`, onchange: () => this.draw() });
    this.root = el("div", { class: "table-board" }, this.board);
    this.tools = [this.turns, this.lays, el("label", { class: "every", for: this.every.id }, this.every, " ", t("tabletop.every"))];
  }

  busy(on) {
    if (on) this.board.setAttribute("aria-busy", "true");
    else this.board.removeAttribute("aria-busy");
  }

  show(value) {
    const { laid } = value;
    const before = this.laid?.sides.find((side) => side.moves)?.name;
    if (laid.set) this.set = laid.set;
    this.laid = laid;
    const mover = laid.sides.find((side) => side.moves)?.name;
    this.hidden = laid.secret && mover !== before && laid.hand.length > 0;
    const held = this.chosen && laid.hand.find((one) => one.piece === this.chosen.piece);
    this.choose(held && held.fits.length ? held : null, false);
    this.deal();
  }

  /* Show the hand, the tiles beside the table, and what else may be done. */
  deal() {
    const { laid } = this;
    const piece = (id, of = {}) => el("button", { type: "button", class: "held", "data-piece": id, "aria-label": id, ...of });
    const face = (box, id) => { box.innerHTML = this.face(id); return box; };
    const acts = laid.acts.map(([name, what, line]) => el("button", { type: "button", class: "button main act", "data-line": line, onclick: () => this.play(line) }, t(`act.${name}`, { what: named(what) })));
    const chips = acts.length ? [el("div", { class: "chips acts" }, ...acts)] : [];
    const open = (names, label) => (names.length ? [el("div", { class: "open-hand", role: "img", "aria-label": `${label}: ${names.join(", ")}` }, el("small", {}, label), ...names.map((id) => face(el("span", { class: "small-tile" }), id)))] : []);
    if (this.hidden) {
      const { name } = laid.sides.find((side) => side.moves);
      this.hand.replaceChildren(el("button", { type: "button", class: "button main show-hand", onclick: () => { this.hidden = false; this.deal(); } }, t("tabletop.show", { name: named(name) })));
      this.draw();
      return;
    }
    const own = laid.hand.map((one) => {
      const box = face(piece(one.piece, {
        "aria-pressed": String(this.chosen === one), disabled: false, class: one.fits.length ? "held" : "held unfit",
        onclick: (event) => {
          this.byKey = event.detail === 0;
          if (!this.dragged) this.choose(this.chosen === one ? null : one, true);
        },
        onpointerdown: (event) => this.grab(event, one),
        title: one.fits.length ? one.piece : t("tabletop.unfit", { name: one.piece }),
      }), one.piece);
      box.setAttribute("aria-label", t(one.fits.length ? "tabletop.fits" : "tabletop.unfit", { name: one.piece, count: one.fits.length }));
      return box;
    });
    const others = laid.sides.filter((side) => !side.moves || !own.length).flatMap((side) => open(side.held, named(side.name)));
    this.hand.replaceChildren(...chips,
      ...(own.length ? [el("div", { class: laid.hand.length > FEW ? "own-hand many" : "own-hand", role: "group", "aria-label": t("tabletop.hand") }, ...own)] : []), ...others);
    this.draw();
  }

  face(id) {
    const face = this.set.faces[this.set.of[id]];
    const [left, top, width, height] = face.box;
    return `<svg class="face" viewBox="${left - 40} ${top - 40} ${width + 80} ${height + 80}" aria-hidden="true">${inside(face, this.set.body)}</svg>`;
  }

  /* The places of the chosen tile: legal ones, or all where it is tried. */
  places(all = this.every.checked) {
    if (!this.chosen) return [];
    const fits = new Set(this.chosen.fits);
    return this.laid.places.map((place, at) => ({ at, place, legal: fits.has(at) }))
      .filter(({ place: [shape], legal }) => shape === this.chosen.shape && (all || legal));
  }

  choose(tile, draw) {
    this.chosen = tile;
    this.fixed = false;
    this.at = null;
    if (!draw) return;
    this.deal();
    if (!tile) return;
    const places = this.places();
    say(t("tabletop.chosen", { name: tile.piece, count: places.length }));
    if (this.byKey) {
      this.byKey = false;
      this.board.focus();
      if (places.length) this.ghost(places[0], true);
    } else this.hand.querySelector('[aria-pressed="true"]')?.focus({ preventScroll: true });
  }

  draw() {
    const { set } = this;
    const { edge } = set;
    const opened = this.laid.opened.map((id, at, all) => [id, 1.8 * (at - (all.length - 1) / 2), 0, 0, false, ""]);
    const laid = { ...this.laid, lying: [...this.laid.lying, ...(this.laid.lying.length ? [] : opened)] }; // the open tiles are what is looked at
    const points = [...laid.lying.map(([, x, y]) => [x, y]), ...this.places().map(({ place: [, x, y] }) => [x, y])];
    if (!points.length) points.push([0, 0]);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const least = opened.length ? 0 : LEAST;
    const fit = (low, high) => { const wide = Math.max(high - low + 2 * ROOM, least); return [(low + high - wide) / 2, wide]; };
    const [left, wide] = fit(Math.min(...xs), Math.max(...xs));
    const [low, high] = fit(Math.min(...ys), Math.max(...ys));
    this.box = { left, top: low + high };
    const used = new Set([...laid.lying.map(([id]) => id), ...(this.chosen ? [this.chosen.piece] : [])]);
    const faces = [...used].map((id) => `<g id="${this.name}-${id}">${inside(set.faces[set.of[id]], set.body)}</g>`).join("");
    const lying = laid.lying.map(([id, x, y, angle, fresh, takes]) =>
      `<g class="lying${fresh ? " fresh" : ""}" transform="${this.where(x, y, angle)}"${takes ? ` data-takes="${plain(takes)}"` : ""}><use href="#${this.name}-${id}"/><path class="rim" d="${set.faces[set.of[id]].outline}"/></g>`).join("");
    const marks = laid.marks.map(([x, y, whose]) => {
      const own = whose === null ? "" : `<text y="${edge * 0.06}" font-size="${edge * 0.17}">${plain(named(laid.sides[whose].name)[0])}</text>`;
      return `<g class="mark whose-${whose ?? "none"}" transform="${this.where(x, y, 0)}"><circle r="${edge * 0.12}"/>${own}</g>`;
    }).join("");
    const groups = this.groups();
    const spots = groups.map(({ x, y, legal }) => `<circle class="dot${legal ? "" : " no"}" cx="${x * edge}" cy="${-y * edge}" r="${edge * 0.13}"/>`).join("");
    const label = `${laid.lying.map(([id]) => id).join(", ") || t("tabletop.empty")}`;
    this.board.innerHTML = `<svg class="laid-table" viewBox="${left * edge} ${-(low + high) * edge} ${wide * edge} ${high * edge}"><defs>${faces}</defs>${lying}<g>${marks}</g><g class="dots">${spots}</g><g class="ghost"></g></svg>`;
    this.board.setAttribute("aria-label", `${t("tabletop.table")}: ${label}`);
    this.ghost(this.at ?? null, this.fixed);
  }

  where(x, y, angle) {
    const { edge } = this.set;
    return `translate(${Math.round(x * edge)} ${Math.round(-y * edge)}) rotate(${-angle})`;
  }

  /* The places that have one middle, together. */
  groups() {
    const found = new Map();
    for (const one of this.places()) {
      const [, x, y] = one.place;
      const key = `${Math.round(x * 50)} ${Math.round(y * 50)}`;
      if (!found.has(key)) found.set(key, { x, y, legal: false, ones: [] });
      found.get(key).ones.push(one);
      found.get(key).legal ||= one.legal;
    }
    return [...found.values()];
  }

  /* Show the chosen tile where it would lie; null: nowhere. fixed: whether it stays there when the pointer leaves. */
  ghost(one, fixed = false) {
    this.at = one;
    this.fixed = fixed && one !== null;
    this.lays.disabled = one === null;
    this.turns.disabled = !this.chosen;
    const group = this.board.querySelector(".ghost");
    if (!group) return;
    if (!one || !this.chosen) { group.replaceChildren(); return; }
    const [, x, y, angle] = one.place;
    const { set, chosen } = this;
    group.classList.toggle("no", !one.legal);
    group.innerHTML = `<g transform="${this.where(x, y, angle)}"><use href="#${this.name}-${chosen.piece}"/><path class="rim" d="${set.faces[set.of[chosen.piece]].outline}"/></g>`;
  }

  /* Return where an event lies, in edges. */
  point(event) {
    const svg = this.board.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x / this.set.edge, -at.y / this.set.edge];
  }

  /* Return the place that lies nearest to a point, with the turn that is nearest; legal ones first; null: none is near. */
  near([x, y], tries = true) {
    const cost = ({ place: [, px, py, angle] }) => {
      const lean = Math.abs(((angle - this.turn) % 360 + 540) % 360 - 180) / 180;
      return [Math.hypot(px - x, py - y), Math.hypot(px - x, py - y) + 0.3 * lean];
    };
    const best = (places) => places.map((one) => [one, ...cost(one)]).filter(([, far]) => far < SNAP || !this.laid.lying.length).sort((a, b) => a[2] - b[2])[0]?.[0] ?? null;
    if (this.every.checked) return best(this.places(true));
    return best(this.places(false)) ?? (tries ? best(this.places(true)) : null);
  }

  hover(event) {
    if (!this.chosen || this.drag || this.fixed || event.pointerType !== "mouse") return;
    this.ghost(this.near(this.point(event), this.every.checked));
  }

  clicked(event) {
    const takes = event.target.closest?.("[data-takes]")?.dataset.takes;
    if (!this.chosen) {
      if (takes) this.play(takes);
      return;
    }
    const one = this.near(this.point(event), this.every.checked);
    if (!one) return this.ghost(null);
    const [same, shown] = [this.fixed && this.at, event.pointerType === "mouse" || this.fixed];
    if (event.pointerType === "mouse" || (same && this.together(this.at, one) && shown)) {
      if (!this.fixed || !this.together(this.at, one)) this.at = one;
      return this.lay();
    }
    this.turn = one.place[3];
    this.ghost(one, true);
    return undefined;
  }

  together = (a, b) => Math.hypot(a.place[1] - b.place[1], a.place[2] - b.place[2]) < 0.05;

  /* Turn the chosen tile: where it would lie to the next way that it lies there, in hand by as much. */
  rotate() {
    if (!this.chosen) return;
    const angles = [...new Set(this.places(true).map(({ place }) => place[3]))].sort((a, b) => a - b);
    if (this.at) {
      const ways = this.places().filter((one) => this.together(one, this.at)).sort((a, b) => a.place[3] - b.place[3]);
      const next = ways[(ways.findIndex((one) => one.at === this.at.at) + 1) % ways.length] ?? this.at;
      this.turn = next.place[3];
      if (ways.length > 1) return this.ghost(next, true);
      say(t("tabletop.one-way"));
      return undefined;
    }
    this.turn = angles.find((one) => one > this.turn + 0.5) ?? angles[0] ?? 0;
    const tile = this.hand.querySelector('[aria-pressed="true"] svg');
    if (tile) tile.style.transform = `rotate(${-this.turn}deg)`;
    return undefined;
  }

  /* Show a hint on the table. Return whether it could be shown. */
  suggest(hint) {
    const [, piece, at] = hint.match(/^hint: lay (\S+) (\S+)$/) ?? [];
    const tile = this.laid.hand.find((one) => one.piece === piece);
    if (!tile || this.hidden) return false;
    this.choose(tile, true);
    const place = this.places().find((one) => one.place[4] === at);
    this.ghost(place ?? null, true);
    return place !== undefined;
  }

  lay() {
    if (!this.chosen || !this.at) return;
    const { piece } = this.chosen;
    const [, , , , at] = this.at.place;
    this.fixed = false;
    this.play(`lay ${piece} ${at}`);
  }

  key(event) {
    const groups = this.groups();
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape" && this.chosen) {
      const id = this.chosen.piece;
      this.choose(null, true);
      this.hand.querySelector(`[data-piece="${id}"]`)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && this.at) this.lay();
    else if (event.key === "r" || event.key === "R" || event.key === "d" || event.key === "D") this.rotate();
    else if (way && groups.length) {
      const here = this.at ? groups.findIndex((one) => this.together(one.ones[0], this.at)) : -1;
      const next = here < 0 ? 0 : nearest(groups.map(({ x, y }) => [x, -y]), here, way);
      if (next !== null) {
        this.ghost(groups[next].ones[0], true);
        say(t("tabletop.place", { at: next + 1, count: groups.length, ways: groups[next].ones.length }));
      }
    } else return;
    event.preventDefault();
  }

  /* Take a tile of the hand with the pointer. */
  grab(event, tile) {
    if (event.button) return;
    const { target, clientX, clientY, pointerId } = event;
    this.dragged = false;
    this.byKey = false;
    const box = target.closest(".held");
    const move = (one) => {
      if (!this.drag && Math.hypot(one.clientX - clientX, one.clientY - clientY) < MOVED) return;
      if (!this.drag) {
        this.chosen = tile;
        this.draw();
        this.drag = el("div", { class: "dragging", "aria-hidden": "true" });
        this.drag.innerHTML = this.face(tile.piece);
        const scale = this.board.querySelector("svg").getScreenCTM().a;
        this.drag.style.width = `${this.set.faces[this.set.of[tile.piece]].box[2] * scale}px`;
        document.body.append(this.drag);
        box.setPointerCapture?.(pointerId);
      }
      this.dragged = true;
      const near = this.near(this.point(one));
      this.ghost(near, true);
      this.drag.style.transform = `translate(${one.clientX}px, ${one.clientY}px) translate(-50%, -50%) rotate(${-this.turn}deg)`;
      this.drag.classList.toggle("snapped", near !== null);
    };
    const turn = (one) => { if (this.drag && "rRdD".includes(one.key)) { this.at = null; this.rotate(); } };
    const end = (one) => {
      for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) window.removeEventListener(name, act);
      window.removeEventListener("keydown", turn);
      if (!this.drag) return;
      this.drag.remove();
      this.drag = null;
      setTimeout(() => { this.dragged = false; }, 0);
      if (one.type === "pointerup" && this.at) this.lay();
      else this.choose(null, true);
    };
    for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) window.addEventListener(name, act);
    window.addEventListener("keydown", turn);
  }
}
