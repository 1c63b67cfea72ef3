/* A game at the table: played by pointing, or scored from its text. */
import { el, plain, say } from "./dom.js";

export class Table {
  constructor(panel, studio) {
    this.panel = panel;
    this.studio = studio;
    this.saved = "";
    this.level = {};
  }

  show() {
    const { game, fields: form } = this.studio;
    if (!form || form.game !== game.name) return;
    if (this.shown === game.name) return;
    this.shown = game.name;
    this.saved = "";
    this.panel.replaceChildren();
    if (game.plays) this.panel.append(this.playing(form));
    if (game.scores) this.panel.append(this.scoring(form));
    if (game.plays) this.play("");
  }

  choices(fields, into) {
    return fields.filter((field) => ["choice", "number", "flag"].includes(field.control)).map((field) => {
      const id = `rule-${field.name}-${field.label.length}`;
      const box = field.control === "choice"
        ? el("select", { id }, ...field.choices.map(([value, , label]) => el("option", { value: value === field.default ? "" : value }, label)))
        : field.control === "flag" ? el("select", { id }, el("option", { value: "" }, "no"), el("option", { value: "yes" }, "yes"))
          : el("input", { id, type: "text", inputmode: "numeric", placeholder: field.default });
      if (field.control === "choice") box.value = "";
      box.addEventListener("change", () => { into[field.name] = box.value; });
      return el("div", { class: "field", title: field.help }, el("label", { for: id }, field.label), box);
    });
  }

  playing(form) {
    this.board = el("div", { class: "board" });
    this.told = el("ol", { class: "told", tabindex: "0", "aria-live": "polite", "aria-label": "Moves" });
    this.turn = el("p", { class: "turn" });
    this.ask = el("div", { class: "chips", hidden: true, role: "group", "aria-label": "Which Quomino to lay" });
    const act = (label, line) => el("button", { type: "button", class: "button", onclick: () => this.play(line) }, label);
    return el("section", { class: "table card", "aria-label": "Play against the computer" },
      el("div", { class: "table-board" }, this.board, this.ask),
      el("div", { class: "table-side" }, el("h2", {}, "Play against the computer"), this.turn,
        el("p", { class: "quiet small" }, "Point at the corner of a square where the omino shall be black. Arrow keys go from corner to corner."),
        el("div", { class: "rules" }, ...this.choices(form.play, this.level)),
        el("div", { class: "chips" }, el("button", { type: "button", class: "button main", onclick: () => { this.saved = ""; this.told.replaceChildren(); this.play(""); } }, "New game"),
          act("Undo", "undo"), act("Hint", "hint"),
          el("button", { type: "button", class: "button", onclick: () => this.scoreThis() }, "Score it")),
        this.told));
  }

  async play(line) {
    const { transport, game } = this.studio;
    this.ask.hidden = true;
    this.board.setAttribute("aria-busy", "true");
    try {
      const { value } = await transport.call("play", { game: game.name, saved: this.saved, line, rules: rules(this.level) });
      this.saved = value.saved;
      this.draw(value);
      for (const text of value.told) this.told.prepend(el("li", {}, text));
      if (value.told.length) say(value.told.join(". "));
    } catch (problem) {
      this.told.prepend(el("li", { class: "wrong" }, problem.message));
    }
    this.board.removeAttribute("aria-busy");
  }

  draw(value) {
    const lines = value.shown.trim().split("\n");
    this.turn.textContent = lines[lines.length - 1];
    const focused = this.board.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const [wide, high] = value.size;
    const spots = value.spots.map(({ box: [x, y, w, h], says }, at) =>
      `<rect class="spot" role="button" tabindex="-1" data-at="${at}" x="${x}" y="${y}" width="${w}" height="${h}" aria-label="${plain(says.map(([name]) => name).join(", or "))}"/>`).join("");
    this.board.innerHTML = `${value.picture}<svg class="spots" viewBox="0 0 ${wide} ${high}" role="group" aria-label="Moves on the board">${spots}</svg>`;
    const picture = this.board.firstElementChild;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `The board. ${this.turn.textContent}`);
    const every = [...this.board.querySelectorAll(".spot")];
    const first = every.find((spot) => spot.getAttribute("aria-label") === focused) ?? every[0];
    first?.setAttribute("tabindex", "0");
    if (focused) first?.focus();
    const chosen = (spot) => this.choose(value.spots[Number(spot.dataset.at)].says);
    every.forEach((spot) => {
      spot.addEventListener("click", () => chosen(spot));
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); chosen(spot); }
        const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!way) return;
        event.preventDefault();
        const next = nearest(value.spots, Number(spot.dataset.at), way);
        if (next === null) return;
        spot.setAttribute("tabindex", "-1");
        every[next].setAttribute("tabindex", "0");
        every[next].focus();
      });
    });
  }

  choose(says) {
    if (says.length === 1) return this.play(says[0][1]);
    this.ask.replaceChildren(...says.map(([name, line]) => el("button", { type: "button", class: "button", onclick: () => this.play(line) }, name)));
    this.ask.hidden = false;
    this.ask.firstElementChild.focus();
  }

  scoring(form) {
    this.text = el("textarea", { id: "score-text", rows: "10", spellcheck: "false" });
    this.result = el("div", { class: "result", "aria-live": "polite" });
    this.options = {};
    const file = el("input", { type: "file", id: "score-file", class: "unseen", onchange: async () => {
      if (file.files[0]) { this.text.value = await file.files[0].text(); this.score(); }
    } });
    return el("section", { class: "score card", "aria-label": "Score a layout or a game" },
      el("div", {}, el("h2", {}, "Score a layout or a game"),
        el("div", { class: "field" }, el("label", { for: "score-text" }, "In the game's text form"), this.text),
        el("div", { class: "rules" }, ...this.choices(form.score, this.options)),
        el("div", { class: "chips" }, el("button", { type: "button", class: "button main", id: "score-it", onclick: () => this.score() }, "Score"),
          form.example ? el("button", { type: "button", class: "button", id: "score-example", onclick: () => { this.text.value = form.example; this.score(); } }, "Show an example") : null,
          el("label", { class: "button", for: "score-file" }, "Open a file …"), file)),
      this.result);
  }

  scoreThis() {
    this.text.value = this.saved;
    this.score();
    this.text.scrollIntoView({ block: "center" });
  }

  async score() {
    const { transport, game, settings } = this.studio;
    try {
      const { value } = await transport.call("score", { game: game.name, settings, text: this.text.value, rules: rules(this.options) });
      const rows = Object.entries(value.result).filter(([key]) => key !== "findings").map(([key, said]) =>
        el("tr", {}, el("th", { scope: "row" }, key.replaceAll("_", " ")), el("td", {}, words(said))));
      const picture = el("div", { class: "picture" });
      picture.innerHTML = value.picture;
      picture.firstElementChild?.setAttribute("role", "img");
      picture.firstElementChild?.setAttribute("aria-label", "The layout");
      this.result.replaceChildren(el("p", { class: `verdict ${value.legal ? "good" : "bad"}` }, value.legal ? "Legal" : "Not legal"),
        ...(value.result.findings ?? []).map((one) => el("p", {}, `${one.subject}: ${one.message}${one.remedy ? ` (${one.remedy})` : ""}`)),
        picture, el("div", { class: "scroll", tabindex: "0" }, el("table", {}, el("tbody", {}, ...rows))));
    } catch (problem) {
      this.result.replaceChildren(el("p", { class: "wrong", role: "alert" }, problem.message));
    }
  }
}

const rules = (chosen) => Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));

function words(said) {
  if (said === null) return "–";
  if (typeof said === "boolean") return said ? "yes" : "no";
  if (Array.isArray(said)) return said.map((one) => (Array.isArray(one) ? `(${words(one)})` : words(one))).join(", ");
  if (typeof said === "object") return Object.entries(said).map(([key, value]) => `${key} ${words(value)}`).join(", ");
  return String(said);
}

/* Return the spot that lies nearest in a direction, null for none. */
function nearest(spots, from, [right, down]) {
  const middle = ({ box: [x, y, w, h] }) => [x + w / 2, y + h / 2];
  const [x, y] = middle(spots[from]);
  let best = null, least = Infinity;
  spots.forEach((spot, at) => {
    const [dx, dy] = [middle(spot)[0] - x, middle(spot)[1] - y];
    const along = dx * right + dy * down, across = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 0.1 && along + 4 * across < least) [best, least] = [at, along + 4 * across];
  });
  return best;
}
