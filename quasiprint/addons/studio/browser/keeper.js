/* Makes an image of Python, for the next visit, and ends. */
import { keep } from "./python.js";

keep().catch((problem) => console.info(`No image of Python is kept: ${String(problem.message ?? problem).slice(0, 200)}`))
  .finally(() => { postMessage({ over: true }); close(); });
