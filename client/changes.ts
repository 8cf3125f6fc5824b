/**
 * The page of what changed since a former text. The page itself has the lines that changed up to the next newer
 * version; this makes the former text from today's and those lines, and shows the whole difference as readers see a
 * text: words in paragraphs, lines in code, rows in tables. If anything is not as expected, the lines stay.
 */
import { formerText } from "../src/shared/former-text.js";
import { withLineFeeds } from "../src/shared/lines.js";
import { showVersions } from "./changes/compare.js";
import { compared, fetched, linesIn, parseHtml, showFitting } from "./changes/sources.js";

/** More newer pages than this would take too long to load one after another. */
const maxPages = 50;

/** The changes of this page and of all newer ones, newest first. */
async function allChanges() {
  const changes = [linesIn(document)];
  let newer = document.querySelector<HTMLAnchorElement>(".changes a[rel=next]");
  for (let count = 0; newer; count++) {
    if (count === maxPages) throw new Error("too many versions");
    const page = parseHtml(await fetched(newer.href));
    changes.unshift(linesIn(page));
    const next = page.querySelector(".changes a[rel=next]");
    newer = next && document.importNode(next as HTMLAnchorElement);
  }
  return changes;
}

async function start(): Promise<void> {
  const versions = document.querySelector<HTMLElement>(".compare");
  if (versions) return showVersions(versions);
  const article = document.querySelector<HTMLElement>(".changes[data-source]");
  const place = article?.querySelector<HTMLElement>(".lines");
  const proposal = article?.querySelector<HTMLAnchorElement>(".crumb a");
  if (!article || !place || !proposal) return;
  const [changes, source, page] = await Promise.all([
    allChanges(),
    fetched(article.dataset.source ?? ""),
    fetched(proposal.href).then(parseHtml),
  ]);
  const now = withLineFeeds(source);
  showFitting(place, compared(formerText(now, changes), now, true), { page, address: proposal.href });
}

start().catch((error) => console.warn(error));
