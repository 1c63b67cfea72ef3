/* The way to a server on this machine. The token of the address that `quasiprint studio` printed goes with every
   question as a header, and out of the address: so a link can be given away. */
import { t } from "./texts.js";
import { Lost, aborted, settled } from "./transport.js";

const KEPT = "quasiprint-studio-token";
const OFTEN = 250; // ms: how often a long run is looked after

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

  /* Look after a run until it is done. */
  async function followed(run, { signal, progress }) {
    const cancel = () => post(`runs/${run}/cancel`, {}).catch(() => {});
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      for (;;) {
        const state = await (await post(`runs/${run}`, {}, { signal })).json();
        if (state.state === "done") {
          const value = settled(state.value);
          if (!state.file) return { value, file: null };
          const response = await post(`runs/${run}/file`, {}, { signal });
          return { value, file: { blob: await response.blob(), name: state.file } };
        }
        if (state.state === "ended") settled({ refused: { message: state.told } });
        progress?.(state.told);
        await pause(OFTEN, signal);
      }
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  return {
    idle: 400,
    async call(name, value, how = {}) {
      const response = await post(`api/${name}`, value, how);
      const found = await response.json();
      if (response.status === 202) return followed(found.run, how);
      return { value: settled(found), file: null };
    },
  };
}
