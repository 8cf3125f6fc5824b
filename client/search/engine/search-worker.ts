/** Entry of the worker that answers queries from the embedded index, so that the page stays responsive. */

import { getOrAdd } from "../../../src/shared/lazy.js";
import type { Question, Reply, SearchRequest } from "../../../src/shared/search.js";
import { rootFile } from "../../../src/shared/search-index.js";
import { createEngine, type Engine } from "./engine.js";
import type { Load } from "./store.js";

const engines = new Map<string, Engine>();

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const { id, base, root, request } = data;
  const engine = getOrAdd(engines, base, () => createEngine(loadFrom(base, root)));
  if (request) postMessage(await answer(id, engine, request));
  else engine.open().catch(() => {});
});

async function answer(id: number, engine: Engine, request: SearchRequest): Promise<Reply> {
  try {
    return { id, answer: await engine.search(request) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

/** @param root text of the root file, for its first request. */
function loadFrom(base: string, root: string | undefined): Load {
  let first = root;
  return async (path) => {
    const text = path === rootFile ? first : undefined;
    if (text === undefined) return load(base, path);
    first = undefined;
    return text;
  };
}

/** Only the root file changes, so it is revalidated every time. Some hosts answer with an HTML page if a file is missing. */
async function load(base: string, path: string): Promise<string> {
  const response = await fetch(base + path, path === rootFile ? { cache: "no-cache" } : {});
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || isPage) throw new Error(`${base}${path} cannot be fetched (${response.status})`);
  return response.text();
}
