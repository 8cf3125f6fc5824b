/**
 * The version of the docs that the reader chose last: links into the docs lead to it. It is dropped when the site no
 * longer has it. Only for sites with several versions.
 */

const key = "docs.version";

/** @returns what stops it. */
export function start(): () => void {
  const names = document.querySelector<HTMLElement>(".with-toc[data-versions]")?.dataset.versions;
  const saved = read();
  if (names && saved !== null && !(JSON.parse(names) as string[]).includes(saved)) save();
  leadTo(read());
  // Before navigation follows the link, which ends this.
  document.addEventListener("click", choose, true);
  return () => document.removeEventListener("click", choose, true);
}

function choose({ target }: Event): void {
  const version = (target as Element).closest<HTMLElement>(".version-menu a")?.dataset.version;
  if (!version) return;
  save(version);
  leadTo(version);
}

function leadTo(version: string | null): void {
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

/** @param version none removes it. */
function save(version?: string): void {
  try {
    if (version === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, version);
  } catch {
    // Blocked or full: then the choice holds for this page.
  }
}
