/* Has the browser keep this folder, so that the page works without a network: see sw.js. */
import { toast } from "./dom.js";
import { t } from "./texts.js";

const FIRST = 1500; // ms of a first visit before anything is kept: what is shown comes first
const REST = 6000; // ms after Python is there until what is left is fetched, quietly

const AGAIN = 60_000; // ms: a browser may end what takes long, and it goes on from there
const TIMES = 8;

const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/* Register the keeper of the files. A newer one takes over while the page begins, and the page begins again. */
export async function keepPage() {
  if (!worker) return;
  worker.addEventListener("message", ({ data }) => {
    if (data.kept) document.documentElement.dataset.offline = "";
    if (data.stale) toast(t("home.stale"));
  });
  if (!worker.controller) await pause(FIRST);
  try {
    const registered = await worker.register("sw.js");
    if (!registered.waiting || !worker.controller) return;
    worker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registered.waiting.postMessage("take");
  } catch (problem) {
    console.info(`This browser keeps nothing for the next visit: ${String(problem.message ?? problem).slice(0, 200)}`);
  }
}

/* Fetch what is left, once the page is at rest; not where somebody pays for every byte. */
export async function keepRest() {
  if (!worker || navigator.connection?.saveData) return;
  await pause(REST);
  for (let times = 0; times < TIMES && document.documentElement.dataset.offline === undefined; times += 1) {
    const { active, waiting } = await worker.ready;
    if (!waiting) active?.postMessage("keep"); // what is about to go has nothing to keep, and whoever is busy stays
    await pause(AGAIN);
  }
}
