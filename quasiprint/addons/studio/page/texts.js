/* The words of the page: a catalogue for each language, templates/languages. Load it before anything is shown. */

const KEPT = "quasiprint-language";
let known = ["en"];
let catalogue = {};
let chosen = "en";
let point = "."; // in a number with decimals, as the language has it

/* Take the language that was chosen here, or else the browser's, and read its catalogue. */
export async function loadTexts() {
  known = await (await fetch("texts.json")).json();
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages.map((one) => one.split("-")[0].toLowerCase())];
  chosen = wanted.find((one) => known.includes(one)) ?? known[0];
  catalogue = await (await fetch(`texts-${chosen}.json`)).json();
  document.documentElement.lang = chosen;
  point = new Intl.NumberFormat(chosen).formatToParts(0.5).find(({ type }) => type === "decimal").value;
  fillIn();
}

export const language = () => chosen;
export const languages = () => known;

/* Return what a language is called in the page's own. */
export const languageName = (one) => (/^[a-z]{2}$/.test(one) ? new Intl.DisplayNames(chosen, { type: "language" }).of(one) : one);

/* Return what holds numbers, with the decimal point of the page's language. */
export const inDigits = (said) => said.replace(/(?<![\w.])(\d+)\.(?=\d+(?![\w.]))/g, `$1${point}`);

/* Keep a language for the next time that the page is loaded. */
export const chooseLanguage = (one) => localStorage.setItem(KEPT, one);

export const hasText = (key) => key in catalogue;

/* Return a text, filled in. count: of exactly one there may be a text of its own, "KEY-one". */
export function t(key, values = {}) {
  const text = (values.count === 1 && catalogue[`${key}-one`]) || catalogue[key];
  if (text === undefined) throw new Error(`texts: there is no ${key}`);
  const shown = (value) => (/^[\d.]+$/.test(value) ? inDigits(String(value)) : value);
  return text.replace(/\{([a-z-]+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/* Fill in what stands in the page itself: data-t names a text, data-t-label one that is read aloud and on hovering. */
function fillIn() {
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of document.querySelectorAll("[data-t-label]")) {
    one.setAttribute("aria-label", t(one.dataset.tLabel));
    if (one.title) one.title = t(one.dataset.tLabel);
  }
}
