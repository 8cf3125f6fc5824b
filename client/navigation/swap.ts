/** Replaces the present page with a fetched one: only the parts of body and head that differ. */

/** Elements of the head that differ between pages. */
const pageElements =
  "title, meta[name], meta[property], link:is([rel=canonical], [rel=alternate], [rel=search]), script[type$=json]";

/** Styles, scripts and the policy: pages that differ in them cannot be swapped. Sheets of one kind of page, and those that scripts added, may differ. */
const sharedAssets = "link[rel=stylesheet]:not([data-late], [data-page]), script[src], meta[http-equiv]";

/** Whether a page can replace the present one: not a redirect, and not of another version of the site, which has other styles and scripts. */
export function isUsable(next: Document): boolean {
  const signature = (page: Document) =>
    [...page.head.querySelectorAll(sharedAssets)].map(({ outerHTML }) => outerHTML).join();
  const refresh = next.querySelector("meta[http-equiv=refresh]");
  return next.querySelector("main") !== null && !refresh && signature(next) === signature(document);
}

const sheetsIn = (page: Document) => [...page.querySelectorAll<HTMLLinkElement>("link[data-page]")];

/** Loads the styles of the next page's kind, and disables them until `swap`. Rejects if they cannot be loaded. */
export async function loadStyles(next: Document): Promise<void> {
  for (const sheet of sheetsIn(next)) {
    const earlierLink = sheetsIn(document).find(({ href }) => href === sheet.href);
    if (earlierLink?.sheet) continue;
    // A link without a sheet has failed, or is being loaded for a visit that was given up.
    earlierLink?.remove();
    const link = document.importNode(sheet);
    await new Promise((resolve, reject) => {
      link.onload = () => {
        if (link.sheet) link.sheet.disabled = true;
        resolve(0);
      };
      link.onerror = () => {
        link.remove();
        reject(new Error(link.href));
      };
      // The sheets of the site's own look come last.
      (sheetsIn(document).at(-1) ?? document.head.lastElementChild)?.after(link);
    });
  }
}

/** An upper limit for the characters that a screen shows for each pixel of its height. The space around a node counts as characters, too. */
const charactersPerPixel = 3;
const charactersPerNode = 30;
/** The rest of a text is added in parts of this size, because adding a long rest at once would block the page. */
const nodesOfPart = 200;

/** A page, and functions that add the rest of its content after it is shown, to be called one after another. */
export interface ParsedPage {
  next: Document;
  additions: (() => void)[];
}

/** The page that the reader may open next. Its nodes can be shown once. */
let preparedPage: { html: string; page: ParsedPage } | undefined;

/** Parses a page before it is opened. */
export function preparePage(html: string): void {
  preparedPage = { html, page: parsePage(html, false) };
}

/** Takes the prepared page, or parses another one. @param isWhole see `parsePage`. */
export function takePage(html: string, isWhole: boolean): ParsedPage {
  const page = !isWhole && preparedPage?.html === html ? preparedPage.page : parsePage(html, isWhole);
  preparedPage = undefined;
  return page;
}

/** @param isWhole parses the whole page, as a reader who goes to a certain place in it needs. */
export function parsePage(html: string, isWhole: boolean): ParsedPage {
  const parts = html.split(/(?=<section id="[^"]*" class="year-rows"|<\/main>)/);
  // No text of an author has this class. All but the first two years of an archive are parsed later, because a thousand rows take long.
  const years = isWhole ? [] : parts.splice(3, parts.length - 4);
  const next = new DOMParser().parseFromString(parts.join(""), "text/html");
  const main = next.querySelector("main");
  const additions = years.map((year) => () => main?.insertAdjacentHTML("beforeend", year));
  const text = main?.querySelector(".prose");
  let room = isWhole ? Number.POSITIVE_INFINITY : charactersPerPixel * innerHeight;
  const end = [...(text?.childNodes ?? [])].filter(({ textContent }) => {
    const isBelow = room < 0;
    room -= charactersPerNode + (textContent as string).length;
    return isBelow;
  });
  if (text && end[0]) {
    const after = text.nextElementSibling;
    for (const node of [...end, after]) node?.remove();
    while (end[0]) {
      const part = end.splice(0, nodesOfPart);
      additions.push(() => text.append(...part));
    }
    if (after) additions.push(() => text.after(after));
  }
  return { next, additions };
}

export function swap(next: Document): void {
  swapHead(next);
  swapAttributes(next.documentElement);
  document.body.className = next.body.className;
  swapBody(next);
}

function swapHead(next: Document): void {
  const old = [...document.head.querySelectorAll(pageElements)];
  for (const element of next.head.querySelectorAll(pageElements)) {
    const same = old.findIndex((candidate) => candidate.isEqualNode(element));
    if (same < 0) document.head.append(element);
    else old.splice(same, 1);
  }
  for (const element of old) element.remove();
  const sheetUrls = sheetsIn(next).map(({ href }) => href);
  for (const { href, sheet } of sheetsIn(document)) if (sheet) sheet.disabled = !sheetUrls.includes(href);
}

/** Language, direction and the id of the announcement. Other attributes of the root are the same on every page, or set by scripts, and stay. */
function swapAttributes(next: HTMLElement): void {
  const root = document.documentElement;
  for (const name of ["lang", "dir", "data-announcement"]) copyAttribute(root, next, name);
}

function swapBody(next: Document): void {
  const old = [...document.body.children].filter((element) => !element.matches("dialog, .progress"));
  const parts = [...next.body.children];
  if (areAlike(old, parts)) exchangeAll(old, parts);
  else document.body.replaceChildren(...parts);
}

/**
 * Replaces an element only where it differs, so that the browser lays out less and a sidebar keeps its scroll position.
 * Elements that differ only in attributes, such as links of a menu, get the new attributes. `<main>` is replaced as a whole.
 */
function exchange(old: Element, next: Element): void {
  if (old.isEqualNode(next)) return;
  const [children, nextChildren] = [[...old.children], [...next.children]];
  if (old.localName === "main" || ownText(old) !== ownText(next) || !areAlike(children, nextChildren)) {
    old.replaceWith(next);
    return;
  }
  for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) copyAttribute(old, next, name);
  exchangeAll(children, nextChildren);
}

function exchangeAll(old: Element[], next: Element[]): void {
  for (const [index, element] of old.entries()) exchange(element, next[index] as Element);
}

const areAlike = (old: Element[], next: Element[]) =>
  old.length === next.length && old.every((element, index) => shapeOf(element) === shapeOf(next[index]));

const shapeOf = (element?: Element) => `${element?.localName} ${element?.id} ${element?.classList[0]}`;

const ownText = ({ childNodes }: Element) =>
  [...childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : "")).join();

function copyAttribute(to: Element, from: Element, name: string): void {
  const value = from.getAttribute(name);
  if (value === null) to.removeAttribute(name);
  else if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
