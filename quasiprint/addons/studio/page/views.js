/* What there is to look at: pieces, materials and findings. Each view fills its panel from parts
   that the engine made. */
import { el, plain } from "./dom.js";
import { faceSvg } from "./draw.js";
import { hasText, language, t } from "./texts.js";
import { about, hours } from "./verdict.js";
import { inPhrases } from "./words.js";

/* lang: of the message; the engine refuses in English. */
export function refused(panel, { message, command }, lang = "en") {
  panel.replaceChildren(el("div", { class: "empty" }, el("p", { lang }, message), command ? el("p", {}, el("code", {}, command)) : null));
}

/* Every piece, then what else is in the box. */
export class Pieces {
  constructor(panel, opened) {
    this.panel = panel;
    this.opened = opened; // called with what is known of a piece that somebody wants to see
    this.list = el("ul", { class: "piece-list" });
    this.others = el("div");
    panel.append(this.list, this.others);
    panel.addEventListener("click", (event) => this.open(event.target.closest("[data-id]")));
    this.known = new Map();
  }

  open(card) {
    if (card) this.opened(this.known.get(card.dataset.id));
  }

  show(part) {
    if (part.refused) return;
    this.known.clear();
    const widest = Math.max(...part.faces.map((face) => face.box[2]), 1);
    this.list.dataset.size = part.things.length > 60 ? "small" : part.things.length > 15 ? "medium" : "large";
    this.list.innerHTML = together(part.things).map((thing) => this.card(thing, part, widest)).join("");
    const large = part.things.some((thing) => part.faces[thing.face].box[2] > 9000);
    this.list.classList.toggle("boards", large);
  }

  card(thing, part, widest) {
    const face = part.faces[thing.face];
    this.known.set(thing.id, { thing, face, body: part.body });
    const share = Math.max(0.3, Math.sqrt(face.box[2] / widest));
    const many = thing.count > 1 ? ` <span class="many">× ${thing.count}</span>` : "";
    return `<li><button type="button" class="piece" data-id="${plain(thing.id)}"><span class="picture s${Math.round(share * 10)}">${faceSvg(face, part.body)}</span>`
      + `<span class="id">${plain(thing.name)}${many}</span></button></li>`;
  }

  showOthers(part) {
    this.others.replaceChildren();
    for (const group of part.others ?? []) {
      const widest = Math.max(...group.faces.filter(Boolean).map((face) => face.box[2]), 1);
      const how = t(`pieces.${hasText(`pieces.${group.maker}`) ? group.maker : "other"}`);
      const list = el("ul", { class: "piece-list", "data-size": "medium" });
      list.innerHTML = together(group.things).map((thing) => this.card(thing, group, widest)).join("");
      this.others.append(el("h2", { class: "besides" }, how), list);
    }
  }
}

/* Return things, those that look the same as one: with how many there are, and all their ids. */
export function together(things) {
  const found = new Map();
  for (const thing of things) {
    const key = `${thing.face} ${thing.kind}`;
    const known = found.get(key);
    if (known) found.set(key, { ...known, count: known.count + thing.count, last: thing.name });
    else found.set(key, thing);
  }
  return [...found.values()].map((thing) => (thing.last ? { ...thing, name: `${thing.name} – ${thing.last}` } : thing));
}

function findingsList(findings) {
  if (!findings.length) return el("p", { class: "quiet" }, t("takes.nothing"));
  return el("ul", { class: "findings" }, ...findings.map((one) =>
    el("li", { class: `finding ${one.severity}` },
      el("p", {}, el("b", {}, t(`severity.${one.severity}`)), ` · ${one.subject}`),
      el("p", { lang: "en" }, one.message), one.remedy ? el("p", { class: "quiet", lang: "en" }, one.remedy) : null)));
}

/* What making it takes, and what the checks say. */
export class Takes {
  constructor(panel) {
    this.panel = panel;
  }

  waiting(text) {
    this.panel.setAttribute("aria-busy", "true");
    if (!this.panel.querySelector(".counting")) this.panel.prepend(el("p", { class: "counting quiet" }));
    this.panel.querySelector(".counting").textContent = text;
  }

  /* value: what is known of a design in the end; without a bill where a check failed, or nothing can be checked. */
  show(value) {
    this.panel.removeAttribute("aria-busy");
    const { bill, lines = [], findings = [], left_out: left = [] } = value;
    if (value.state === "unknown") return refused(this.panel, { message: t("verdict.missing", { name: value.missing }), command: value.command }, language());
    this.panel.replaceChildren(
      ...(bill ? [el("div", { class: "tiles" }, ...tiles(bill, value.numbers))] : []),
      el("h2", {}, t("takes.checks")), findingsList(findings),
      ...(bill ? [el("h2", {}, t("takes.lines"))] : []),
      el("ul", { class: "lines" }, ...lines.map((line) => el("li", { class: line.startsWith("  ") ? "inner" : "" }, inPhrases(line.trim())))),
      ...left.map((line) => el("p", { class: "quiet", lang: "en" }, line)));
  }
}

function tiles(bill, { plates, hours: time, grams, sheets: count, minutes }) {
  const made = bill.materials ?? {};
  const tile = (head, big, lines) => el("div", { class: "tile card" }, el("h2", {}, head), el("p", { class: "big" }, big), ...lines.map((line) => el("p", { class: "quiet" }, line)));
  return [
    ...(plates ? [tile(t("takes.printer"), t("laid.plates", { count: plates }), [t("takes.grams", { grams: Math.round(grams), material: made.printer ?? t("takes.filament") }), about(time)])] : []),
    ...(count ? [tile(t("takes.laser"), t("laid.sheets", { count }), [t("takes.of", { material: made.laser ?? "" }), t("takes.about", { time: hours(minutes / 60) })])] : []),
    ...(bill.papers ?? []).map((paper) => tile(t("takes.paper"), t("laid.leaves", { count: paper.leaves }), [t("takes.of", { material: paper.paper }), made.paper ?? ""])),
    ...(bill.costs ?? []).map((cost) => tile(t("takes.cost"), `${(cost.material + cost.time).toFixed(2)} ${cost.currency}`, [cost.way])),
  ];
}
