/* Two designs side by side: the one on the page, and one that was kept. What differs of their options, what each takes,
   whether it can be made, and its pieces. */
import { called } from "./covers.js";
import { el } from "./dom.js";
import { faceSvg } from "./draw.js";
import { prove } from "./showing.js";
import { write } from "./state.js";
import { t } from "./texts.js";
import { Verdict } from "./verdict.js";
import { together } from "./views.js";
import { inPhrases } from "./words.js";

const MOST = 48; // pieces of each that are shown

/* One of the two: its name, what is said of it, its badge and numbers, and its pieces. */
class Side {
  constructor(label) {
    this.name = el("h3", {}, "");
    this.said = el("p", { class: "quiet" }, "");
    const box = el("p", { class: "verdict", hidden: true });
    const list = el("ul", { class: "numbers" });
    this.verdict = new Verdict(box, list);
    this.pieces = el("ul", { class: "compared-pieces" });
    this.root = el("section", { class: "compared card" }, el("p", { class: "quiet small" }, label), this.name, this.said, box, list, this.pieces);
  }

  /* part: the pieces, as the engine tells them. */
  show(part) {
    const shown = together(part.things).slice(0, MOST);
    this.said.textContent = part.said;
    const card = (thing) => `<li>${faceSvg(part.faces[thing.face], part.body, thing.name)}${thing.count > 1 ? `<span class="many">× ${thing.count}</span>` : ""}</li>`;
    this.pieces.innerHTML = shown.map(card).join("");
  }
}

export class Compare {
  /* panel: where they stand. studio: with beside, the design that was kept: game, settings. */
  constructor(panel, studio) {
    this.studio = studio;
    this.here = new Side(t("compare.this"));
    this.kept = new Side(t("compare.kept"));
    this.options = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("compare.differ") });
    const forget = el("button", { type: "button", class: "button", id: "compare-forget", onclick: () => studio.keep(null) }, t("compare.forget"));
    panel.append(el("div", { class: "chips" }, forget), this.options, el("div", { class: "both" }, this.here.root, this.kept.root));
    this.known = ""; // the kept design of which everything is known
  }

  /* Show the design on the page as it is, and the kept one as far as it is known. */
  draw() {
    const { game, games, shown, showing, beside } = this.studio;
    const { proof, digest, verdict: { box } } = showing;
    const other = games.find((one) => one.name === beside.game);
    this.here.name.textContent = called(game);
    this.kept.name.textContent = called(other);
    if (shown && this.here.root.dataset.digest !== digest) this.here.show(shown);
    this.here.root.dataset.digest = digest;
    if (proof && box.dataset.state !== "refused") this.here.verdict.show(proof);
    else this.here.verdict.say(box.dataset.state, { digest, told: box.title });
    this.options.replaceChildren(this.differences(game, other));
  }

  /* Return a table of the options that differ: all of both, if they are of two games. */
  differences(game, other) {
    const { fields, beside, showing: { settings } } = this.studio;
    const form = game === other && fields?.game === game.name ? fields : { fields: [], usual: {} };
    const known = new Map(form.fields.map((field) => [field.name, field]));
    const said = (own, name) => own[name] ?? form.usual[name] ?? known.get(name)?.meant ?? "–";
    const names = [...new Set([...Object.keys(settings), ...Object.keys(beside.settings)])].filter((name) => settings[name] !== beside.settings[name] || game !== other);
    if (!names.length) return el("p", { class: "quiet" }, t("compare.same"));
    const cell = (text) => el("td", {}, text.length > 60 ? `${text.slice(0, 60)} …` : text || "–");
    return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("compare.differ")), el("th", { scope: "col" }, t("compare.this")), el("th", { scope: "col" }, t("compare.kept")))),
      el("tbody", {}, ...names.map((name) => el("tr", {}, el("th", { scope: "row" }, known.get(name)?.label ?? `--${name}`), cell(said(settings, name)), cell(said(beside.settings, name))))));
  }

  /* Ask for what is not known of the kept design. */
  async ask(how) {
    const { transport, beside } = this.studio;
    const design = write(beside.game, beside.settings);
    if (this.known === design) return;
    const { kept } = this;
    if (this.begun !== design) {
      kept.verdict.say("checking");
      kept.pieces.replaceChildren();
      kept.said.textContent = "\u00a0";
    }
    this.begun = design;
    try {
      const { value } = await transport.call("preview", { ...beside, parts: ["pieces"] }, how);
      if (how.signal.aborted) return;
      kept.root.dataset.digest = value.digest;
      const { pieces } = value.parts;
      if (!pieces.refused) kept.show({ ...pieces, said: inPhrases(pieces.said) });
      await prove(transport, beside, how, (answer) => kept.verdict.show(answer));
    } catch (problem) {
      if (problem.name === "AbortError" || how.signal.aborted) return;
      kept.verdict.say(problem.digest ? "refused" : "unknown", { digest: problem.digest, told: problem.message });
      if (!problem.digest) return; // it may be asked again
    }
    this.known = design;
  }
}
