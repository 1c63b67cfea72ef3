/* Answers questions with Python in the browser, one after another. */
import { begun } from "./python.js";

const queue = [];
const tell = (told) => postMessage({ told });
let late = null;
let running = false;
let python = start();

function start(how) {
  const made = begun(tell, how);
  made.then(() => postMessage({ begun: true }), () => {});
  return made;
}

function answer(made, { number, name, value }) {
  const found = made.ask(name, value, tell);
  const [json, content, file, media] = found;
  const own = content ? content.toJs() : null;
  postMessage({ number, value: json, content: own, file: own ? file : "", media }, own ? [own.buffer] : []);
  content?.destroy();
  found.destroy();
}

async function next() {
  if (running || !queue.length) return;
  running = true;
  const question = queue.shift();
  try {
    const made = await python;
    try {
      if (made.long.has(question.name)) await (late ??= made.rest());
      answer(made, question);
    } catch (problem) {
      if (!made.quick) throw problem;
      late = null; // perhaps the image is to blame: once more, without it
      python = start({ plain: true });
      queue.unshift(question);
    }
  } catch (problem) {
    const said = String(problem.message ?? problem).trim().split("\n").pop().slice(0, 300);
    postMessage({ number: question.number, problem: said });
  }
  running = false;
  setTimeout(next);
}

addEventListener("message", ({ data }) => {
  if (data.forget) {
    const at = queue.findIndex((one) => one.number === data.forget);
    if (at >= 0) queue.splice(at, 1);
    return;
  }
  queue.push(data);
  next();
});
