/* A game that is played: the session, and what stands beside the board. The engine keeps nothing; the text of the game is
   kept here, and in this browser. */
import { lessonStep } from "./covers.js";
import { copy, el, say } from "./dom.js";
import { Laying, named } from "./laid.js";
import { Pointed } from "./pointed.js";
import { choices, rules } from "./scored.js";
import { write } from "./state.js";
import { language, t } from "./texts.js";
import { inPhrases } from "./words.js";

const TOLD = 200; // lines that are kept
const KEY = "quasiprint-game-"; // games that are kept in this browser: one for each set that is played with, and each position

export class Play {
  /* design: the settings of the set that is played with; key: under which this browser keeps its game */
  constructor(studio, form, scored, { design, key }) {
    Object.assign(this, { studio, form, design, key });
    this.game = studio.game.name;
    this.scored = scored;
    this.saved = "";
    this.lines = [];
    this.level = {};
    this.waiting = Promise.resolve();
    this.root = this.build();
  }

  build() {
    const button = (label, act, of = {}) => el("button", { type: "button", class: "button", onclick: act, ...of }, label);
    this.view = el("div", { class: "table-view" });
    this.turn = el("p", { class: "turn", role: "status" });
    this.sides = el("ul", { class: "sides" });
    this.opponents = el("p", { class: "opponents quiet" });
    this.note = el("p", { class: "note", role: "alert", hidden: true });
    this.tools = el("div", { class: "chips tools-of-view" });
    this.hand = el("div", { class: "table-hand" });
    this.told = el("ol", { class: "told", tabindex: "0", "aria-label": t("play.moves") });
    this.undoes = button(t("play.undo"), () => this.say("undo"));
    this.hints = button(t("play.hint"), () => this.say("hint"));
    this.lesson = el("ol", { class: "lesson" });
    const lesson = this.studio.game.rules ? el("details", { class: "play-rules", ontoggle: () => this.teach() }, el("summary", {}, t("play.rules")), this.lesson) : null;
    const settings = el("details", { class: "play-settings" }, el("summary", {}, t("play.settings")),
      el("div", { class: "rules" }, ...choices(this.form.play.map((field) => ({ ...field, default: this.design[field.name] ?? field.default })), this.level)),
      button(t("play.new"), () => { settings.open = false; this.fresh(); }, { class: "button main new-game" }));
    return el("section", { class: "table card", "aria-label": t("play.title"), "data-table": this.game },
      this.view,
      el("div", { class: "table-side" },
        this.turn, this.opponents, this.sides, this.hand, this.note, this.tools,
        el("div", { class: "chips" }, this.undoes, this.hints, button(t("play.link"), () => this.link()),
          this.scored ? button(t("play.score"), () => this.score()) : null,
          el("a", { class: "button only-play", href: write(this.game, this.studio.settings, "make") }, t("covers.make"))),
        settings, lesson,
        el("details", { class: "play-moves", open: true }, el("summary", {}, t("play.moves")), this.told)));
  }

  /* Go on with the game that was kept, or begin one. position: as an address holds it, "" for none; what is played from
     there is kept by itself. */
  async begin(position) {
    const start = position && await unpacked(position);
    if (start) this.key += `/${position}`;
    const found = kept(this.key) ?? { saved: start, told: [] };
    Object.assign(this, { saved: found.saved, lines: found.told });
    await this.say("");
    if (position && !start) this.wrong(t("play.no-link"), true, true);
  }

  fresh() {
    this.saved = "";
    this.lines = [];
    this.again = true;
    this.root.scrollIntoView({ block: "start" }); // on a phone, what it was begun with stands far below
    this.say("");
  }

  /* Return the settings of a new game; who asks for no deal gets one that nobody has seen. */
  dealt() {
    const drawn = this.form.play.find((field) => field.name === "deal" || (field.name === "seed" && this.game === "majomino"));
    const own = rules(this.level);
    return drawn && !own[drawn.name] && this.again ? { ...own, [drawn.name]: String(1 + Math.floor(Math.random() * 99_999)) } : own;
  }

  /* Say a line, one after the other: two that are said at once would both begin from the same game. */
  say(line) {
    this.waiting = this.waiting.then(() => this.said(line));
    return this.waiting;
  }

  async said(line) {
    const { transport } = this.studio;
    this.board?.busy(true);
    this.root.setAttribute("aria-busy", "true");
    this.wrong("");
    const ask = async () => this.show((await transport.call("play", { game: this.game, settings: this.design, saved: this.saved, line,
      rules: this.saved ? {} : this.dealt(), faces: !this.board || !this.saved })).value, line);
    try {
      await ask();
    } catch (problem) {
      this.wrong(problem.message);
      if (line === "" && this.saved && problem.name === "Refused") {
        this.saved = ""; // what was kept, or came by a link, cannot be read: a new game begins, and that is said
        this.lines = [];
        await ask();
        this.wrong(problem.message);
      }
    }
    this.board?.busy(false);
    this.root.removeAttribute("aria-busy");
    this.root.dataset.said = String(Number(this.root.dataset.said ?? 0) + 1);
  }

  show(value, line) {
    if (!this.board) {
      this.board = value.laid ? new Laying((one) => this.say(one), this.hand) : new Pointed((one) => this.say(one));
      this.view.append(this.board.root);
      this.tools.append(...this.board.tools);
      if (this.board.help) this.tools.after(el("p", { class: "quiet small" }, this.board.help));
    }
    this.saved = value.saved;
    this.value = value;
    if (value.changed) this.lines = [...this.lines, ...value.told].slice(-TOLD);
    keep(this.key, { saved: this.saved, told: this.lines });
    this.told.replaceChildren(...this.lines.toReversed().map((text) => el("li", {}, inPhrases(text))));
    this.told.reversed = true;
    this.hints.disabled = value.over;
    this.undoes.disabled = false;
    this.opponents.textContent = opponents(value.seated);
    const shown = value.shown.trim().split("\n");
    this.turn.lang = value.laid ? language() : "en";
    this.turn.textContent = value.laid ? phase(value.laid) : inPhrases(shown[shown.length - 1]);
    if (value.laid) this.count(value.laid);
    this.board.show(value, this.turn.textContent);
    if (line === "hint" && value.laid && this.board.suggest(value.told[0] ?? "")) this.wrong(t("tabletop.hint"), false, true);
    else if (!value.changed) this.wrong(line === "hint" ? inPhrases(value.told[0] ?? "") : value.told[0] ?? "", line !== "hint");
    else if (value.told.length) say(value.told.map(inPhrases).join(". "));
  }

  /* Show who has what. */
  count({ sides, left, aim, counts, phase: waits }) {
    this.sides.replaceChildren(...sides.map((side) => el("li", { class: side.moves ? "side moves" : "side", "aria-current": side.moves ? "true" : null },
      el("b", {}, named(side.name)), el("span", {}, t("play.tiles", { count: side.tiles })),
      side.score === null ? null : el("span", { class: "points" }, aim && sides.length === 1 ? t("play.of", { count: side.score, aim }) : t(`counts.${counts}`, { count: side.score < 0 ? `−${-side.score}` : side.score })))),
    left && waits !== "over" ? el("li", { class: "side quiet" }, t("play.left", { count: left })) : "");
  }

  /* Say what is wrong, or a hint, beside the board. own: whether it is in the page's language. */
  wrong(text, bad = true, own = false) {
    this.note.hidden = !text;
    this.note.textContent = text;
    this.note.classList.toggle("wrong", bad);
    this.note.lang = own ? language() : "en";
  }

  async link() {
    if (!this.saved) return;
    const at = write(this.game, this.design, "play").replace("/play", `/play/${await packed(this.saved)}`);
    await copy(location.href.split("#")[0] + at, t("play.copied"));
  }

  score() {
    if (!this.value) return;
    this.scored.options = { ...this.scored.options, ...Object.fromEntries(settings(this.saved).filter(([name]) => this.form.score.some((field) => field.name === name))) };
    this.scored.put(this.value.record);
    this.scored.root.scrollIntoView({ block: "start" });
  }

  /* Show the rules in pictures, once somebody wants to see them. */
  async teach() {
    if (this.taught) return;
    this.taught = true;
    try {
      const { value } = await this.studio.transport.call("steps", { game: this.game, language: language() });
      this.lesson.replaceChildren(...value.steps.map((step) => lessonStep(step)));
    } catch (problem) {
      this.taught = false;
      this.wrong(problem.message);
    }
  }
}

/* Return who plays whom, in a sentence. */
function opponents(seated) {
  const [people, computer] = seated.map((names) => names.map(named).join(", "));
  if (people && computer) return t("opponents.against", { people, computer });
  if (computer) return t("opponents.watched", { computer });
  return seated[0].length > 1 ? t("opponents.people", { people }) : t("opponents.alone");
}

/* Return what is waited for, in a sentence. */
function phase({ phase: waits, sides, hand, acts }) {
  const mover = named(sides.find((side) => side.moves)?.name ?? "");
  if (waits === "over" && sides.length > 1) return t("phase.over");
  if (waits === "lay" && acts.length && hand.every((tile) => !tile.fits.length) && sides.length > 1) return t("phase.draw", { name: mover });
  const opens = waits === "open" && hand.find((tile) => tile.fits.length)?.piece;
  if (opens) return t(new Set(opens.split("-")).size === 1 ? "phase.open-triple" : "phase.open-sum", { name: mover, tile: opens });
  return t(`phase.${sides.length === 1 && waits === "lay" ? "alone" : waits}`, { name: mover });
}

/* Return the settings that a game was begun with. */
const settings = (saved) => [...saved.matchAll(/^setting ([a-z_]+) (\S+)$/gm)].map(([, name, value]) => [name.replaceAll("_", "-"), value]);

/* Return what was kept of a game: {saved, told}, null for nothing. */
function kept(key) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + key));
    return typeof found?.saved === "string" ? { saved: found.saved, told: Array.isArray(found.told) ? found.told.map(String) : [] } : null;
  } catch {
    return null; // nothing is kept where a browser keeps nothing
  }
}

function keep(key, found) {
  try {
    localStorage.setItem(KEY + key, JSON.stringify(found));
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/* Return a text as letters of an address. */
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/* Return the text again; "" for letters that hold none. */
async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return "";
  }
}
