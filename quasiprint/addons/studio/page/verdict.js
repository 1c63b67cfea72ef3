/* Whether a design can be made, as `quasiprint check` says it of the same words, in a badge; and what it takes, in a few
   numbers that are always in sight: plates, hours, grams, sheets, leaves. Both are of one design, by its digest; of any
   other they say nothing. */
import { el } from "./dom.js";
import { t } from "./texts.js";

const LOOKS = { checking: "busy", proved: "good", minded: "good", failed: "bad", refused: "bad", unknown: "unknown" };

/* Return hours in words. */
export function hours(time) {
  const minutes = Math.max(1, Math.round(time * 60));
  if (minutes < 60) return t("takes.minutes", { minutes });
  return t("takes.hours", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
}

/* Return hours of printing, about which no more is known. */
export const about = (time) => `≈ ${Math.max(1, Math.round(time))} h`;

/* Return what a finding says in one line. */
export const sentence = (finding) => `${finding.subject}: ${finding.message}`;

/* Return what the engine counted as short texts, by what is made. */
function counts(numbers) {
  const { plates, grams, sheets, minutes, leaves, costs = {} } = numbers;
  const found = {
    printer: plates ? [t("laid.plates", { count: plates }), about(numbers.hours), t("numbers.grams", { count: Math.round(grams) })] : [],
    laser: sheets ? [t("laid.sheets", { count: sheets }), hours(minutes / 60)] : [],
    paper: leaves ? [t("laid.leaves", { count: leaves })] : [],
  };
  for (const [what, texts] of Object.entries(found)) if (costs[what]) texts.push(costs[what]);
  return Object.entries(found).filter(([, texts]) => texts.length);
}

export class Verdict {
  /* box: where the badge stands. list: where the numbers stand. */
  constructor(box, list) {
    Object.assign(this, { box, list });
  }

  /* Say a state of a design, and no numbers. digest: the design's, "" as long as it is not known. told: what it is because
     of. share: how much is checked. */
  say(state, { digest = "", count = 0, told = "", share = 0 } = {}) {
    const { box } = this;
    box.hidden = false;
    box.className = `verdict ${LOOKS[state]}`;
    box.dataset.state = state;
    box.dataset.digest = digest;
    box.style.setProperty("--share", `${Math.round(share * 100)}%`);
    const text = t(`verdict.${state}`, { count });
    if (box.textContent !== text) box.textContent = text;
    box.title = told;
    this.list.dataset.digest = "";
    this.list.replaceChildren(el("li", { class: "quiet" }, t(state === "checking" ? "takes.counting" : "numbers.none")));
  }

  /* Say what the engine answered to "proving". */
  show(answer) {
    const { state, digest, numbers, findings = [], done = 0, steps = 1 } = answer;
    const minded = findings.filter((one) => one.severity === "warning");
    const told = state === "unknown" ? t("verdict.missing", { name: answer.missing, command: answer.command }) : findings.map(sentence).join("\n");
    this.say(state, { digest, count: minded.length, told, share: done / steps });
    if (numbers || state !== "checking") this.list.dataset.digest = digest;
    if (numbers) this.list.replaceChildren(...counts(numbers).map(([what, texts]) => el("li", { "data-what": what }, ...texts.map((text) => el("span", {}, text)))));
  }
}
