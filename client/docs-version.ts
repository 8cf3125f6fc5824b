/**
 * Links into the docs lead to the version that the reader chose last. The choice is cleared when the site no longer has
 * the version. Only for sites with several versions.
 */
import { readChoice, removeChoice, write } from "./choices.js";

const key = "docs.version";

/** @returns a function that stops it. */
export function start(): () => void {
  const names = document.querySelector<HTMLElement>(".with-toc[data-versions]")?.dataset.versions;
  const saved = readChoice(key);
  if (names && saved !== null && !(JSON.parse(names) as string[]).includes(saved)) removeChoice(key);
  pointLinksTo(saved);
  // In the capture phase, because navigation, which follows the link, stops this part.
  document.addEventListener("click", choose, true);
  return () => document.removeEventListener("click", choose, true);
}

function choose({ target }: Event): void {
  const version = (target as Element).closest<HTMLElement>(".version-menu a")?.dataset.version;
  if (!version) return;
  write(key, version);
  pointLinksTo(version);
}

/** Links do not change if the site no longer has the version. */
function pointLinksTo(version: string | null): void {
  if (version === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-versions]")) {
    const hrefs = new Map<string, string>(Object.entries(JSON.parse(link.dataset.versions ?? "{}")));
    link.href = hrefs.get(version) ?? link.href;
  }
}
