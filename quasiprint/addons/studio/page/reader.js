/* Books to be read in place: page by page, zoomed; or as plain text, which is read aloud. */
import { el } from "./dom.js";
import { handOver } from "./files.js";
import { Paged } from "./leaves.js";
import { t } from "./texts.js";
import { refused } from "./views.js";

const STYLES = { strong: "b", emphasis: "em", code: "code", mark: "sup" };

const line = (runs) => runs.map(([text, style]) => (STYLES[style] ? el(STYLES[style], {}, text) : text));

/* Return the elements of a book's text; the engine says what each is. */
function told(blocks) {
  return blocks.map(([what, content, more]) => {
    if (what === "ol" || what === "ul") return el(what, {}, ...content.map((entry) => el("li", {}, ...told(entry))));
    if (what === "note") return el("aside", {}, ...(more ? [el("sup", {}, String(more))] : []), ...told(content));
    if (what === "figure") return el("p", { class: "figure-words" }, t("reader.figure", { words: content }), " ", ...line(more));
    if (what === "table") {
      const [head, ...rows] = content;
      const row = (cells, cell, of) => el("tr", {}, ...cells.map((one) => el(cell, of, ...line(one))));
      return el("table", { tabindex: "0" }, el("thead", {}, row(head, "th", { scope: "col" })), el("tbody", {}, ...rows.map((one) => row(one, "td", {}))));
    }
    const level = /^h(\d)$/.exec(what); // the panel has a heading of its own above them
    return el(level ? `h${Math.min(6, Number(level[1]) + 2)}` : "p", {}, ...line(content));
  });
}

export class Reader {
  /* ask: asks the engine for a book: ("read" or "book", value, how) → {value, file}. */
  constructor(panel, ask) {
    Object.assign(this, { panel, ask, kind: "rules", asText: false, urls: [] });
  }

  /* Show the book that was chosen last, if the game has it. game: as the engine lists it. how: signal. */
  async show(game, how) {
    const kinds = game.books;
    if (!kinds.includes(this.kind)) [this.kind] = kinds;
    const chips = el("div", { class: "chips", role: "group", "aria-label": t("reader.books") }, ...kinds.map((kind) => el("button", {
      type: "button", class: "chip", "data-book": kind, "aria-pressed": String(kind === this.kind), onclick: () => { this.kind = kind; this.open(how); },
    }, t(`book.${kind}`))));
    this.body = el("div", { class: "reader" });
    this.chips = chips;
    this.tools = el("div", { class: "reader-tools" });
    this.panel.classList.remove("is-empty"); // it says itself what it waits for
    this.panel.replaceChildren(el("div", { class: "reader-head" }, chips, this.tools), this.body);
    await this.open(how);
  }

  async open(how) {
    const { kind, body } = this;
    for (const chip of this.chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.book === kind));
    this.tools.replaceChildren();
    body.replaceChildren(el("p", { class: "quiet", role: "status" }, t("reader.opening")));
    body.setAttribute("aria-busy", "true");
    try {
      const { value } = await this.ask("read", { kind }, how);
      if (kind === this.kind && body.isConnected && !how.signal.aborted) await this.fill(value, kind);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      refused(body, problem);
    } finally {
      body.removeAttribute("aria-busy");
    }
  }

  async fill(value, kind) {
    this.urls.forEach((url) => URL.revokeObjectURL(url));
    this.urls = value.pages.map((page) => URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })));
    const page = kind === this.shown ? this.paged?.page : 0;
    const paged = new Paged(t("reader.label", { title: value.title }));
    Object.assign(this, { paged, shown: kind });
    const text = el("article", { class: "book-text card", tabindex: "0", "aria-label": value.title, lang: value.language }, ...told(value.text));
    const swap = () => {
      paged.block.hidden = this.asText;
      text.hidden = !this.asText;
      words.setAttribute("aria-pressed", String(this.asText));
    };
    const words = el("button", { type: "button", class: "chip", onclick: () => { this.asText = !this.asText; swap(); if (!this.asText) paged.zoom.place(); } }, t("reader.text"));
    const note = el("p", { class: "quiet reader-note", role: "status" }, value.folded ? t("reader.folded") : "");
    const take = el("button", { type: "button", class: "chip", onclick: () => this.take(kind, take, note) }, t("reader.take"));
    this.tools.replaceChildren(words, take);
    this.body.replaceChildren(paged.block, text, note);
    swap();
    const count = value.pages.length;
    const draw = (one) => ({
      node: el("img", { class: "leaf", src: this.urls[one], alt: t("reader.page", { title: value.title, page: one + 1, all: count }), draggable: "false" }),
      width: value.width, height: value.height,
    });
    await paged.show({ count, draw, page });
  }

  async take(kind, button, note) {
    button.disabled = true;
    await handOver(note, (how) => this.ask("book", { kind }, how));
    button.disabled = false;
  }
}
