/* A game at the table: played, or scored from its text. */
import { Play } from "./play.js";
import { Scored } from "./scored.js";

export class Table {
  /* set: what is played with, as play.js has it */
  constructor(panel, studio, set) {
    Object.assign(this, { panel, studio, set });
  }

  /* Show the table. A position that the address holds is opened. */
  show() {
    const { game, fields: form } = this.studio;
    if (!this.shown) {
      this.shown = true;
      this.scored = game.scores ? new Scored(this.studio, form) : null;
      this.play = game.plays ? new Play(this.studio, form, this.scored, this.set) : null;
      this.panel.replaceChildren(...[this.play?.root, this.scored?.root].filter(Boolean));
      this.play?.begin();
    }
    this.play?.arrive();
  }
}
