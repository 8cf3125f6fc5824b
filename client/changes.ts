/**
 * The page of what changed since a former text. The page itself has the lines that changed up to the next newer
 * version; this makes the former text from today's and those lines, and shows the whole difference as readers see a
 * text: words in paragraphs, lines in code, rows in tables. If anything is not as expected, the lines stay.
 */
import { formerText } from "../src/shared/former-text.js";
import { blocksOf, codeBlocks } from "./changes/blocks.js";
import { differences } from "./changes/differences.js";
import { htmlOf, partsOf } from "./changes/markdown.js";
import { showDifferences } from "./changes/show.js";
import { linesIn } from "./changes/texts.js";

const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");

async function fetched(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** More newer pages than this would take too long to load one after another. */
const maxPages = 50;

/** Characters of both texts: beyond that a browser would take seconds. */
const maxLength = 2_000_000;

/** The changes of this page and of all newer ones, newest first. */
async function allChanges() {
  const changes = [linesIn(document)];
  let newer = document.querySelector<HTMLAnchorElement>(".changes a[rel=next]");
  for (let count = 0; newer; count++) {
    if (count === maxPages) throw new Error("too many versions");
    const page = parse(await fetched(newer.href));
    changes.unshift(linesIn(page));
    const next = page.querySelector(".changes a[rel=next]");
    newer = next && document.importNode(next as HTMLAnchorElement);
  }
  return changes;
}

async function start(): Promise<void> {
  const article = document.querySelector<HTMLElement>(".changes[data-source]");
  const place = article?.querySelector<HTMLElement>(".lines");
  const proposal = article?.querySelector<HTMLAnchorElement>(".crumb a");
  if (!article || !place || !proposal) return;
  const [changes, source, page] = await Promise.all([
    allChanges(),
    fetched(article.dataset.source ?? ""),
    fetched(proposal.href).then(parse),
  ]);
  const now = source.replace(/\r\n?/g, "\n");
  const before = formerText(now, changes);
  if (before.length + now.length > maxLength) throw new Error("too long to be compared in a browser");
  const blocks = (text: string) => {
    const { front, body } = partsOf(text);
    return codeBlocks(front).concat(blocksOf(parse(htmlOf(body)).body));
  };
  showDifferences(place, differences(blocks(before), blocks(now)), { page, address: proposal.href });
}

start().catch((error) => console.warn(error));
