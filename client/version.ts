/** The version of the docs that the reader chose last: links into the docs lead to it. Removed when the site no longer has it. */
import { onClick } from "./dom.js";
import { forget, read, write } from "./storage.js";

const key = "docs.version";

export function setupVersion(): void {
  onClick(".version-menu a", ({ dataset: { version } }) => {
    if (version) write(key, version);
    leadToVersion();
  });
}

export function checkVersion(): void {
  const names = document.querySelector<HTMLElement>(".with-toc[data-versions]")?.dataset.versions;
  const saved = read(key);
  if (names && saved !== null && !(JSON.parse(names) as string[]).includes(saved)) forget(key);
  leadToVersion();
}

function leadToVersion(): void {
  const saved = read(key);
  if (saved === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-versions]")) {
    const hrefs = new Map<string, string>(Object.entries(JSON.parse(link.dataset.versions ?? "{}")));
    link.href = hrefs.get(saved) ?? link.href;
  }
}
