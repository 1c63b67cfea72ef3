/* The studio: choose a game, change what it is like, see it, take it. Everything that is known of a design stands in the
   address; everything that is shown comes from the engine. */
import { Closeup } from "./closeup.js";
import { Compare } from "./compare.js";
import { Front, called } from "./covers.js";
import { $, closing, copy, el, plain, toast } from "./dom.js";
import { Files } from "./files.js";
import { Form } from "./form.js";
import { Leaves } from "./leaves.js";
import { Simple } from "./simple.js";
import { Opening } from "./opening.js";
import { Play } from "./play.js";
import { Reader } from "./reader.js";
import { Scored } from "./scored.js";
import { Showing } from "./showing.js";
import { Solid } from "./solid.js";
import { read, same, write } from "./state.js";
import { chooseLanguage, language, languages, loadTexts, t } from "./texts.js";
import { connect } from "./transport.js";
import { Pieces, Takes } from "./views.js";
import { inWords } from "./words.js";

const TABS = [ // each with what a game has to offer for it
  ["pieces"], ["solid", "solids"], ["sheets", "drawings"], ["plates", "solids"], ["leaves", "pages"], ["books"], ["takes"], ["table"], ["compare"],
];
const TAB = "quasiprint-tab";
const PAUSE = 1000; // ms: what is typed after as long is a step of its own for Back

class Studio {
  constructor(transport, games) {
    this.transport = transport;
    this.games = games;
    this.settings = {};
    this.page = ""; // of the address: a cover, the simple form, or the whole studio
    this.tab = sessionStorage.getItem(TAB) ?? "pieces"; // what was looked at before the page's language was changed
    sessionStorage.removeItem(TAB);
    this.beside = null; // the design to compare with: game, settings
    this.typed = -Infinity; // when the step that is being typed was typed last
    this.form = new Form($("fields"), (settings, committed) => this.change(settings, committed));
    this.fields = null;
    this.files = new Files(this);
    this.front = new Front(this);
    this.opening = new Opening(transport);
    this.simple = new Simple($("simple"), this);
    this.panels();
    this.closeup = new Closeup(this);
    this.tables = new Map(); // by set and position: a game that is being played is there when somebody comes back
    this.showing = new Showing(this);
    this.wire();
  }

  panels() {
    const panel = (name) => el("div", { class: "panel", id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, hidden: true, tabindex: "0" });
    const made = Object.fromEntries(TABS.map(([name]) => [name, panel(name)]));
    $("panels").append(...Object.values(made));
    made.pieces.removeAttribute("tabindex"); // its pieces can be reached themselves
    const laid = (name, panel = made[name]) => new Leaves(panel, name, (value, how) => this.transport.call("laid", { ...this.about(), ...value }, how));
    const flat = async () => { // where no bodies can be drawn
      const [panel, how] = [el("div"), {}];
      const plates = laid("plates", panel);
      await plates.show((await plates.ask({ what: "plates" }, how)).value, how);
      return panel;
    };
    this.views = {
      pieces: new Pieces(made.pieces, (found) => this.closeup.show(found)), solid: new Solid(made.solid, flat),
      sheets: laid("sheets"), plates: laid("plates"), leaves: laid("leaves"),
      books: new Reader(made.books, (name, value, how) => this.transport.call(name, { ...this.about(), settings: this.files.settings(this.about().settings), ...value }, how)),
      takes: new Takes(made.takes), compare: new Compare(made.compare, this),
    };
    this.panel = made;
  }

  wire() {
    const here = location.href.split("#")[0]; // whole: a short link that is scrolled out of sight would be taken for a skip link
    $("games").replaceChildren(...this.games.map((game) => el("li", {},
      el("a", { class: "game", href: `${here}#${game.name}`, "data-room": game.name }, el("span", {}, called(game))))));
    document.querySelector(".skip").addEventListener("click", (event) => { // a place on the page, and no game
      event.preventDefault();
      (this.front.root.hidden ? $("preview") : this.front.root).focus();
    });
    $("reset").addEventListener("click", () => { this.form.put({}); this.change({}, true); });
    $("copy").addEventListener("click", () => copy($("command").textContent, t("page.copied-command")));
    $("share").addEventListener("click", () => copy(location.href, t(document.documentElement.dataset.transport === "worker" ? "page.copied-link" : "page.copied-here")));
    $("keep").addEventListener("click", () => this.keep(this.about()));
    $("verdict").addEventListener("click", () => this.turnTo("takes"));
    $("download").addEventListener("click", () => (this.page === "make" ? this.simple.take() : this.files.open()));
    $("language").replaceChildren(...languages().map((one) => el("option", { value: one, lang: one, selected: one === language() }, one.toUpperCase())));
    $("language").addEventListener("change", () => {
      chooseLanguage($("language").value);
      sessionStorage.setItem(TAB, this.tab);
      location.reload();
    });
    for (const name of ["settings", "preview"]) $(`show-${name}`).addEventListener("click", () => this.side(name));
    ["files", "thing"].forEach((name) => closing($(name)));
    $("settings").addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("popstate", () => this.arrive());
    window.addEventListener("hashchange", () => this.arrive());
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
    if (this.front.show(game, said.page, said.game)) return; // a cover
    this.position = said.position;
    if (said.page === "play") this.tab = "table";
    const other = game.name !== this.game?.name;
    const stays = !other && same(said.settings, this.settings);
    this.settings = said.settings;
    if (other) this.choose(game);
    if (stays) {
      this.turnTo(this.tab, this.page === "play" || this.showing.design === this.design);
      if (this.page !== "play" && this.showing.design !== this.design) this.changed();
      return;
    }
    this.changed(); // the picture does not wait for the form
    if (other) await this.formed(game);
    this.form.put(this.settings);
    this.simple.put(this.settings);
  }

  choose(game) {
    this.game = game;
    document.documentElement.dataset.game = game.name;
    $("title").textContent = called(game);
    $("said").textContent = "\u00a0";
    this.shown = null;
    this.tabs();
  }

  tabs() {
    const { game } = this;
    const own = { table: game.plays || game.scores, books: game.books.length, compare: this.beside };
    const can = (name, offer) => (name in own ? own[name] : !offer || game.offers.includes(offer));
    const tabs = TABS.filter(([name, offer]) => can(name, offer)).map(([name]) => [name, t(`tab.${name === "table" && !game.plays ? "score" : name}`)]);
    if (!tabs.some(([name]) => name === this.tab)) this.tab = "pieces";
    $("tabs").replaceChildren(...tabs.map(([name, label]) => el("button", { type: "button", role: "tab", id: `tab-${name}`, class: "tab",
      "aria-controls": `panel-${name}`, onclick: () => this.turnTo(name), onkeydown: (event) => this.tabKey(event, tabs) }, label)));
    this.turnTo(this.tab, false);
    $("keep").textContent = t(`compare.${this.beside ? "keep-instead" : "keep"}`);
  }

  /* Keep a design to compare with, null for none. */
  keep(design) {
    const now = this.tab;
    this.beside = design && { game: design.game, settings: { ...design.settings } };
    this.tabs();
    if (this.tab !== now) this.look();
    if (design) toast(t("compare.is-kept"));
  }

  async formed(game) {
    const form = inWords((await this.transport.call("form", { game: game.name })).value);
    if (this.game !== game) return;
    this.fields = form;
    this.form.show(form);
    this.simple.show(form);
    if (this.tab === "table") this.table();
    if (this.tab === "compare") this.views.compare.draw();
  }

  /* Show the table of a design, once its form is there: who plays it has the set that the options of the game say. */
  table() {
    const { game, fields } = this;
    if (fields?.game !== game.name) return;
    const settings = this.page === "play" ? this.settings : this.showing.settings;
    const names = ["seed", "profile", ...fields.fields.filter(({ group }) => group === fields.groups[0]).flatMap(({ name }) => [name, `${name}-text`])];
    const design = Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
    const own = write(game.name, design).slice(1);
    const key = `${own}/${this.position}`;
    if (!this.tables.has(key)) {
      const scored = game.scores ? new Scored(this, fields) : null;
      const play = game.plays ? new Play(this, fields, scored, { design, key: own }) : null;
      const root = el("div", {}, play?.root, scored?.root);
      this.panel.table.append(root);
      this.tables.set(key, root);
      play?.begin(this.position);
    }
    for (const [name, root] of this.tables) root.hidden = name !== key;
    this.panel.table.dataset.game = game.name;
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
    });
    for (const [key, panel] of Object.entries(this.panel)) panel.hidden = key !== name;
    if (ask && this.page === "play") this.table();
    else if (ask) this.look();
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
    this.simple.put(this.settings);
    if (this.page === "play") this.table();
    else this.showing.change();
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
    await this.views.solid.show(value, t("solid.turned", { name: `${this.game.title}: ${this.shown?.said ?? ""}` }));
    document.body.dataset.solid = this.design;
    performance.mark("solid-shown");
  }

  /* Say what is wrong with a setting beside its field. */
  problem({ setting, message }) {
    this.showing.said(new Map([[setting, message]]));
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
  } catch (problem) {
    $("problem").hidden = false;
    $("problem").textContent = problem.message;
    $("said").textContent = plain(problem.message);
    document.body.dataset.view = "settings";
    console.warn(problem.message);
  }
}

begin();
