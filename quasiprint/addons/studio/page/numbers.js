/* What the design on the page takes, in a few numbers that are always in sight: plates, hours, grams, sheets, leaves. */
import { el } from "./dom.js";
import { t } from "./texts.js";

/* Return hours in words. */
export function hours(time) {
  const minutes = Math.max(1, Math.round(time * 60));
  if (minutes < 60) return t("takes.minutes", { minutes });
  return t("takes.hours", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
}

/* Return what the engine counted as short texts, by what is made. */
export function counts(numbers) {
  const { plates, grams, sheets, minutes, leaves, costs = {} } = numbers;
  const found = {
    printer: plates ? [t("laid.plates", { count: plates }), hours(numbers.hours), t("numbers.grams", { count: Math.round(grams) })] : [],
    laser: sheets ? [t("laid.sheets", { count: sheets }), hours(minutes / 60)] : [],
    paper: leaves ? [t("laid.leaves", { count: leaves })] : [],
  };
  for (const [what, texts] of Object.entries(found)) if (costs[what]) texts.push(costs[what]);
  return found;
}

export class Numbers {
  /* list: where they stand. */
  constructor(list) {
    this.list = list;
  }

  /* Say nothing but a word: that they are being counted, or that there are none. */
  say(text, digest = "") {
    this.list.dataset.digest = digest;
    this.list.replaceChildren(el("li", { class: "quiet" }, text));
  }

  /* Show what the engine answered to "proving". */
  show({ numbers, state, digest }) {
    if (!numbers) return state === "checking" ? this.say(t("takes.counting")) : this.say(t("numbers.none"), digest);
    this.list.dataset.digest = digest;
    const found = Object.entries(counts(numbers)).filter(([, texts]) => texts.length);
    this.list.replaceChildren(...found.map(([what, texts]) => el("li", { "data-what": what }, ...texts.map((text) => el("span", {}, text)))));
  }
}
