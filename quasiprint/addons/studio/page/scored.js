/* A layout or a game in its text form, and what the rules say of it. */
import { el } from "./dom.js";
import { t } from "./texts.js";

/* Return the choices of a form as fields. into: takes what is chosen, by name. */
export function choices(fields, into, changed = () => {}) {
  return fields.filter((field) => ["choice", "number", "flag"].includes(field.control)).map((field) => {
    const id = `rule-${field.name}-${field.label.length}-${fields.length}`;
    const option = (value, label) => el("option", { value, selected: value === (into[field.name] ?? "") }, label);
    const box = field.control === "choice"
      ? el("select", { id }, field.choices.some(([value]) => value === field.default) ? null : option("", t("form.usual", { value: field.meant })), ...field.choices.map(([value, , label]) => option(value === field.default ? "" : value, label)))
      : field.control === "flag" ? el("select", { id }, option("", t("play.no")), option("yes", t("play.yes")))
        : el("input", { id, type: "text", inputmode: "numeric", placeholder: field.default, value: into[field.name] ?? "" });
    box.addEventListener("change", () => { into[field.name] = box.value; changed(); });
    return el("div", { class: "field", title: field.help }, el("label", { for: id }, field.label), box);
  });
}

export const rules = (chosen) => Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));

export class Scored {
  constructor(studio, form) {
    this.studio = studio;
    this.text = el("textarea", { id: `score-text-${form.game}`, class: "score-text", rows: "10", spellcheck: "false" });
    this.result = el("div", { class: "result", "aria-live": "polite" });
    this.options = {};
    const file = el("input", { type: "file", id: `score-file-${form.game}`, class: "unseen", onchange: async () => {
      if (file.files[0]) { this.text.value = await file.files[0].text(); this.score(); }
    } });
    const button = (name, label, act, main = "") => el("button", { type: "button", class: `button ${main} ${name}`, onclick: act }, label);
    this.root = el("section", { class: "score card", "aria-label": t("score.title") },
      el("div", {}, el("h2", {}, t("score.title")),
        el("div", { class: "field" }, el("label", { for: this.text.id }, t("score.text")), this.text),
        el("div", { class: "rules" }, ...choices(form.score, this.options)),
        el("div", { class: "chips" }, button("score-it", t("score.score"), () => this.score(), "main"),
          form.example ? button("score-example", t("score.example"), () => this.put(form.example)) : null,
          el("label", { class: "button", for: file.id }, t("score.open")), file)),
      this.result);
  }

  put(text) {
    this.text.value = text;
    return this.score();
  }

  async score() {
    const { transport, game, settings } = this.studio;
    try {
      const { value } = await transport.call("score", { game: game.name, settings, text: this.text.value, rules: rules(this.options) });
      const rows = Object.entries(value.result).filter(([key, said]) => key !== "findings" && (key !== "not_seen" || said.length)).map(([key, said]) =>
        el("tr", {}, el("th", { scope: "row" }, key.replaceAll("_", " ")), el("td", {}, words(said))));
      const picture = el("div", { class: "picture" });
      picture.innerHTML = value.picture;
      picture.firstElementChild?.setAttribute("role", "img");
      picture.firstElementChild?.setAttribute("aria-label", t("score.layout"));
      this.result.replaceChildren(el("p", { class: `verdict ${value.legal ? "good" : "bad"}` }, t(value.legal ? "score.legal" : "score.illegal")),
        ...(value.result.findings ?? []).map((one) => el("p", { lang: "en" }, `${one.subject}: ${one.message}${one.remedy ? ` (${one.remedy})` : ""}`)),
        picture, el("div", { class: "scroll", tabindex: "0" }, el("table", { lang: "en" }, el("tbody", {}, ...rows))));
    } catch (problem) {
      this.result.replaceChildren(el("p", { class: "wrong", role: "alert", lang: "en" }, problem.message));
    }
  }
}

function words(said) {
  if (said === null) return "–";
  if (typeof said === "boolean") return t(said ? "play.yes" : "play.no");
  if (Array.isArray(said)) return said.map((one) => (Array.isArray(one) ? `(${words(one)})` : words(one))).join(", ");
  if (typeof said === "object") return Object.entries(said).map(([key, value]) => `${key} ${words(value)}`).join(", ");
  return String(said);
}
