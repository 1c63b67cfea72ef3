/* The covers: what the studio begins with, all games beside one another, and one game by itself with its rules in
   pictures. What stands on them comes from the games' books. */
import { $, el, toast } from "./dom.js";
import { COVERS, write } from "./state.js";
import { hasText, language, t } from "./texts.js";
import { Lost } from "./transport.js";

/* Return a picture that the engine drew. It is an image: what recurs in it is named, and names are a page's own. */
function picture({ svg, width, height, alt }, of = {}) {
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  return el("img", { src: source, width: Math.round(width * 4), height: Math.round(height * 4), alt, decoding: "async", ...of,
    onload: () => URL.revokeObjectURL(source) });
}

/* Return a step of a game's rules: a picture, and what is said of it. */
export const lessonStep = ({ picture: drawn, said }, name = null) => el("li", { class: name }, el("div", { class: "on-paper" }, picture(drawn)), el("p", {}, said));

export class Front {
  /* studio: with games, transport */
  constructor(studio) {
    this.studio = studio;
    this.root = $("front");
    this.known = new Map(); // what was answered, by question
  }

  /* Show the cover of a game, or all covers where there is no such game. Return whether the address asks for a cover.
     wanted: the game's name, as the address has it. */
  show(game, page, wanted = "") {
    const here = game ? page : COVERS;
    const covers = here === COVERS || here === "cover";
    document.body.dataset.page = here || "studio";
    this.root.hidden = !covers;
    if (!covers && here !== this.here) this.studio.simple.turn(here === "make");
    this.here = here;
    this.head(game, here);
    const said = `${here}/${game?.name ?? ""}`;
    if (covers && said !== this.said) (here === COVERS ? this.all() : this.one(game));
    this.said = covers ? said : "";
    if (!game && wanted) toast(t("covers.strange", { name: wanted }));
    return covers;
  }

  /* Put the game's name and colour where they belong; other games are left for on the same kind of page. */
  head(game, here) {
    const { style } = document.documentElement;
    document.title = game ? `${called(game)} · quasiprint studio` : "quasiprint studio";
    if (game) style.setProperty("--accent", game.accent);
    else style.removeProperty("--accent");
    for (const link of document.querySelectorAll(".game")) {
      link.hash = write(link.dataset.room, {}, here);
      if (link.dataset.room === game?.name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  async ask(question, game) {
    const value = { game: game.name, language: language() };
    const key = `${question} ${JSON.stringify(value)}`;
    if (!this.known.has(key)) this.known.set(key, (await this.studio.transport.call(question, value)).value);
    return this.known.get(key);
  }

  /* Fill what stands empty, one after the other, while it is still shown; a game without a picture is a game. */
  async fill(places) {
    const root = this.inside;
    for (const [question, game, put] of places) {
      try {
        const found = await this.ask(question, game);
        if (root !== this.inside) return;
        put(found);
      } catch (problem) {
        if (root !== this.inside) return;
        if (problem instanceof Lost) toast(problem.message);
        console.warn(problem.message);
      }
    }
    document.body.dataset.covered = this.said;
  }

  put(...inside) {
    this.inside = el("div", { class: "front-in" }, ...inside);
    this.root.replaceChildren(this.inside);
    delete document.body.dataset.covered;
    window.scrollTo(0, 0);
    this.root.scrollTop = 0;
  }

  all() {
    const places = [];
    const cards = this.studio.games.map((game) => {
      const table = el("span", { class: "on-table" });
      const told = el("span", { class: "cover-said" }, game.own ? t("covers.own-tagline") : "\u00a0");
      const facts = el("span", { class: "cover-facts" }, "\u00a0");
      const card = el("a", { class: game.own ? "cover own" : "cover", href: write(game.name, {}, "cover"), "data-cover": game.name },
        table, el("span", { class: "cover-title" }, called(game)), told, game.own ? null : facts);
      card.style.setProperty("--accent", game.accent);
      places.push(["cover", game, (found) => {
        table.replaceChildren(picture(found.picture, { alt: "" }));
        if (found.tagline) told.textContent = found.tagline;
        facts.textContent = found.facts.filter(([fact]) => fact !== "age").map(([, label, said]) => `${said} ${label}`).join(" · ");
      }]);
      return el("li", { class: game.own ? "own-place" : null }, card);
    });
    this.put(el("div", { class: "wide" },
      el("div", { class: "hello" }, el("h2", {}, t("covers.title")), el("p", {}, t("covers.lead"))),
      el("ul", { class: "covers" }, ...cards),
      hasText("home.translated") ? el("p", { class: "quiet" }, t("home.translated")) : null));
    this.fill(places);
  }

  one(game) {
    const table = el("div", { class: "on-table" });
    const told = el("p", { class: "tagline" }, game.own ? t("covers.own-tagline") : "\u00a0");
    const facts = el("dl", { class: "lid-facts" });
    const by = el("p", { class: "quiet" }, "\u00a0");
    const lesson = el("ol", { class: "lesson" }, ...Array.from({ length: game.rules ? 6 : 0 }, () => el("li", { class: "card" }, el("div", { class: "on-paper" }), el("p", {}, "\u00a0"))));
    const lid = el("section", { class: "lid" }, table, el("div", { class: "lid-side" },
      el("h2", {}, called(game)), told, facts, by, this.ways(game)));
    this.put(lid, el("section", { class: "wide lesson-part" },
      el("h3", {}, t(game.own ? "covers.own-pictures" : "covers.pictures")), lesson, game.rules ? this.book(game) : null, this.ways(game)));
    this.fill([
      ["cover", game, (found) => {
        table.replaceChildren(picture(found.picture));
        if (found.tagline) told.textContent = found.tagline;
        facts.replaceChildren(...found.facts.map(([, label, said]) => el("div", {}, el("dt", {}, label), el("dd", {}, said))));
        by.textContent = found.by;
      }],
      ["steps", game, (found) => lesson.replaceChildren(...found.steps.map((step) => lessonStep(step, "card")))],
    ]);
  }

  /* Return the way to the whole rulebook. */
  book(game) {
    const turn = () => { this.studio.tab = "books"; };
    return el("p", { class: "to-book" }, el("a", { href: write(game.name, {}), onclick: turn }, t("covers.book")));
  }

  /* Return where to go on from a game's cover. */
  ways(game) {
    const way = (page, main) => el("a", { class: main ? "button main big" : "button big", href: write(game.name, {}, page) }, t(`covers.${page || "studio"}`));
    return el("p", { class: "ways" }, game.plays ? way("play", true) : null, way("make", !game.plays), way("", false));
  }
}

/* Return how a game is called on the page. */
export const called = (game) => (game.own ? t("covers.own") : game.title);
