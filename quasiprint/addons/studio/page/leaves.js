/* Sheets, plates and leaves, one at a time, as they are made: turned over, zoomed in place, with what its lines mean. */
import { el, say } from "./dom.js";
import { t } from "./texts.js";
import { inPhrases } from "./words.js";
import { refused } from "./views.js";
import { Zoom } from "./zoom.js";

let numbered = 0;

/* Return an SVG that the engine drew as an element; its names are told from those of others on the page. A page's
   policy allows no styles in it: what they say, the page's own style sheet says by the operation. */
export function drawn(text, look, label) {
  numbered += 1;
  const own = text.replace(/ style="[^"]*"/g, "").replace(/(id="|href="#)(s\d)/g, `$1n${numbered}$2`);
  const svg = document.importNode(new DOMParser().parseFromString(own, "image/svg+xml").documentElement, true);
  for (const [name, value] of [["class", `ground ${look}`], ["role", "img"], ["aria-label", label]]) svg.setAttribute(name, value);
  for (const group of svg.querySelectorAll("g[id]:not(defs g)")) {
    group.classList.add("op", `op-${group.id}`);
    group.removeAttribute("id");
  }
  return svg;
}

/* Lay the stock below a drawing, the line that nothing crosses, and what is taken. */
function grounded(svg, { width, height, margin, taken = [] }) {
  const rim = margin ? `<rect class="margin" x="${margin}" y="${margin}" width="${width - 2 * margin}" height="${height - 2 * margin}"/>` : "";
  const boxes = taken.map(([what, [left, low, right, high]]) => `<rect class="${what}" x="${left}" y="${height - high}" width="${right - left}" height="${high - low}"/>`).join("");
  svg.insertAdjacentHTML("afterbegin", `<rect class="stock" width="${width}" height="${height}"/>${rim}${boxes}`);
  return svg;
}

/* Pages of which one is shown. */
export class Paged {
  /* label: of the frame. */
  constructor(label) {
    this.zoom = new Zoom({ label, turn: (by) => this.turn(by) });
    const button = (name, sign, by) => el("button", { type: "button", class: "button round plain", "aria-label": t(`zoom.${name}`), title: t(`zoom.${name}`), onclick: () => this.turn(by) }, sign);
    this.before = button("before", "‹", -1);
    this.after = button("after", "›", 1);
    this.where = el("span", { class: "where" });
    this.title = el("p", { class: "quiet sheet-title" });
    this.turning = el("div", { class: "turning" }, this.before, this.where, this.after);
    this.block = el("div", { class: "paged" }, el("div", { class: "frame" }, this.zoom.frame, el("div", { class: "paged-bar" }, this.turning, this.zoom.tools)), this.title);
    Object.assign(this, { page: 0, count: 0, drawing: 0 });
  }

  /* count: how many there are. draw: called with the number of a page, from 0, returns {node, width, height, title}, or
     a promise of it. */
  async show({ count, draw, page = 0 }) {
    Object.assign(this, { count, draw });
    await this.turnTo(Math.min(page, count - 1), false);
  }

  turn(by) {
    const to = Math.min(this.count - 1, Math.max(0, this.page + by));
    if (to !== this.page) this.turnTo(to);
  }

  async turnTo(page, told = true) {
    const drawing = (this.drawing += 1);
    this.zoom.frame.setAttribute("aria-busy", "true");
    let found;
    try {
      found = await this.draw(page);
    } catch (problem) {
      if (problem.name === "AbortError" || drawing !== this.drawing) return;
      this.title.textContent = problem.message;
      return;
    } finally {
      if (drawing === this.drawing) this.zoom.frame.removeAttribute("aria-busy");
    }
    if (drawing !== this.drawing) return;
    this.page = page;
    this.zoom.put(found.node, found.width, found.height);
    this.before.disabled = page === 0;
    this.after.disabled = page === this.count - 1;
    this.where.textContent = t("zoom.where", { page: page + 1, all: this.count });
    this.turning.hidden = this.count < 2;
    this.title.textContent = found.title ?? "";
    if (told) say(`${this.where.textContent} ${this.title.textContent}`);
  }
}

/* What is shown of a set's sheets, plates or leaves. */
export class Leaves {
  /* name: of the part. ask: asks the engine for one page: ({what, page, book}, how) → {value}. */
  constructor(panel, name, ask) {
    Object.assign(this, { panel, name, ask, paged: null, book: 0 });
  }

  async show(part, how) {
    this.how = how;
    if (part.refused) return refused(this.panel, part.refused);
    const paged = new Paged(t(`zoom.${this.name}`));
    this.lead = el("p", { class: "quiet lead" });
    this.legend = el("ul", { class: "legend", "aria-label": t("laid.legend") });
    const books = part.books?.length > 1 ? el("div", { class: "chips", role: "group", "aria-label": t("laid.books") }, ...part.books.map(([kind, title], book) => el("button", {
      type: "button", class: "chip", title, "aria-pressed": String(book === 0), onclick: (event) => this.choose(paged, book, event.currentTarget),
    }, t(`laid.book-${kind}`)))) : null;
    const page = this.paged?.page ?? 0; // of another design, too, one goes on where one was
    this.paged = paged;
    this.panel.replaceChildren(el("div", { class: "laid-head" }, books, this.lead), paged.block, this.legend);
    this.tell(part);
    const book = part.books && this.book < part.books.length ? this.book : 0;
    if (book) return this.choose(paged, book, books.children[book], page);
    return paged.show({ count: part.all, draw: this.drawer(part, 0), page });
  }

  async choose(paged, book, chip, page = 0) {
    this.book = book;
    for (const one of chip.parentElement.children) one.setAttribute("aria-pressed", String(one === chip));
    const { value: first } = await this.ask({ what: this.name, page: 0, book }, this.how);
    this.tell(first);
    await paged.show({ count: first.all, draw: this.drawer(first, book), page });
  }

  /* Return what draws the pages of a book, the first of which is known. */
  drawer(first, book) {
    return async (page) => {
      const one = page === first.page ? first : (await this.ask({ what: this.name, page, book }, this.how)).value;
      this.key(one);
      const title = one.count ? t("laid.label", { name: one.title, parts: t("laid.parts", { count: one.count }) }) : inPhrases(one.title);
      const label = [title, ...(one.words ?? []).slice(0, 40)].join(". ");
      return { node: grounded(drawn(one.svg, one.look, label), one), width: one.width, height: one.height, title };
    };
  }

  tell({ all, sheets = all, width, height, on, relief }) {
    const count = t(`laid.${this.name === "leaves" ? "pages" : this.name}`, { count: sheets });
    this.lead.textContent = [t("laid.size", { count, width, height }), t(`laid.on-${this.name}`, { name: on }), ...(relief ? [t("laid.relief")] : [])].join("; ");
  }

  /* Say what the lines of a page mean. */
  key({ legend }) {
    this.legend.replaceChildren(...legend.map((what) => el("li", {}, el("span", { class: `sign sign-${what}`, "aria-hidden": "true" }), t(`laid.key-${what}`))));
    this.legend.hidden = !legend.length;
  }
}
