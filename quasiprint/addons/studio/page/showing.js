/* What is shown follows the design: first its picture, then what is looked at, then whether it can be made, and what that
   takes. Whatever is shown bears the digest of its design, which the engine told; what is of another design is out of
   sight as soon as there is one. */
import { $, say, toast } from "./dom.js";
import { language, t } from "./texts.js";
import { Lost, Refused } from "./transport.js";
import { Verdict, sentence } from "./verdict.js";
import { inPhrases, told as inOwnWords } from "./words.js";

/* Ask whether a design can be made, step by step, from a step on. told: called with each answer. Return the last. */
export async function prove(transport, about, how, told = () => {}, step = 0) {
  for (;;) {
    const { value } = await transport.call("proving", { ...about, step }, how);
    if (how.signal?.aborted) throw new DOMException("", "AbortError");
    told(value);
    if (value.state !== "checking") return value;
    step = value.done;
  }
}

const CHECKING = { state: "checking", done: 0 };

export class Showing {
  /* studio: with transport, game, settings, tab, panel, views, form. */
  constructor(studio) {
    this.studio = studio;
    this.verdict = new Verdict($("verdict"), $("numbers"));
    this.design = ""; // whose picture is shown: an address
    this.settings = {}; // of what is shown: the form's, but for what is wrong
    this.digest = ""; // of what is shown
    this.others = ""; // the digest of the design whose other parts are shown
    this.wrongs = new Map(); // by setting: what is wrong with it
    this.good = new Map(); // by game: the last settings of which there was a picture
    this.proof = null; // the last answer about what is shown
  }

  /* What shows a design, by tab; a game at the table is of none. */
  panels() {
    return Object.entries(this.studio.panel).filter(([name]) => name !== "table");
  }

  /* Put out of sight what is of another design, and look at this one. */
  change() {
    const { studio } = this;
    this.design = "";
    for (const name of ["shown", "proved", "refused"]) delete document.body.dataset[name];
    this.verdict.say("checking");
    for (const [name, panel] of this.panels()) {
      panel.dataset.waiting = t("takes.counting");
      if (name === studio.tab && panel.dataset.game === studio.game.name) panel.setAttribute("aria-busy", "true");
      else this.empty(panel);
    }
    this.look();
  }

  empty(panel) {
    panel.classList.add("is-empty");
    panel.setAttribute("aria-busy", "true");
    panel.removeAttribute("data-digest");
  }

  fill(panel) {
    panel.classList.remove("is-empty");
    panel.removeAttribute("aria-busy");
    Object.assign(panel.dataset, { digest: this.digest, game: this.studio.game.name });
  }

  /* Ask for what is looked at, and forget what was asked for before. */
  async look() {
    const { studio } = this;
    this.asking?.abort();
    clearTimeout(this.later);
    const asking = (this.asking = new AbortController());
    const how = { signal: asking.signal };
    performance.mark("asked");
    try {
      if (!this.design) await this.picture(how);
      await this.view(studio.tab, how);
      const soon = ["takes", "compare"].includes(studio.tab);
      if (!asking.signal.aborted) this.later = setTimeout(() => this.rest(how), soon ? 0 : studio.transport.idle);
    } catch (problem) {
      if (problem.name !== "AbortError" && asking === this.asking) this.problem(problem);
    }
  }

  /* Show the pieces. What is wrong with a setting is said beside it, and the picture is made with what was right before:
     so the others can be changed meanwhile. */
  async picture(how) {
    const { studio } = this;
    const { game } = studio;
    const progress = (text) => { if (text && !how.signal.aborted) $("said").textContent = inOwnWords(text); };
    const before = this.good.get(game.name) ?? {};
    let settings = studio.settings;
    const wrongs = new Map();
    for (;;) {
      try {
        const { value } = await studio.transport.call("preview", { game: game.name, settings, parts: ["pieces"] }, { ...how, progress });
        if (how.signal.aborted) return;
        const part = value.parts.pieces;
        if (part.refused) throw new Refused({ ...part.refused, digest: value.digest });
        this.wrongs = wrongs;
        Object.assign(this, { settings, digest: value.digest, design: studio.design, proof: null });
        if (!wrongs.size) this.good.set(game.name, settings);
        return this.pictured(part, value.command);
      } catch (problem) {
        const name = problem.setting;
        if (!(problem instanceof Refused) || how.signal.aborted || !(name in settings)) throw problem;
        const { [name]: value, ...rest } = settings;
        settings = !wrongs.has(name) && before[name] && before[name] !== value ? { ...rest, [name]: before[name] } : rest;
        if (!wrongs.has(name)) wrongs.set(name, problem.message);
        this.wrong(wrongs);
      }
    }
  }

  pictured(part, command) {
    const { studio } = this;
    const { body } = document;
    part.said = inPhrases(part.said);
    studio.shown = part;
    for (const [name, panel] of this.panels()) if (name !== studio.tab && panel.dataset.digest !== this.digest) this.empty(panel);
    studio.views.pieces.show(part);
    if (this.others !== this.digest) {
      studio.views.pieces.showOthers({ others: [] });
      this.others = "";
    }
    this.fill(studio.panel.pieces);
    $("said").textContent = part.said;
    $("command").textContent = command;
    body.dataset.digest = this.digest;
    this.wrong(this.wrongs);
    if (!this.wrongs.size) body.dataset.shown = studio.design;
    performance.mark("shown");
    performance.measure("preview", "asked", "shown");
  }

  /* Show a tab, if it does not show this design. */
  async view(name, how) {
    const { studio } = this;
    const panel = studio.panel[name];
    if (name === "table") return studio.table();
    if (name === "compare") studio.views.compare.draw();
    if (name === "compare" || panel.dataset.digest === this.digest) return this.fill(panel);
    if (name === "takes") return this.taken();
    if (name === "solid") await studio.solid(how);
    else if (name === "books") await studio.views.books.show(studio.game, how);
    else await this.ask([name], how);
    if (!how.signal.aborted) this.fill(panel);
  }

  async ask(parts, how) {
    const { studio } = this;
    const { value } = await studio.transport.call("preview", { ...studio.about(), parts }, how);
    if (how.signal.aborted || value.digest !== this.digest) return;
    for (const [name, part] of Object.entries(value.parts)) {
      if (name === "others") studio.views.pieces.showOthers(part);
      else await studio.views[name].show(part, how);
    }
  }

  /* Ask for what may come later: what is made besides, whether it is proved, and what it takes. */
  async rest(how) {
    const { studio } = this;
    try {
      if (this.others !== this.digest) await this.ask(["others"], how);
      if (how.signal.aborted) return;
      this.others = this.digest;
      if (!this.wrongs.size && (this.proof ?? CHECKING).state === CHECKING.state) {
        await prove(studio.transport, studio.about(), how, (value) => this.proved(value), (this.proof ?? CHECKING).done);
      }
    } catch (problem) {
      if (problem.name === "AbortError" || how.signal.aborted) return;
      this.problem(problem, false);
    }
    if (studio.tab === "compare") await studio.views.compare.ask(how);
  }

  /* Take what is known of the design so far. */
  proved(value) {
    if (value.digest !== this.digest) return;
    this.proof = value;
    this.verdict.show(value);
    if (this.studio.tab === "takes") this.taken();
    if (this.studio.tab === "compare") this.studio.views.compare.draw();
    if (value.state === "checking") return;
    const wrong = (value.findings ?? []).filter((one) => one.severity === "error");
    if (wrong.length) this.said(new Map([["", wrong.slice(0, 8).map(sentence).join("; ")]]));
    document.body.dataset.proved = this.studio.design;
  }

  /* Show what making it takes, as far as it is known. */
  taken() {
    const { views: { takes }, panel } = this.studio;
    const { proof, wrongs } = this;
    if (wrongs.size) {
      this.empty(panel.takes);
      panel.takes.removeAttribute("aria-busy");
      panel.takes.dataset.waiting = [...wrongs.values()].join(" ");
      return;
    }
    panel.takes.classList.remove("is-empty");
    if (!proof || proof.state === "checking") return takes.waiting(t("takes.counting-what"));
    takes.show(proof);
    this.fill(panel.takes);
  }

  /* Say what is wrong with settings, while a picture is made without that. */
  wrong(wrongs) {
    const { body } = document;
    this.said(wrongs);
    $("stale").hidden = !wrongs.size;
    body.classList.toggle("is-stale", wrongs.size > 0);
    if (!wrongs.size) return;
    body.dataset.refused = this.studio.design;
    this.verdict.say("refused", { told: [...wrongs.values()].join("\n") });
  }

  /* Say sentences beside their fields, and those that have none above the form. */
  said(sentences) {
    const left = this.studio.form.wrong(sentences);
    $("problem").textContent = left.join(" ");
    $("problem").hidden = !left.length;
    if (sentences.size) say([...sentences.values()].join(" "));
  }

  /* Say what cannot be. stale: whether there is no picture of the design either. */
  problem(problem, stale = true) {
    const { studio } = this;
    if (problem instanceof Error && !(problem instanceof Refused || problem instanceof Lost)) throw problem; // a fault of the page's own
    const judged = problem instanceof Refused && problem.digest !== "";
    const sentences = new Map([...(stale ? this.wrongs : []), [problem.setting ?? "", problem.message]]);
    this.said(sentences);
    $("problem").lang = problem instanceof Lost ? language() : "en";
    if (problem instanceof Lost) toast(problem.message);
    if (studio.shown) $("said").textContent = studio.shown.said;
    this.verdict.say(judged ? "refused" : "unknown", { digest: problem.digest, told: problem.message });
    if (studio.tab === "compare") studio.views.compare.draw();
    if (!judged) return;
    document.body.dataset.refused = studio.design;
    if (stale && !studio.shown) {
      this.digest = "";
      delete document.body.dataset.digest;
    }
    $("stale").hidden = !stale || !studio.shown;
    document.body.classList.toggle("is-stale", stale);
    for (const [name, panel] of this.panels()) {
      if (name === studio.tab) panel.removeAttribute("aria-busy");
      if (!studio.shown || name === "takes") this.empty(panel);
      panel.dataset.waiting = problem.message;
    }
  }
}
