/* A set of one's own: the questions of `quasiprint new set`, and a shelf of classics. Whatever is answered or chosen comes
   to the text of a set file, which is the design; a text that is written by hand, or opened, is read back into answers. */
import { el } from "./dom.js";
import { Form } from "./form.js";
import { hasText, t } from "./texts.js";
import { Refused } from "./transport.js";

const TEXT = "set-file-text";
const PAUSE = 300; // ms: what is typed elsewhere is read after as long
const slug = (text) => text.replaceAll(" ", "-");
const called = (key, otherwise) => (hasText(key) ? t(key) : otherwise);

export class Own extends Form {
  /* studio: with game, settings, form, change. form: of the game, with its shelf. */
  constructor(studio, { fields, shelf }) {
    super(el("div", { class: "group-fields" }), (answers, committed) => this.ask({ answers }, committed));
    this.studio = studio;
    this.game = studio.game;
    this.example = fields.find((field) => `${field.name}-text` === TEXT).default;
    this.text = null; // of the set file whose answers are shown
    this.count = el("span"); // of answers that are not as usual: shown nowhere
    this.sum = el("p", { class: "own-sum", role: "status" });
    this.books = shelf.map(({ title, credit, text }) => {
      const box = el("input", { type: "radio", class: "unseen", name: "own-shelf", onchange: () => this.take(text, true) });
      return { text, box, card: el("label", { class: "choice-card" }, box, el("b", { lang: "en" }, title), credit ? el("small", { lang: "en" }, credit) : null) };
    });
    const part = (name, ...inside) => el("fieldset", { class: `simple-part own-${name}` }, el("legend", {}, t(`own.${name}`)), ...inside);
    this.parts = [part("shelf", el("div", { class: "cards" }, ...this.books.map(({ card }) => card))), part("answers", this.root, this.sum)];
  }

  /* Take an answer as it is typed. */
  set(name, value, committed = false) {
    if (!this.controls.get(name).count) return; // its box is being replaced, and lost the focus by that
    this.touched = name;
    super.set(name, value, committed);
  }

  /* Ask what comes of answers, or which answers a text gives; the newest question alone is of interest. */
  async ask(value, committed = false) {
    this.leave();
    const asking = (this.asking = new AbortController());
    this.sum.textContent = t("takes.counting");
    try {
      const { value: found } = await this.studio.transport.call("answers", { game: this.game.name, ...value }, { signal: asking.signal });
      if (asking.signal.aborted || this.studio.game !== this.game) return;
      const given = value.answers ?? this.given(found.questions);
      const refused = value.answers && found.questions.filter((one) => one.wrong && one.key === this.touched);
      if (refused?.length) return this.wrongs(refused); // the set stays as it was
      this.show(found, given);
      if (!value.answers) return;
      this.known(found.text);
      this.take(found.text, committed);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      if (problem instanceof Refused && this.touched) this.wrongs([{ key: this.touched, wrong: problem.message }]);
      else this.studio.problem({ setting: "", message: problem.message });
    }
  }

  /* Return the answers that were read, but for usual ones; the title of a classic stays with it. */
  given(questions) {
    const classic = this.books.some(({ box }) => box.checked);
    const found = questions.filter((one) => one.answer !== one.usual && !(classic && one.key === "title"));
    return Object.fromEntries(found.map((one) => [one.key, one.answer]));
  }

  /* Show questions. given: answers as they were typed; what earlier ones leave no choice of is as usual again. */
  show({ questions, pieces, same }, given) {
    for (const one of questions) {
      const drawn = JSON.stringify([one.choices, one.usual]);
      const known = this.controls.get(one.key);
      if (known?.drawn === drawn) continue;
      const block = this.field(fieldOf(one), one.usual);
      if (known) known.block.replaceWith(block);
      else this.root.append(block);
      block.hidden = one.choices.length === 1;
      Object.assign(this.controls.get(one.key), { drawn, group: this.root, count: this.count });
    }
    this.root.append(this.controls.get("title").block); // what it is called comes last
    const stands = questions.filter((one) => given[one.key] && !(one.wrong && one.choices.length));
    this.put(Object.fromEntries(stands.map((one) => [one.key, given[one.key]])));
    this.wrongs(questions.filter((one) => one.wrong && !one.choices.length));
    this.sum.textContent = same ? t("play.tiles", { count: pieces }) : t("own.more");
  }

  wrongs(questions) {
    this.wrong(new Map(questions.map((one) => [one.key, one.wrong])));
    if (questions.length) this.sum.textContent = "";
  }

  /* Make a text the design. */
  take(text, committed) {
    const { [TEXT]: _, ...rest } = this.studio.settings;
    const settings = text === this.example ? rest : { ...rest, [TEXT]: text };
    this.studio.form.put(settings);
    this.studio.change(settings, committed);
  }

  known(text) {
    this.text = text;
    for (const book of this.books) book.box.checked = book.text === text;
  }

  /* Show the answers that the design's text gives. */
  read(settings) {
    const text = settings[TEXT] || this.example;
    if (text === this.text) return;
    this.leave();
    this.touched = "";
    this.later = setTimeout(() => this.ask({ text: settings[TEXT] ?? "" }), this.text === null ? 0 : PAUSE);
    this.known(text);
  }

  /* Want no answer any more. */
  leave() {
    this.asking?.abort();
    clearTimeout(this.later);
  }
}

/* Return a question as a field of a form. */
function fieldOf({ key, words, choices, usual }) {
  return {
    name: key, label: called(`own.${key}`, words), help: called(`own.${key}-help`, ""), default: usual, excludes: [],
    control: choices.length ? "choice" : key === "count" ? "number" : "text", whole: true, least: 1, most: null,
    choices: choices.map((one) => [one, "", called(`choice.${key}.${slug(one)}`, one)]),
  };
}
