/** Feeds of a register: all of it as RSS, Atom and JSON, and one Atom feed for each status, each category and the last calls. */
import { Feed } from "feed";
import { type FeedTopic, feedTopics, registerFileUrl, topicFeedUrl } from "../model/addresses.js";
import { documentOf, proposalDescription, proposalTitle } from "../model/localized.js";
import type { Proposal, Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { compareText, escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { fillAbsolutePreview } from "./fill.js";

export function registerFeeds(register: Register, context: RenderContext): OutputFile[] {
  const { urls, site } = context;
  const { series } = register;
  const newest = datedNewestFirst(register.proposals).slice(0, site.config.feedItems);
  const address = (file: "rss" | "atom" | "jsonFeed") => registerFileUrl(series, file, urls.prefix);
  const links = { rss: address("rss"), atom: address("atom"), json: address("jsonFeed") };
  const summary = { title: context.translator.label(series.title), total: register.proposals.length };
  const feed = makeFeed(register, newest, summary, links, context, escapeHtml);
  const plain = makeFeed(register, newest, summary, links, context, (text) => text);
  return [
    file(address("rss"), rss(feed)),
    file(address("atom"), atom(feed)),
    file(address("jsonFeed"), plain.json1()),
    ...feedTopics(series).map((topic) => topicFeed(register, topic, context)),
  ];
}

function topicFeed(register: Register, topic: FeedTopic, context: RenderContext): OutputFile {
  const { translator, urls, site } = context;
  const { series, proposals } = register;
  const inLastCall = topic.kind === "last-call";
  const id = topic.kind === "last-call" ? "last-call" : topic.id;
  const known = topic.kind === "category" ? series.category.values : series.statuses;
  const name = translator.label(known.find((candidate) => candidate.id === id)?.label ?? "Last call");
  const members = datedNewestFirst(
    proposals.filter(({ meta }) => (topic.kind === "category" ? meta.category : meta.status) === id),
  );
  // The last call that ends first comes first.
  if (inLastCall) members.sort((a, b) => compareText(a.meta.deadline ?? "9", b.meta.deadline ?? "9"));
  const url = topicFeedUrl(series, topic, urls.prefix);
  const title = `${translator.label(series.title)} (${name})`;
  const summary = { title, total: members.length };
  const newest = members.slice(0, site.config.feedItems);
  return file(url, atom(makeFeed(register, newest, summary, { atom: url }, context, escapeHtml)));
}

function datedNewestFirst(proposals: readonly Proposal[]): Proposal[] {
  return proposals
    .filter(({ document, meta }) => document && meta.date)
    .sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || b.number - a.number);
}

/** @param written encodes a title and a summary: RSS and Atom readers expect HTML, JSON has plain text. */
function makeFeed(
  register: Register,
  proposals: readonly Proposal[],
  { title, total }: { title: string; total: number },
  links: Record<string, string>,
  context: RenderContext,
  written: (text: string) => string,
): Feed {
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const link = urls.absolute(urls.page(register.series.route));
  const addresses = Object.entries(links).map(([kind, url]) => [kind, urls.absolute(urls.file(url))] as const);
  const newest = proposals.map(changeOf).reduce((last, date) => (date > last ? date : last), "");
  const feed = new Feed({
    title: `${config.title} ${config.titleSeparator} ${title}`,
    description: translator.t("list.description", { count: total, title }),
    id: addresses.length === 1 ? (addresses[0]?.[1] ?? link) : link,
    link,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    generator: "cipgen",
    // The newest date of its entries, not the time of the build: the same input gives the same bytes.
    updated: timeOf(newest),
    feedLinks: Object.fromEntries(addresses),
  });
  for (const proposal of proposals) addItem(feed, proposal, context, written);
  return feed;
}

function addItem(feed: Feed, proposal: Proposal, context: RenderContext, written: (text: string) => string): void {
  const { urls, translator } = context;
  const { meta } = proposal;
  const url = urls.absolute(urls.page(proposal.route));
  const document = documentOf(proposal, context);
  const preview = document && fillAbsolutePreview(document, context);
  const deadline = meta.status === "last-call" && meta.deadline;
  const authors = meta.authors.map(({ name, email, url: home }) => ({
    name,
    ...(email && { email }),
    ...(home && { link: home }),
  }));
  const notice = deadline ? `<p>${translator.t("banner.lastCallUntil", { date: translator.date(deadline) })}</p>` : "";
  feed.addItem({
    title: written(`${proposal.label}: ${proposalTitle(proposal, context)}`),
    id: url,
    link: url,
    description: written(proposalDescription(proposal, context)),
    content: preview && notice + preview,
    published: timeOf(meta.date),
    date: timeOf(changeOf(proposal)),
    // The library reads the first element of a list without checking whether it exists.
    author: authors.length > 0 ? authors : undefined,
    category: meta.tags.map((name) => ({ name })),
  });
}

/**
 * In RSS 2.0, an author is a mail address, which few proposals have and no reader of a feed needs, so the name is in
 * `dc:creator` (https://www.rssboard.org/rss-profile#namespace-elements-dublin-creator). The library writes both into
 * `author`.
 */
function rss(feed: Feed): string {
  const text = feed
    .rss2()
    .replace(/<author>(?:[^\s<()]+@[^\s<()]+ \((.*?)\)|(.*?))<\/author>/gs, (_, named?: string, bare?: string) => {
      return `<dc:creator>${named ?? bare}</dc:creator>`;
    });
  const isBound = /<rss[^>]* xmlns:dc=/.test(text);
  return isBound ? text : text.replace("<rss ", '<rss xmlns:dc="http://purl.org/dc/elements/1.1/" ');
}

/** The library escapes text, but not `<` in attributes, which XML forbids. */
function atom(feed: Feed): string {
  return feed
    .atom1()
    .replace(/(<category label=)("[^"]*")/g, (_, tag: string, label: string) => tag + label.replace(/</g, "&lt;"));
}

function file(url: string, content: string): OutputFile {
  return { path: url.slice(1), content: `${content.trimEnd()}\n` };
}

/** The day of a proposal's last change according to its metadata. */
function changeOf({ meta: { date = "", updated = "" } }: Proposal): string {
  return updated > date ? updated : date;
}

function timeOf(date: string | undefined): Date {
  return new Date(`${date || "1970-01-01"}T00:00:00Z`);
}
