/* The way to a server on this machine. The token of the address that `quasiprint studio` printed goes with every
   question as a header, and out of the address: so a link can be given away. */
import { t } from "./texts.js";
import { Lost, aborted, settled } from "./transport.js";

const KEPT = "quasiprint-studio-token";

function token() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given) {
    localStorage.setItem(KEPT, given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address.pathname + address.search + address.hash);
  }
  return localStorage.getItem(KEPT) ?? "";
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(aborted());
    }, { once: true });
  });
}

export async function open() {
  const headers = { "Content-Type": "application/json", "X-Studio-Token": token() };

  /* Post a table, and wait politely where the server asks for it. */
  async function post(path, value, { signal, progress } = {}) {
    for (;;) {
      let response;
      try {
        response = await fetch(path, { method: "POST", headers, body: JSON.stringify(value), signal, cache: "no-store" });
      } catch (problem) {
        if (problem.name === "AbortError") throw problem;
        throw new Lost(t("way.gone"));
      }
      if (response.status === 503) {
        progress?.(t("way.busy"));
        await pause(1000 * Math.min(10, Number(response.headers.get("Retry-After")) || 1), signal);
        continue;
      }
      if (response.status === 403) throw new Lost(t("way.strange"));
      if (!response.ok) settled(await response.json().catch(() => ({ refused: { message: t("way.gone") } })));
      return response;
    }
  }

  /* Read an answer: lines that tell what is being done, its value, and behind that its file. */
  async function followed(response, progress) {
    const lines = response.clone().body.pipeThrough(new TextDecoderStream("latin1")).getReader();
    const whole = response.blob();
    whole.catch(() => {}); // the lines say so
    let [text, at] = ["", 0]; // a letter is a byte
    try {
      for (;;) {
        const end = text.indexOf("\n", at);
        if (end >= 0) {
          const { told, value, file } = JSON.parse(text.slice(at, end));
          at = end + 1;
          if (value) return { value: settled(value), file: file ? { blob: (await whole).slice(at), name: file } : null };
          progress?.(told);
        } else {
          const { done, value } = await lines.read();
          if (done) throw new TypeError("the answer ends too soon");
          text += value;
        }
      }
    } catch (problem) {
      if (problem instanceof TypeError) throw new Lost(t("way.gone"));
      throw problem;
    } finally {
      lines.cancel().catch(() => {});
    }
  }

  return {
    idle: 400,
    async call(name, value, how = {}) {
      const response = await post(`api/${name}`, value, how);
      if (!response.headers.get("Content-Type").endsWith("ndjson")) return followed(response, how.progress);
      return { value: settled(JSON.parse((await response.text()).trim().split("\n").at(-1)).value), file: null };
    },
  };
}
