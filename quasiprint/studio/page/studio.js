/* The studio: choose a game, change what it is like, see it, take it. Everything that is known of a design stands in the
   address; everything that is shown comes from the engine. */
import { Front, called } from "./covers.js";
import { $, closing, copy, el, plain } from "./dom.js";
import { faceSvg } from "./draw.js";
import { Files } from "./files.js";
import { Form } from "./form.js";
import { Showing } from "./showing.js";
import { Stage } from "./solid.js";
import { Opening } from "./opening.js";
import { read, same, write } from "./state.js";
import { Table } from "./table.js";
import { chooseLanguage, language, languages, loadTexts, t } from "./texts.js";
import { connect } from "./transport.js";
import { Laid, Pieces, Takes } from "./views.js";
import { inWords, kindOf, told as inOwnWords } from "./words.js";

const TABS = [ // each with what a game has to offer for it
  ["pieces"], ["solid", "solids"], ["sheets", "drawings"], ["plates", "solids"], ["leaves", "pages"], ["takes"], ["table"],
];
const PAUSE = 1000; // ms: what is typed after as long is a step of its own for Back

/* Move a row that is broader than its place, so that one of it is seen whole; the page stays where it is. */
function inSight(one) {
  let row = one.parentElement;
  while (row && row.scrollWidth <= row.clientWidth) row = row.parentElement;
  if (row && row !== document.documentElement) row.scrollLeft += one.getBoundingClientRect().left - row.getBoundingClientRect().left - 16;
}

class Studio {
  constructor(transport, games) {
    this.transport = transport;
    this.games = games;
    this.settings = {};
    this.page = ""; // of the address: a cover, the simple form, or the whole studio
    this.tab = "pieces";
    this.typed = -Infinity; // when the step that is being typed was typed last
    this.form = new Form($("fields"), (settings, committed) => this.change(settings, committed));
    this.fields = null;
    this.files = new Files(this);
    this.front = new Front(this);
    this.opening = new Opening(transport);
    this.panels();
    this.stage = new Stage(this.views.solid, t("solid.label"));
    this.tables = new Map(); // by game: a game that is being played is there when somebody comes back
    this.showing = new Showing(this);
    this.wire();
  }

  panels() {
    const panel = (name) => el("div", { class: "panel", id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, hidden: true, tabindex: "0" });
    const made = Object.fromEntries(TABS.map(([name]) => [name, panel(name)]));
    $("panels").append(...Object.values(made));
    made.pieces.removeAttribute("tabindex"); // its pieces can be reached themselves
    const block = el("div", { class: "stage" });
    this.solidNote = el("p", { class: "quiet lead" }, "");
    made.solid.append(this.solidNote, block);
    this.views = {
      pieces: new Pieces(made.pieces, (found) => this.thing(found)), solid: block,
      sheets: new Laid(made.sheets, "sheets"), plates: new Laid(made.plates, "plates"), leaves: new Laid(made.leaves, "leaves"),
      takes: new Takes(made.takes),
    };
    this.panel = made;
  }

  wire() {
    const here = location.href.split("#")[0]; // whole: a short link that is scrolled out of sight would be taken for a skip link
    $("games").replaceChildren(...this.games.map((game) => el("li", {},
      el("a", { class: "game", href: `${here}#${game.name}`, "data-room": game.name }, el("span", { class: "game-picture", "aria-hidden": "true" }), el("span", {}, called(game))))));
    $("reset").addEventListener("click", () => { this.form.put({}); this.change({}, true); });
    $("copy").addEventListener("click", () => copy($("command").textContent, t("page.copied-command")));
    $("share").addEventListener("click", () => copy(location.href, t("page.copied-link")));
    $("theme").addEventListener("click", () => this.theme());
    $("verdict").addEventListener("click", () => this.turnTo("takes"));
    $("download").addEventListener("click", () => this.files.open());
    $("language").replaceChildren(...languages().map((one) => el("option", { value: one, lang: one, selected: one === language() }, one.toUpperCase())));
    $("language").addEventListener("change", () => { chooseLanguage($("language").value); location.reload(); });
    for (const name of ["settings", "preview"]) $(`show-${name}`).addEventListener("click", () => this.side(name));
    ["files", "thing"].forEach((name) => closing($(name)));
    $("thing").addEventListener("close", () => { this.closeup?.close(); this.closeup = null; });
    $("settings").addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", () => this.arrive());
    window.addEventListener("hashchange", () => this.arrive());
    const kept = localStorage.getItem("quasiprint-theme");
    if (kept) document.documentElement.dataset.theme = kept;
  }

  theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("quasiprint-theme", next);
  }

  side(name) {
    document.body.dataset.view = name;
    for (const one of ["settings", "preview"]) $(`show-${one}`).setAttribute("aria-pressed", String(one === name));
  }

  /* Show what the address says. */
  async arrive() {
    const said = read(location.hash);
    this.page = said.page;
    const game = this.games.find((one) => one.name === said.game);
    if (this.front.show(game, said.page)) return; // a cover
    if (game.name === this.game?.name && same(said.settings, this.settings)) return;
    const other = game.name !== this.game?.name;
    this.settings = said.settings;
    if (other) this.choose(game);
    this.changed(); // the picture does not wait for the form
    if (other) await this.formed(game);
    this.form.put(this.settings);
  }

  choose(game) {
    this.game = game;
    document.documentElement.dataset.game = game.name;
    $("title").textContent = called(game);
    $("said").textContent = "\u00a0";
    this.shown = null;
    for (const [name, { root }] of this.tables) root.hidden = name !== game.name;
    const can = (name, offer) => (name === "table" ? game.plays || game.scores : !offer || game.offers.includes(offer));
    const tabs = TABS.filter(([name, offer]) => can(name, offer)).map(([name]) => [name, t(`tab.${name === "table" && !game.plays ? "score" : name}`)]);
    if (!tabs.some(([name]) => name === this.tab)) this.tab = "pieces";
    $("tabs").replaceChildren(...tabs.map(([name, label]) => el("button", { type: "button", role: "tab", id: `tab-${name}`, class: "tab",
      "aria-controls": `panel-${name}`, onclick: () => this.turnTo(name), onkeydown: (event) => this.tabKey(event, tabs) }, label)));
    this.turnTo(this.tab, false);
  }

  async formed(game) {
    const form = inWords((await this.transport.call("form", { game: game.name })).value);
    if (this.game !== game) return;
    this.fields = form;
    this.form.show(form);
    if (this.tab === "table") this.table();
  }

  /* Show the table of a game, once its form is there. */
  table() {
    const { game, fields } = this;
    if (fields?.game !== game.name) return;
    if (!this.tables.has(game.name)) {
      const root = el("div");
      this.panel.table.append(root);
      this.tables.set(game.name, { root, table: new Table(root, this) });
    }
    this.tables.get(game.name).table.show();
  }

  tabKey(event, tabs) {
    const at = tabs.findIndex(([name]) => name === this.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const [name] = tabs[(to + tabs.length) % tabs.length];
    this.turnTo(name);
    $(`tab-${name}`).focus();
  }

  turnTo(name, ask = true) {
    this.tab = name;
    document.querySelectorAll(".tab").forEach((tab) => {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      if (on) inSight(tab);
    });
    for (const [key, panel] of Object.entries(this.panel)) panel.hidden = key !== name;
    if (ask) this.look();
  }

  /* Take settings from the form. Each change that is done is a step for Back, and each pause in typing. */
  change(settings, committed) {
    this.settings = settings;
    const address = write(this.game.name, settings, this.page);
    const now = performance.now();
    const step = committed || now - this.typed > PAUSE;
    this.typed = committed ? -Infinity : now;
    if (address === location.hash) return;
    history[step ? "pushState" : "replaceState"](null, "", address);
    this.changed();
  }

  changed() {
    $("reset").hidden = !Object.keys(this.settings).length;
    this.showing.change();
  }

  /* The design that the form says, as an address. */
  get design() {
    return write(this.game.name, this.settings);
  }

  /* What questions about what is shown are about. */
  about() {
    return { game: this.game.name, settings: this.showing.settings };
  }

  look() {
    this.showing.look();
  }

  async solid(how) {
    performance.mark("solid-asked");
    const { value } = await this.transport.call("bodies", { ...this.about(), ids: [] }, how);
    if (how.signal.aborted) return;
    const count = Object.keys(value.things).length;
    this.solidNote.textContent = t("solid.lead", { count, all: value.all });
    if (!(await this.stage.show(value, "", t("solid.turned", { name: `${this.game.title}: ${this.shown?.said ?? ""}` })))) {
      this.solidNote.textContent = t("solid.none");
    }
    document.body.dataset.solid = this.design;
    performance.mark("solid-shown");
  }

  /* Say what is wrong with a setting beside its field. */
  problem({ setting, message }) {
    this.showing.said(new Map([[setting, message]]));
  }

  /* Show one thing large: its face, its body, its files. */
  async thing({ thing, face, body }) {
    $("thing-title").textContent = thing.name;
    const block = el("div", { class: "stage small-stage" });
    const picture = el("div", { class: "closeup" });
    picture.innerHTML = faceSvg(face, body, t("thing.face", { name: thing.name }));
    const [, , width, height] = face.box;
    const rows = [["id", thing.id], ["kind", kindOf(thing.kind)], thing.shape ? ["shape", kindOf(thing.shape)] : null, thing.marks.length ? ["marks", thing.marks.join(" ")] : null,
      ["size", `${(width / 100).toFixed(1)} × ${(height / 100).toFixed(1)} mm`], thing.count > 1 ? ["count", String(thing.count)] : null];
    const facts = el("dl", { class: "facts" }, ...rows.filter(Boolean).flatMap(([name, said]) => [el("dt", {}, t(`thing.${name}`)), el("dd", {}, said)]));
    const formats = (this.fields?.fields.find((field) => field.name === "format")?.choices ?? []).map(([name]) => name).filter((name) => ["stl", "3mf", "step", "obj", "svg", "dxf", "png"].includes(name));
    const told = el("p", { class: "quiet", role: "status" });
    const take = async (format) => {
      told.textContent = t("thing.making");
      try {
        const { file } = await this.transport.call("files", { ...this.about(), one: thing.id, format }, { progress: (text) => { told.textContent = inOwnWords(text); } });
        (await import("./dom.js")).save(file);
        told.textContent = t("thing.there", { name: file.name });
      } catch (problem) {
        told.textContent = problem.message;
      }
    };
    $("thing-body").replaceChildren(el("div", { class: "closeups" }, picture, block), el("div", { class: "thing-side" }, facts,
      el("h3", {}, t("thing.alone")), el("div", { class: "chips" }, ...formats.map((format) => el("button", { type: "button", class: "chip", onclick: () => take(format) }, format.toUpperCase()))), told));
    $("thing").showModal();
    try {
      const { value } = await this.transport.call("bodies", { ...this.about(), ids: [thing.id] });
      this.closeup = new Stage(block, thing.name);
      if (!$("thing").open || !(await this.closeup.show(value, thing.id, t("solid.turned", { name: thing.name })))) block.remove();
    } catch {
      block.remove(); // it is not printed
    }
  }

  /* Put a piece of each game beside its name. */
  async icons() {
    for (const game of this.games) {
      try {
        const { value } = await this.transport.call("preview", { game: game.name, settings: {}, parts: ["icon"] });
        const part = value.parts.icon;
        document.querySelector(`[data-room="${game.name}"] .game-picture`).innerHTML = faceSvg(part.face, part.body);
      } catch {
        // a game without a picture is a game
      }
    }
  }
}

async function begin() {
  let studio = null;
  try {
    await loadTexts();
    const transport = await connect();
    const { value } = await transport.call("games", {});
    studio = new Studio(transport, value.games);
    await studio.arrive();
    setTimeout(() => studio.icons(), 400);
  } catch (problem) {
    $("problem").hidden = false;
    $("problem").textContent = problem.message;
    $("said").textContent = plain(problem.message);
    document.body.dataset.view = "settings";
    console.warn(problem.message);
  }
}

begin();
