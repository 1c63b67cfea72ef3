/* What the engine says, in the page's language: options of games, what a set has, what is being done. Whatever the
   catalogues do not know, such as an option of a plug-in, stays as the engine says it. */
import { hasText, inDigits, languageName, t } from "./texts.js";

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
const known = (key, otherwise, values) => (hasText(key) ? t(key, values) : otherwise);

/* Return a form with labels, help, titles of groups, and labels of choices: [value, what is said of it, label]. */
export function inWords(form) {
  const field = (door) => (one) => {
    const names = [`${one.name}-${door}`, `${one.name}-${form.game}`, one.name].map((name) => `option.${name}`);
    const said = (what) => known(names.map((name) => `${name}.${what}`).find(hasText) ?? "", one[what]);
    const label = (value) => (one.name === "language" ? languageName(value) : known(`choice.${one.name}.${value}`, value));
    const choices = one.choices.map(([value, line]) => [value, line, label(value)]);
    const kinds = one.kinds.map((kind) => ({ ...kind, label: known(`profile.${slug(kind.kind)}`, kind.kind),
      names: kind.names.map(([name, line]) => [name, inPhrases(line)]) }));
    return { ...one, label: said("label"), help: said("help"), choices, kinds, meant: known(`default.${slug(one.default)}`, one.default) };
  };
  return {
    ...form,
    fields: form.fields.map(field("make")), play: form.play.map(field("play")), score: form.score.map(field("score")),
    titles: Object.fromEntries(form.groups.map((name) => [name, known(`group.${slug(name)}`, name)])),
    usual: Object.fromEntries(Object.entries(form.usual).map(([name, lengths]) => [name, usual(lengths)])),
  };
}

/* Return a length, or "4 printed, 3 cut". */
function usual(lengths) {
  return lengths.split(", ").map((one) => {
    const [length, how] = one.split(" ");
    return how ? known(`usual.${how}`, one, { length }) : one;
  }).join(", ");
}

const MARKS = /(; |, |: |\. |\.$| ?\(|\))/; // between phrases
const SPACED = { ": ": "phrase.colon", "; ": "phrase.semicolon" }; // marks that a language may set apart
const TILE = /\b(?:thick|thin)-\d+\b|\b\d+(?:-\d+){2,3}\b|\b[a-z]\d+-[a-z]\d+\b|(?<=region )[A-Z]\b/g; // a piece, or a place
const NUMBER = /(?<![\w-])\d+([.,]\d+)?/g;

/* Return a sentence of the engine's, phrase by phrase: "1 sheet of mdf-3, 300 × 300 mm, 3.9 m cut". A phrase is known as
   it is with n for each number, without the name that it ends with, or by its first word before numbers. A
   phrase of a game is known with "tile" for a piece or a place, "who" for who it begins with, and without the points that
   it ends with: "Ann places 1-2-3 hexagon", "bridge +40". A phrase that begins a sentence still does. */
export function inPhrases(text) {
  return text.split(MARKS).map((part, at) => (at % 2 ? known(SPACED[part] ?? "", part) : part && phrase(part))).join("");
}

function phrase(said) {
  const own = inOwnWords(said);
  return /^[A-Z][a-z]/.test(said) ? own[0].toUpperCase() + own.slice(1) : own;
}

function inOwnWords(said) {
  const [form, [tile, other]] = [said.replace(TILE, "tile"), said.match(TILE) ?? []];
  const [n, m] = form.match(NUMBER) ?? [];
  const key = slug(form.replace(NUMBER, "n"));
  const [, who] = said.match(/^([A-Z][a-z]*) /) ?? [];
  const own = [`phrase.${key}`, `phrase.${key.replace(/^[a-z]+/, "who")}`].find((one, at) => hasText(one) && (!at || who));
  if (own) return t(own, { n, m, tile, other, who: who && phrase(who) });
  const [, before, points] = said.match(/^(.+) ([+-]\d+)$/) ?? [];
  if (before) return `${phrase(before)} ${points}`;
  const [, head, name] = said.match(/^(.+) of ([\w-]+)$/) ?? [];
  if (head && phrase(head) !== head) return `${phrase(head)} ${name}`;
  const [, first, rest] = said.match(/^([a-z]+)( [\d.]+.*)$/i) ?? [];
  return first ? `${known(`phrase.${slug(first)}`, first)}${inDigits(rest)}` : said;
}

/* Return a kind of things, or a shape. */
export const kindOf = (name) => known(`kind.${slug(name)}`, name);

/* Return what is being done. */
export function told(text) {
  const [, name, count] = text.match(/^(\w+): (\d+) files$/) ?? [];
  return known(name ? "told.files" : `told.${slug(text)}`, text, { name: name?.toUpperCase(), count });
}
