/* The way to the same Python in the browser, in a worker: see transport.js. One question at a time; whoever does not
   want an answer any more is told so at once, and the answer, when it comes, is thrown away. What everybody asks first
   was answered when this folder was written, so that a first picture does not wait for Python's 17 MB. */
import { keepPage, keepRest } from "./offline.js";
import { t } from "./texts.js";
import { Lost, aborted, settled } from "./transport.js";

/* Return the country of this browser's language, "" if it says none. */
const country = () => (navigator.languages?.[0] ?? navigator.language ?? "").split("-").slice(1).pop() ?? "";

/* Return what a file of answers holds, undefined if it is not to be had. */
async function held(name) {
  try {
    const response = await fetch(name);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

export async function open() {
  const known = held("answers.json");
  keepPage();
  let worker = null;
  const waiting = new Map();
  let number = 0;
  let last = "Python is being loaded …";
  const gone = (event) => {
    event?.preventDefault?.();
    for (const one of waiting.values()) one.reject(new Lost(t("way.python-ended")));
    waiting.clear();
  };
  const heard = ({ data }) => {
    if (data.begun) {
      last = "";
      return keepRest();
    }
    if (data.told !== undefined) {
      last = data.told;
      return waiting.forEach((one) => one.progress?.(data.told));
    }
    const one = waiting.get(data.number);
    if (!one) return;
    waiting.delete(data.number);
    if (data.problem) one.reject(new Lost(`${t("way.python-ended")} (${data.problem})`));
    else one.resolve(data);
  };
  const python = () =>
    (worker ??= Object.assign(new Worker("worker.js", { type: "module" }), { onerror: gone, onmessage: heard }));

  return {
    idle: 1500,
    async call(name, value, { signal, progress } = {}) {
      const said = JSON.stringify(value);
      // what making takes was answered for A4: where paper is another, Python is asked
      const other = name === "proving" && (await known)?.letter.includes(country());
      const there = other ? undefined : (await known)?.[`${name} ${said}`];
      const first = typeof there === "string" ? await held(there) : there; // a large one has its own file
      if (signal?.aborted) throw aborted();
      // Python is fetched once there is a picture, or once it is asked
      if (first && ["preview", "cover"].includes(name)) requestAnimationFrame(() => setTimeout(python));
      if (first) return { value: structuredClone(first), file: null };
      const own = ++number;
      const data = await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => {
          waiting.delete(own);
          python().postMessage({ forget: own });
          reject(aborted());
        }, { once: true });
        waiting.set(own, { resolve, reject, progress });
        progress?.(last);
        python().postMessage({ number: own, name, value: said });
      });
      const found = settled(JSON.parse(data.value));
      const file = data.file ? { blob: new Blob([data.content], { type: data.media }), name: data.file } : null;
      return { value: found, file };
    },
  };
}
