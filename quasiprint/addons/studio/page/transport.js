/* How the page asks the engine: one interface, two ways to carry it.

   connect() returns a transport:

     transport.call(name, value, {signal, progress}) → Promise<{value, file}>
       name, value   a question of quasiprint/addons/studio/engine.py and what it is about, as JSON
       signal        an AbortSignal: whoever asked does not want the answer any more
       progress      called with a short text while it takes long: what is being done, or how long the queue is
       value         the answer's table
       file          of "files" and "book": {blob, name}; else null

     transport.idle
       ms without a change after which it may be asked what takes longer: an answer that nobody wants any more may have
       to be waited for

   A promise is rejected with Refused for what cannot be, in the sentence of the command line; with an AbortError if
   `signal` said so; with Lost if the engine is gone.

   Which of the two there is, the page says: <html data-transport="http"> has a server, "worker" has the same Python in
   the browser. A transport module exports open() → Promise<transport>. */

export class Refused extends Error {
  /* message: one sentence; setting: the field that it is about, "" for none; command: what to type instead, or "".
     digest: of the design that is refused, "" if no design is to blame. */
  constructor({ message, setting = "", command = "", digest = "" }) {
    super(message);
    this.name = "Refused";
    this.setting = setting;
    this.command = command;
    this.digest = digest;
  }
}

export class Lost extends Error {
  constructor(message) {
    super(message);
    this.name = "Lost";
  }
}

/* Return the answer's table, or throw what refuses it. */
export function settled(value) {
  if (value && value.refused) throw new Refused({ ...value.refused, digest: value.digest });
  return value;
}

export const aborted = () => new DOMException("not wanted any more", "AbortError");

export async function connect() {
  const worker = document.documentElement.dataset.transport === "worker";
  const { open } = await import(worker ? "./transport-worker.js" : "./transport-http.js");
  return open();
}
