/** Marks passed deadlines, and shows what has changed since a reader's last visit. Loaded when the browser is idle. */
import { barePath } from "../src/shared/page-path.js";
import type { PageTools } from "./dom.js";

const day = 864e5;
let isSetUp = false;

export function start(_: unknown, tools: PageTools): undefined {
  if (!isSetUp) setupVisits(tools);
  isSetUp = true;
  showVisits(tools);
  // A built page cannot know today's date. The deadline includes its last day, in UTC.
  for (const item of document.querySelectorAll<HTMLElement>("[data-until]")) {
    if (Date.parse(item.dataset.until ?? "") + day > Date.now()) continue;
    item.dataset.passed = "";
    item.querySelector("[hidden]")?.removeAttribute("hidden");
  }
}

// For each proposal that was read, this browser stores only the digests of its text and of its sections. A tab keeps
// comparing with the visit before it was opened, so that a reload shows the same changes.

/** The digest of a text, and those of its sections. */
type Visit = string[];
/** The visit of each page by its path; the newest is at the end. */
type Visits = Record<string, Visit>;
type Kind = "localStorage" | "sessionStorage";

const key = "visits";
const maxVisits = 300;
/** Maximum number of sections that the note names, so that it stays on one line. */
const maxNamed = 3;

const part = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

/** Handles the buttons of all pages. */
export function setupVisits({ announce, onClick }: PageTools): void {
  onClick(".visit-close", () => {
    // The button is hidden with its note, and must not take the focus with it.
    part("main")?.focus({ preventScroll: true });
    part(".visit")?.toggleAttribute("hidden", true);
    const before = load("sessionStorage");
    delete before[pagePath()];
    save("sessionStorage", before);
  });
  onClick(".visit-clear", (button) => {
    save("localStorage", {});
    save("sessionStorage", {});
    button.textContent = button.dataset.done ?? "";
    announce(button.textContent);
  });
}

export function showVisits({ word }: PageTools): void {
  const visits = load("localStorage");
  for (const item of document.querySelectorAll<HTMLElement>(":is(.entry, tr)[data-digest]"))
    markItem(item, visits, word("changed"));
  const article = part("article[data-digest]:not(.entry)");
  if (article) compareVisit(article, visits);
}

/** Marks a proposal in a list if it has changed since the last visit. */
function markItem(item: HTMLElement, visits: Visits, text: string): void {
  const link = item.querySelector("a");
  const visit = link && visits[barePath(link.pathname)];
  if (!visit || visit[0] === item.dataset.digest || link.querySelector(".visit-mark")) return;
  const dot = document.createElement("span");
  dot.className = "visit-mark";
  dot.role = "img";
  dot.ariaLabel = dot.title = text;
  link.append(dot);
}

function compareVisit(article: HTMLElement, visits: Visits): void {
  const { digest = "" } = article.dataset;
  const earlier = load("sessionStorage");
  const before = earlier[pagePath()] ?? visits[pagePath()];
  const sections = [...sectionsOf(article.querySelector(".prose"))];
  part(".visit-memory")?.removeAttribute("hidden");
  if (before && before[0] !== digest) {
    save("sessionStorage", { ...earlier, [pagePath()]: before });
    const changed = sections.filter(([sectionDigest]) => !before.includes(sectionDigest));
    const headings = changed.flatMap(([, heading]) => heading ?? []);
    showChanges(headings, before[0], digest);
  }
  delete visits[pagePath()];
  visits[pagePath()] = [digest, ...sections.map(([sectionDigest]) => sectionDigest)];
  save("localStorage", Object.fromEntries(Object.entries(visits).slice(-maxVisits)));
}

function showChanges(changed: HTMLElement[], before = "", now: string): void {
  const names = changed.slice(0, maxNamed).flatMap((heading, index) => {
    const link = document.createElement("a");
    link.href = `#${heading.id}`;
    // The text of a heading ends with that of its link to itself.
    link.textContent = (heading.textContent ?? "").replace(/ #$/, "");
    return [index ? ", " : ": ", link];
  });
  part(".visit-sections")?.replaceChildren(...names, changed.length > maxNamed ? " …" : "");
  const link = part<HTMLAnchorElement>(".visit-difference a");
  const href = differenceTo(before, now);
  if (link && href) {
    link.href = href;
    link.parentElement?.removeAttribute("hidden");
  }
  part(".visit")?.removeAttribute("hidden");
}

/** The address that compares the text of the last visit with today's. Undefined if one of them is not among the listed versions, as in a translation. */
function differenceTo(before: string, now: string): string | undefined {
  const versions = [...document.querySelectorAll<HTMLElement>(".versions [data-digest]")];
  const read = versions.findIndex(({ dataset }) => dataset.digest === before);
  if (versions[0]?.dataset.digest !== now) return undefined;
  // The link of each version compares it with the version before it.
  const [newest, next] = [versions[0], versions[read - 1]].map((version) =>
    version?.querySelector<HTMLAnchorElement>("a[href*='&from=']"),
  );
  const from = /&from=\w+/.exec(next?.href ?? "")?.[0];
  return from && newest?.href.replace(/&from=\w+/, from);
}

/** The digest of each section, and its heading; the text above the first heading has none. */
function* sectionsOf(text: Element | null): Generator<[digest: string, heading?: HTMLElement]> {
  let heading: HTMLElement | undefined;
  let words = "";
  for (const node of text?.childNodes ?? []) {
    if (/^H\d$/.test(node.nodeName)) {
      yield [fingerprint(words), heading];
      heading = node as HTMLElement;
      words = "";
    }
    words += node.textContent;
  }
  yield [fingerprint(words), heading];
}

/** FNV-1a with 32 bits. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** One path for a page, however the reader got here. */
const pagePath = () => barePath(location.pathname);

/** The stored visits. Ignores data of another form. */
function load(kind: Kind): Visits {
  try {
    const entries = Object.entries<Visit>(JSON.parse(window[kind].getItem(key) ?? "{}"));
    return Object.fromEntries(entries.filter(([, visit]) => Array.isArray(visit)));
  } catch {
    return {};
  }
}

function save(kind: Kind, visits: Visits): void {
  try {
    window[kind].setItem(key, JSON.stringify(visits));
  } catch {
    // Blocked or full: then no changes are shown.
  }
}
