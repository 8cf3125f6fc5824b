/** What the search benches compare: the pages of a real register, the embedded index that is made of them, and its engine in Node. */
import { gzipSync } from "node:zlib";
import { createEngine } from "../../../client/search/engine/engine.js";
import { weights } from "../../../client/search/engine/weights.js";
import { reduceQuery } from "../../../client/search/pasted.js";
import { linkSite } from "../../../src/build/link.js";
import { emptyState } from "../../../src/build/state.js";
import { findConfigFile } from "../../../src/config/index.js";
import { loadConfig } from "../../../src/config/loading.js";
import { buildIndex, type IndexRequest } from "../../../src/output/search/index/build.js";
import { indexRequest } from "../../../src/output/search/index/start.js";
import { decodeSections } from "../../../src/output/search/page.js";

export { buildIndex, reduceQuery, weights };

/** What other engines get of the same pages. */
export const plainPages = ({ pages }: IndexRequest) =>
  pages.map((page) => ({ ...page, sections: decodeSections(page.body) }));

/** The pages of a site in its default locale. */
export async function readPages(root: string): Promise<IndexRequest> {
  const loaded = await loadConfig(root);
  if (!loaded.value) throw new Error(JSON.stringify(loaded.diagnostics));
  const linked = await linkSite({
    root,
    config: loaded.value,
    configFile: findConfigFile(root) ?? "",
    state: emptyState(),
  });
  const context = linked.value.contexts.find(({ locale }) => locale === loaded.value?.defaultLocale);
  if (!context) throw new Error("the site has no pages in its default locale");
  return indexRequest(context, linked.value.bodies);
}

/** An engine over an index in memory, which counts what a browser would fetch; `again` is another one that has fetched nothing. */
export function openIndex(request: IndexRequest) {
  const base = `search/${request.locale}/`;
  const files = new Map(
    buildIndex(request).map(({ path, content }) => [path, Buffer.from(content as Uint8Array).toString()]),
  );
  const sizes = new Map<string, number>();
  const again = () => {
    const fetched = { requests: 0, bytes: 0 };
    const engine = createEngine(async (path) => {
      const text = files.get(base + path);
      if (text === undefined) throw new Error(`there is no ${path}`);
      const size = sizes.get(path) ?? gzipSync(text).length;
      sizes.set(path, size);
      fetched.requests++;
      fetched.bytes += size;
      return text;
    });
    return { engine, fetched };
  };
  return { ...again(), again };
}
