/* The way to the same Python in the browser, in a worker: see transport.js. One question at a time; whoever does not
   want an answer any more is told so at once, and the answer, when it comes, is thrown away. */
import { Lost, aborted, settled } from "./transport.js";

const GONE = "Python ended in this browser. Load the page again; a smaller set may help.";

export async function open() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
  const worker = new Worker("worker.js", { type: "module" });
  const waiting = new Map();
  let number = 0;
  let last = "Python is being loaded …";
  const gone = (event) => {
    event?.preventDefault?.();
    for (const one of waiting.values()) one.reject(new Lost(GONE));
    waiting.clear();
  };
  worker.addEventListener("error", gone);
  worker.addEventListener("message", ({ data }) => {
    if (data.told !== undefined) {
      last = data.told;
      for (const one of waiting.values()) one.progress?.(data.told);
      return;
    }
    const one = waiting.get(data.number);
    if (!one) return;
    waiting.delete(data.number);
    if (data.problem) one.reject(new Lost(`${GONE} (${data.problem})`));
    else one.resolve(data);
  });

  return {
    async call(name, value, { signal, progress } = {}) {
      if (signal?.aborted) throw aborted();
      const own = ++number;
      const data = await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => {
          waiting.delete(own);
          worker.postMessage({ forget: own });
          reject(aborted());
        }, { once: true });
        waiting.set(own, { resolve, reject, progress });
        progress?.(last);
        worker.postMessage({ number: own, name, value: JSON.stringify(value) });
      });
      const found = settled(JSON.parse(data.value));
      const file = data.file ? { blob: new Blob([data.content], { type: data.media }), name: data.file } : null;
      return { value: found, file };
    },
    close() {
      worker.terminate();
    },
  };
}
