/* What can be taken away: the set as a ZIP, one format of it, its books; and how far that is. */
import { $, el, save, say } from "./dom.js";
import { hasText, language, languageName, t } from "./texts.js";
import { told as inOwnWords } from "./words.js";

const USUAL = "en"; // language of books, where nobody says

export class Files {
  /* studio: with transport, game (as the engine lists it), settings, form */
  constructor(studio) {
    this.studio = studio;
    this.running = null;
  }

  /* Return what is chosen, and the page's language for books, where none is chosen and the game has some in it. */
  settings(settings = this.studio.settings) {
    const { game } = this.studio;
    const own = !settings.language && language() !== USUAL && game.languages.includes(language());
    return own ? { ...settings, language: language() } : settings;
  }

  open() {
    const { game, fields, settings } = this.studio;
    const names = fields?.fields.find((field) => field.name === "format")?.choices ?? [];
    const run = (label, name, value) => el("li", {}, el("button", { type: "button", class: "button take", onclick: (event) => this.take(name, value, event.currentTarget) }, label));
    const format = (name) => el("span", {}, el("b", {}, name.toUpperCase()), el("small", { class: "quiet" }, hasText(`format.${name}`) ? t(`format.${name}`) : ""));
    const { language: said } = this.settings();
    const { books } = game;
    $("files-body").replaceChildren(
      el("p", { class: "quiet" }, t("files.lead")),
      el("pre", { class: "typed", tabindex: "0", "aria-label": t("files.command") }, [$("command").textContent, ...(said && !settings.language ? [`--language ${said}`] : [])].join(" ")),
      el("ul", { class: "takes main-take" }, run(t("files.all"), "files", {})),
      el("h3", {}, t("files.one")),
      el("ul", { class: "takes" }, ...names.map(([name]) => run(format(name), "files", { format: name }))),
      books.length ? el("h3", {}, said ? t("files.books-in", { language: languageName(said) }) : t("files.books")) : null,
      el("ul", { class: "takes" }, ...books.map((kind) => run(t(`book.${kind}`), "book", { kind }))),
      el("div", { class: "progress card", id: "progress", hidden: true }));
    $("files").showModal();
  }

  /* Make something and hand it over. value: with format, that alone. box: where it is told how far that is. */
  async take(name, { format, ...value }, button, box = $("progress"), chosen = this.settings()) {
    if (this.running) return;
    const { studio } = this;
    const settings = format ? { ...chosen, format } : chosen;
    this.running = new AbortController();
    const told = el("p", { role: "status" }, t("files.starting"));
    const stop = el("button", { type: "button", class: "button", onclick: () => this.running?.abort() }, t("files.cancel"));
    box.replaceChildren(el("span", { class: "spinner", "aria-hidden": "true" }), told, stop);
    box.hidden = false;
    box.classList.remove("failed");
    button?.setAttribute("aria-busy", "true");
    box.scrollIntoView({ block: "nearest" });
    try {
      const found = await studio.transport.call(name, { game: studio.game.name, settings, ...value },
        { signal: this.running.signal, progress: (text) => { told.textContent = inOwnWords(text) || t("files.working"); } });
      save(found.file);
      told.textContent = t("files.done", { name: found.file.name, size: size(found.file.blob.size) });
      say(t("thing.there", { name: found.file.name }));
      box.replaceChildren(told, el("code", {}, found.value.command));
    } catch (problem) {
      box.classList.add("failed");
      told.textContent = problem.name === "AbortError" ? t("files.cancelled") : problem.message;
      box.replaceChildren(told, problem.command ? el("code", {}, problem.command) : "");
      if (problem.setting) studio.problem(problem);
    } finally {
      this.running = null;
      button?.removeAttribute("aria-busy");
    }
  }
}

/* Make a file, hand it over, and say in a note how far that is. make: called with what the transport takes as `how`. */
export async function handOver(note, make) {
  note.textContent = t("thing.making");
  try {
    const { file } = await make({ progress: (text) => { note.textContent = inOwnWords(text) || t("files.working"); } });
    save(file);
    note.textContent = t("thing.there", { name: file.name });
  } catch (problem) {
    note.textContent = problem.message;
  }
}

const size = (bytes) => (bytes > 1 << 20 ? t("files.mib", { count: (bytes / (1 << 20)).toFixed(1) }) : t("files.kib", { count: Math.ceil(bytes / 1024) }));
