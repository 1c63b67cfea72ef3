/* What can be taken away: the set as a ZIP, one format of it, its books; and how far that is. */
import { $, el, save, say } from "./dom.js";

const FORMATS = {
  stl: "bodies for any slicer", "3mf": "plates with colours, for a slicer", step: "solids for CAD", obj: "bodies with colours",
  svg: "sheets for a laser", dxf: "sheets for CAD and lasers", pdf: "sheets, rules and score sheets on paper", txt: "the text form",
  png: "faces as pictures", tts: "for Tabletop Simulator",
};
const BOOKS = [["rules", "Rulebook", "rules"], ["booklet", "Rulebook to fold", "rules"], ["quick", "Quick reference", "rules"], ["scoresheet", "Score sheet", "scoresheet"]];

export class Files {
  /* studio: with transport, game (as the engine lists it), settings, form */
  constructor(studio) {
    this.studio = studio;
    this.running = null;
  }

  open() {
    const { game, fields } = this.studio;
    const names = fields?.fields.find((field) => field.name === "format")?.choices ?? [];
    const run = (label, name, value) => el("li", {}, el("button", { type: "button", class: "button take", onclick: (event) => this.take(name, value, event.currentTarget) }, label));
    const format = (name) => el("span", {}, el("b", {}, name.toUpperCase()), el("small", { class: "quiet" }, FORMATS[name] ?? ""));
    const language = this.studio.settings.language;
    const books = BOOKS.filter(([, , what]) => game[what === "rules" ? "rules" : "scoresheet"]);
    $("files-body").replaceChildren(
      el("p", { class: "quiet" }, "Checked, then packed: the same bytes as the command line writes."),
      el("pre", { class: "typed", tabindex: "0", "aria-label": "The command line" }, $("command").textContent),
      el("ul", { class: "takes main-take" }, run("The whole set (ZIP)", "files", {})),
      el("h3", {}, "One format of it"),
      el("ul", { class: "takes" }, ...names.map(([name]) => run(format(name), "files", { format: name }))),
      books.length ? el("h3", {}, `Books${language && language !== "en" ? ` (${language})` : ""}`) : null,
      el("ul", { class: "takes" }, ...books.map(([kind, label]) => run(label, "book", { kind }))),
      el("div", { class: "progress card", id: "progress", hidden: true }));
    $("files").showModal();
  }

  /* Make something and hand it over. value: with format, that alone. */
  async take(name, { format, ...value }, button) {
    if (this.running) return;
    const { studio } = this;
    const settings = format ? { ...studio.settings, format } : studio.settings;
    this.running = new AbortController();
    const box = $("progress");
    const told = el("p", { role: "status" }, "starting …");
    const stop = el("button", { type: "button", class: "button", onclick: () => this.running?.abort() }, "Cancel");
    box.replaceChildren(el("span", { class: "spinner", "aria-hidden": "true" }), told, stop);
    box.hidden = false;
    box.classList.remove("failed");
    button?.setAttribute("aria-busy", "true");
    box.scrollIntoView({ block: "nearest" });
    try {
      const found = await studio.transport.call(name, { game: studio.game.name, settings, ...value },
        { signal: this.running.signal, progress: (text) => { told.textContent = text || "working …"; } });
      save(found.file);
      told.textContent = `${found.file.name}: ${size(found.file.blob.size)}`;
      say(`${found.file.name} is there`);
      box.replaceChildren(told, el("code", {}, found.value.command));
    } catch (problem) {
      box.classList.add("failed");
      told.textContent = problem.name === "AbortError" ? "cancelled" : problem.message;
      box.replaceChildren(told, problem.command ? el("code", {}, problem.command) : "");
      if (problem.setting) studio.problem(problem);
    } finally {
      this.running = null;
      button?.removeAttribute("aria-busy");
    }
  }
}

export const size = (bytes) => (bytes > 1 << 20 ? `${(bytes / (1 << 20)).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`);
