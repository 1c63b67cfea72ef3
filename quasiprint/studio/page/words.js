/* What the engine says, in the page's language: options of games, what a set has, what is being done. Whatever the
   catalogues do not know, such as an option of a plug-in, stays as the engine says it. */
import { hasText, t } from "./texts.js";

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
const known = (key, otherwise, values) => (hasText(key) ? t(key, values) : otherwise);

/* Return a form with labels, help, titles of groups, and labels of choices: [value, what is said of it, label]. */
export function inWords(form) {
  const field = (door) => (one) => {
    const names = [`${one.name}-${door}`, `${one.name}-${form.game}`, one.name].map((name) => `option.${name}`);
    const said = (what) => known(names.map((name) => `${name}.${what}`).find(hasText) ?? "", one[what]);
    const choices = one.choices.map(([value, line]) => [value, line, known(`choice.${one.name}.${value}`, value)]);
    const kinds = one.kinds.map((kind) => ({ ...kind, label: known(`profile.${slug(kind.kind)}`, kind.kind) }));
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

/* Return what a set has: "90 tiles, 120 tokens". */
export function counted(said) {
  return said.split(", ").map((one) => {
    const [, count, what] = one.match(/^(\d+) (.+)$/) ?? [];
    return what ? known(`counted.${slug(what)}`, one, { count }) : one;
  }).join(", ");
}

/* Return a kind of things, or a shape. */
export const kindOf = (name) => known(`kind.${slug(name)}`, name);

/* Return what is being done. */
export function told(text) {
  const [, name, count] = text.match(/^(\w+): (\d+) files$/) ?? [];
  return known(name ? "told.files" : `told.${slug(text)}`, text, { name: name?.toUpperCase(), count });
}
