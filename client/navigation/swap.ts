/** Puts a fetched page in the place of the present one: the parts of the body and the head that differ. */

/** What of a head belongs to one page. Styles, scripts and the policy are the same everywhere, or the page is not usable here. */
const ofPage =
  "title, meta[name]:not([name=viewport]), meta[property], link:is([rel=canonical], [rel=alternate], [rel=search]), script[type='application/ld+json']";

const assets = "link[rel=stylesheet], script[src], meta[http-equiv=Content-Security-Policy]";

/** Pages of another version of the site have other styles and scripts; pages that lead on have no content. */
export function isUsable(next: Document): boolean {
  const signature = (page: Document) =>
    [...page.head.querySelectorAll(assets)].map(({ outerHTML }) => outerHTML).join();
  const refresh = next.querySelector("meta[http-equiv=refresh]");
  return next.querySelector("main") !== null && !refresh && signature(next) === signature(document);
}

export function swap(next: Document): void {
  swapHead(next);
  swapAttributes(next.documentElement);
  document.body.className = next.body.className;
  const scrolled = document.querySelector(".sidebar")?.scrollTop ?? 0;
  swapBody(next);
  const sidebar = document.querySelector(".sidebar");
  if (sidebar) sidebar.scrollTop = scrolled;
}

function swapHead(next: Document): void {
  const old = [...document.head.querySelectorAll(ofPage)];
  for (const element of next.head.querySelectorAll(ofPage)) {
    const same = old.findIndex((other) => other.isEqualNode(element));
    if (same < 0) document.head.append(element);
    else old.splice(same, 1);
  }
  for (const element of old) element.remove();
}

/** Language, direction and what the page's scripts go by; what scripts have set on the root themselves stays. */
function swapAttributes(next: HTMLElement): void {
  const root = document.documentElement;
  for (const name of ["lang", "dir", "data-announcement"]) {
    const value = next.getAttribute(name);
    if (value === null) root.removeAttribute(name);
    else if (root.getAttribute(name) !== value) root.setAttribute(name, value);
  }
}

/** Parts that are the same stay as they are: what the reader did with them is kept, and nothing has to be drawn again. */
function swapBody(next: Document): void {
  const old = [...document.body.children].filter((element) => !element.matches("dialog, .progress"));
  const parts = [...next.body.children];
  const alike = old.length === parts.length && old.every((element, index) => nameOf(element) === nameOf(parts[index]));
  if (!alike) {
    document.body.replaceChildren(...parts);
    return;
  }
  for (const [index, element] of old.entries()) {
    const part = parts[index];
    if (part && !element.isEqualNode(part)) element.replaceWith(part);
  }
}

const nameOf = (element?: Element) => `${element?.localName} ${element?.id} ${element?.classList[0]}`;
