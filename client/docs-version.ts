/**
 * The version of the docs that the reader chose last: links into the docs lead to it. It is dropped when the site no
 * longer has it. Only for sites with several versions.
 */

const key = "docs.version";

/** @returns what stops it. */
export function start(): () => void {
  const names = document.querySelector<HTMLElement>(".with-toc[data-versions]")?.dataset.versions;
  const saved = read();
  if (names && saved !== null && !(JSON.parse(names) as string[]).includes(saved)) forget();
  pointLinksTo(read());
  // In the capture phase: navigation, which follows the link, stops this part.
  document.addEventListener("click", choose, true);
  return () => document.removeEventListener("click", choose, true);
}

function choose({ target }: Event): void {
  const version = (target as Element).closest<HTMLElement>(".version-menu a")?.dataset.version;
  if (!version) return;
  save(version);
  pointLinksTo(version);
}

function pointLinksTo(version: string | null): void {
  if (version === null) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-versions]")) {
    const hrefs = new Map<string, string>(Object.entries(JSON.parse(link.dataset.versions ?? "{}")));
    link.href = hrefs.get(version) ?? link.href;
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function save(version: string): void {
  try {
    localStorage.setItem(key, version);
  } catch {
    // Blocked or full: then the choice holds for this page.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: then nothing was saved.
  }
}
