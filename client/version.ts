/** The version of the docs that the reader picked last; forgotten when the site no longer has it. */
import { onClick } from "./dom.js";
import { forget, read, write } from "./storage.js";

const key = "docs.version";

export function setupVersion(): void {
  onClick(".version-menu a", ({ dataset: { version } }) => {
    if (version) write(key, version);
  });
}

export function checkVersion(): void {
  const names = document.querySelector<HTMLElement>("[data-versions]")?.dataset.versions;
  const saved = read(key);
  if (names && saved !== null && !(JSON.parse(names) as string[]).includes(saved)) forget(key);
}
