/** RSS, Atom and JSON feeds of a register: the newest proposals by date. */
import { Feed } from "feed";
import { registerFileUrl } from "../model/addresses.js";
import type { Proposal, Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { fillDocument } from "./fill.js";
import { documentOf, proposalDescription, proposalTitle } from "./views/proposal-parts.js";

export function registerFeeds(register: Register, context: RenderContext): OutputFile[] {
  const { site, urls, words, locale } = context;
  const { config } = site;
  const newest = register.proposals
    .filter(({ document, meta }) => document && meta.date)
    .sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || b.number - a.number)
    .slice(0, config.feedItems);
  const link = urls.absolute(urls.page(register.series.route));
  const address = (file: "rss" | "atom" | "jsonFeed") => registerFileUrl(register, file, urls.prefix);
  const title = words.label(register.series.title);
  const feed = new Feed({
    title: `${config.title} ${config.titleSeparator} ${title}`,
    description: words.t("list.description", { count: register.proposals.length, title }),
    id: link,
    link,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    generator: "cipgen",
    // The newest date in it, not the time of the build: the same input gives the same bytes.
    updated: timeOf(newest[0]),
    feedLinks: {
      rss: urls.absolute(urls.file(address("rss"))),
      atom: urls.absolute(urls.file(address("atom"))),
      json: urls.absolute(urls.file(address("jsonFeed"))),
    },
  });
  for (const proposal of newest) {
    const url = urls.absolute(urls.page(proposal.route));
    const document = documentOf(proposal, context);
    const authors = proposal.meta.authors.map(({ name, email, url: home }) => ({
      name,
      ...(email && { email }),
      ...(home && { link: home }),
    }));
    feed.addItem({
      title: `${proposal.label}: ${proposalTitle(proposal, context)}`,
      id: url,
      link: url,
      description: proposalDescription(proposal, context),
      content: document && absoluteUrls(fillDocument(document.preview, document, context), context),
      date: timeOf(proposal),
      // The library reads the first of a list without asking whether there is one.
      author: authors.length > 0 ? authors : undefined,
      category: proposal.meta.tags.map((name) => ({ name })),
    });
  }
  const files = [
    [address("rss"), feed.rss2()],
    [address("atom"), feed.atom1()],
    [address("jsonFeed"), feed.json1()],
  ] as const;
  return files.map(([url, content]) => ({ path: url.slice(1), content: `${content.trimEnd()}\n` }));
}

function timeOf(proposal: Proposal | undefined): Date {
  return new Date(`${proposal?.meta.date ?? "1970-01-01"}T00:00:00Z`);
}

/** A feed is read elsewhere, where a path of this site leads nowhere. */
function absoluteUrls(html: string, { urls }: RenderContext): string {
  return html.replace(
    / (href|src)="(\/(?!\/)[^"]*)"/g,
    (_, name: string, href: string) => ` ${name}="${urls.absolute(href)}"`,
  );
}
