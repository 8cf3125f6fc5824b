/**
 * What a text has on paper alone: number, title, address and page in the margins, its contents in front, tables as small as the sheet is wide, and the
 * addresses of its links as a numbered list at the end. It is made when the page is printed, so that no page is larger for it.
 */

const styles = `@layer print { @media print {
  .toc-fold { display: block; position: static; margin-inline: 0; padding-inline: 0 }
  .toc-fold nav { position: static; max-height: none; overflow: visible; padding: 0; border: 0; box-shadow: none }
  .toc-fold summary { list-style: none }
  .toc-fold a { padding-block: 0; line-height: 1.5 }
  .prose .external::after { content: none }
  .prose .table-scroll:is(.whole, .breaks-code) :not(code, code *), .prose .table-scroll.whole code { overflow-wrap: normal }
  .table-scroll.breaks-words * { overflow-wrap: anywhere }
  .mention, .number, .prose a.short { white-space: nowrap }
  .link-number { font-size: 0.75em; line-height: 0 }
  .link-addresses { list-style: decimal; margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.85em; overflow-wrap: anywhere }
} }`;

/** Tables as narrow as they can be, to be measured before the page is printed. */
const measuring = `@layer print {
  .measuring :is(.table-scroll table, .table-scroll td, .table-scroll th) { width: min-content; min-width: 0 }
  .breaks-code code { overflow-wrap: anywhere }
}`;

/** A string of CSS with any text. */
const quoted = (text: string) =>
  `"${text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/["\\<]/g, (mark) => `\\${mark.charCodeAt(0).toString(16)} `)}"`;

/** @param title of the page. @param address of the page. @returns styles of the margins; the first page has the title itself. */
export const marginStyles = (title: string, address: string) => `@page {
  margin: 18mm 16mm;
  font: 8pt system-ui, sans-serif; color: #555;
  @top-left { content: ${quoted(title)} }
  @bottom-left { content: ${quoted(address)} }
  @bottom-right { content: counter(page) " / " counter(pages) }
}
@page :first { @top-left { content: none } }`;

/** @param page the text and its contents. @param prose the text. @returns a function that ends it. */
export function startPrinting(page: HTMLElement, prose: HTMLElement): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const sheet = new CSSStyleSheet();
  let made: Element[] = [];
  let opened: HTMLDetailsElement | undefined;
  let release: (() => void) | undefined;

  const finish = () => {
    release?.();
    release = undefined;
    for (const element of made) element.remove();
    made = [];
    opened?.removeAttribute("open");
    opened = undefined;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((own) => own !== sheet);
  };
  const prepare = () => {
    finish();
    const address =
      document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href.replace(/#.*/, "");
    const name = [".crumb .number", "h1"].map((part) => page.querySelector(part)?.textContent?.trim());
    sheet.replaceSync(styles + measuring + marginStyles(name.filter(Boolean).join(": "), address));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const contents = page.querySelector<HTMLDetailsElement>(".toc-fold:not([open])");
    contents?.setAttribute("open", "");
    opened = contents ?? undefined;
    release = fitTables(prose);
    made = numberLinks(prose, address);
  };
  addEventListener("beforeprint", prepare, { signal });
  addEventListener("afterprint", finish, { signal });
  return () => {
    ends.abort();
    finish();
  };
}

/** The text of A4, the narrower of the usual sheets, in the units of the screen: on paper, characters are 7/8 as large. */
const sheetWidth = (((210 - 2 * 16) / 25.4) * 96 * 16) / 14;
/** A smaller table is hard to read: its code may break anywhere, and if that is not enough its words. */
const smallest = 0.65;

/** Paper does not scroll: makes tables that are too wide smaller, so that no word is broken. @returns a function that undoes it. */
function fitTables(prose: HTMLElement): () => void {
  const boxes = [...prose.querySelectorAll<HTMLElement>(".table-scroll")];
  const measured = (...classes: string[]) => {
    for (const box of boxes) box.classList.add(...classes);
    prose.classList.add("measuring");
    const widths = boxes.map((box) => box.querySelector("table")?.getBoundingClientRect().width ?? 0);
    prose.classList.remove("measuring");
    for (const box of boxes) box.classList.remove(...classes);
    return widths;
  };
  const whole = measured();
  const withoutCode = measured("breaks-code");
  for (const [index, box] of boxes.entries()) {
    const sizeOf = (width = 0) => sheetWidth / Math.max(width, sheetWidth);
    const breaksCode = sizeOf(whole[index]) < smallest;
    const size = sizeOf(breaksCode ? withoutCode[index] : whole[index]);
    box.classList.add(size < smallest ? "breaks-words" : breaksCode ? "breaks-code" : "whole");
    if (size < 1) box.style.setProperty("zoom", String(Math.max(size, smallest)));
  }
  return () => {
    for (const box of boxes) {
      box.classList.remove("whole", "breaks-code", "breaks-words");
      box.style.removeProperty("zoom");
      if (box.getAttribute("style") === "") box.removeAttribute("style");
    }
  };
}

/** Puts a number behind each link that leads to another page, and the list of their addresses below the text. @returns what it has added. */
function numberLinks(prose: HTMLElement, page: string): Element[] {
  const numbers = new Map<string, number>();
  const made: Element[] = [];
  for (const link of prose.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'], .anchor)")) {
    if (link.closest("[hidden]")) continue;
    const text = (link.textContent ?? "").trim();
    if (/^\S{1,16}$/.test(text)) link.classList.add("short");
    // The same address at the place where the page is published.
    const address = new URL(link.getAttribute("href") ?? "", page).href;
    if (text === "" || address.startsWith(`${page}#`) || [text, `${text}/`, `mailto:${text}`].includes(address))
      continue;
    const number = numbers.get(address) ?? numbers.size + 1;
    numbers.set(address, number);
    const mark = document.createElement("sup");
    mark.className = "link-number";
    mark.textContent = `[${number}]`;
    link.after(mark);
    made.push(mark);
  }
  if (numbers.size === 0) return made;
  const list = document.createElement("ol");
  list.className = "link-addresses";
  for (const address of numbers.keys()) {
    const item = document.createElement("li");
    item.textContent = address;
    list.append(item);
  }
  prose.append(list);
  return [...made, list];
}
