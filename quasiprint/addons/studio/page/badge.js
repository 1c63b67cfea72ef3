/* Whether the design on the page can be made: as `quasiprint check` says it of the same words. A badge is of one design,
   by its digest; of any other it says nothing. */
import { t } from "./texts.js";

const LOOKS = { checking: "busy", proved: "good", minded: "good", failed: "bad", refused: "bad", unknown: "unknown" };

export class Badge {
  /* box: where it stands. */
  constructor(box) {
    this.box = box;
  }

  /* Say a state of a design. digest: the design's, "" as long as it is not known. told: what it is because of. share: how
     much is checked. */
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
  }

  /* Say what the engine answered to "proving". */
  show(answer) {
    const { state, digest, findings = [], done = 0, steps = 1 } = answer;
    const minded = findings.filter((one) => one.severity === "warning");
    const told = state === "unknown" ? t("verdict.missing", { name: answer.missing, command: answer.command }) : findings.map(sentence).join("\n");
    this.say(state, { digest, count: minded.length, told, share: done / steps });
  }
}

/* Return what a finding says in one line. */
export const sentence = (finding) => `${finding.subject}: ${finding.message}`;
