/** The same pages in pagefind: indexed by its program as plain HTML, searched by its own script, which gets its files from a server here. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { close, createIndex } from "pagefind";
import { factsText } from "./facts.js";

const resultsLookedAt = 20;

export async function openPagefind(pages, folder) {
  const { index } = await createIndex({});
  for (const page of pages) await index.addHTMLFile({ url: page.href, content: htmlOf(page) });
  await index.writeFiles({ outputPath: folder });
  await close();
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname;
    response.end(readFileSync(join(folder, name)));
  });
  // The other engines answer between its requests, for longer than a connection is usually kept open.
  server.keepAliveTimeout = 0;
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  // Its script expects a page.
  globalThis.window ??= globalThis;
  globalThis.location ??= new URL("http://localhost/");
  globalThis.document ??= { querySelector: () => ({ getAttribute: () => "en" }), currentScript: null };
  const pagefind = await import(pathToFileURL(join(folder, "pagefind.js")).href);
  await pagefind.options({ basePath: `http://127.0.0.1:${server.address().port}/`, baseUrl: "/" });
  await pagefind.init("en");
  return {
    async search(query) {
      const { results } = await pagefind.search(query);
      const data = await Promise.all(results.slice(0, resultsLookedAt).map((result) => result.data()));
      return data.map(({ raw_url, url }) => raw_url ?? url);
    },
    async close() {
      await pagefind.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function htmlOf({ title, description, sections, facts }) {
  const body = sections.map(
    ({ heading, text, code = "" }) =>
      `${heading && `<h2>${escapeHtml(heading)}</h2>`}<p>${escapeHtml(text)}</p><pre>${escapeHtml(code)}</pre>`,
  );
  return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(factsText(facts))}</p><p>${escapeHtml(description)}</p>${body.join("")}</body></html>`;
}

function escapeHtml(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
