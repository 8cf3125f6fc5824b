/** Feeds of a register: all of it as RSS, Atom and JSON, and one Atom feed for each status, each category and the last calls. */
import { type FeedTopic, feedTopics, registerFileUrl, topicFeedUrl } from "../model/addresses.js";
import { lastChangeOf } from "../model/history.js";
import { documentOf, proposalDescription, proposalTitle, statusId } from "../model/localized.js";
import type { Proposal, Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { compareText } from "../shared/text.js";
import type { RenderContext } from "../view/context.js";
import { fillAbsolutePreview } from "../view/fill.js";
import { perContextAnd } from "../view/memo.js";
import { lastCall } from "../view/proposal-parts.js";
import { atom, atomEntry, type FeedEntry, type FeedFacts, jsonFeed, rss } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

/** The feeds of a register's proposals. */
export const feeds: OutputKind = {
  name: "feeds",
  each: "locale",
  urls: ({ config }) =>
    config.series.flatMap((series) => [
      ...(["rss", "atom", "jsonFeed"] as const).map((file) => registerFileUrl(series, file)),
      ...feedTopics(series).map((topic) => topicFeedUrl(series, topic)),
    ]),
  make: ({ context }) => context.site.registers.flatMap((register) => registerFeeds(register, context)),
};

function registerFeeds(register: Register, context: RenderContext): OutputFile[] {
  const { urls, site } = context;
  const { series } = register;
  const dated = register.proposals.filter(({ meta }) => meta.date);
  const newest = newestFirst(dated).slice(0, site.config.feedItems);
  const summary = { title: context.translator.label(series.title), total: register.proposals.length };
  const entries = newest.map((proposal) => entryOf(proposal, context));
  const make = (kind: "rss" | "atom" | "jsonFeed", write: (facts: FeedFacts) => string) => {
    const url = registerFileUrl(series, kind, urls.prefix);
    return file(url, write(factsOf(register, newest, summary, url, context)));
  };
  return [
    make("rss", (facts) => rss(facts, entries)),
    make("atom", (facts) =>
      atom(
        { ...facts, id: facts.link },
        newest.map((proposal) => atomEntryOf(proposal, context)),
      ),
    ),
    make("jsonFeed", (facts) => jsonFeed(facts, entries)),
    ...feedTopics(series).map((topic) => topicFeed(register, topic, context)),
  ];
}

function topicFeed(register: Register, topic: FeedTopic, context: RenderContext): OutputFile {
  const { translator, urls, site } = context;
  const { series, proposals } = register;
  const inLastCall = topic.kind === "last-call";
  const id = topic.kind === "last-call" ? lastCall : topic.id;
  const known = topic.kind === "category" ? series.category.values : series.statuses;
  const name = translator.label(known.find((candidate) => candidate.id === id)?.label ?? "Last call");
  const all = proposals.filter(
    (proposal) => (topic.kind === "category" ? proposal.meta.category : statusId(proposal)) === id,
  );
  const members = newestFirst(all);
  // The last call that ends first comes first.
  if (inLastCall) members.sort((a, b) => compareText(a.meta.deadline ?? "9", b.meta.deadline ?? "9"));
  const url = topicFeedUrl(series, topic, urls.prefix);
  const title = `${translator.label(series.title)} (${name})`;
  const summary = { title, total: all.length };
  const newest = members.slice(0, site.config.feedItems);
  const facts = factsOf(register, newest, summary, url, context);
  return file(
    url,
    atom(
      facts,
      newest.map((proposal) => atomEntryOf(proposal, context)),
    ),
  );
}

/** Those with a text, by date; proposals without one come last. */
function newestFirst(proposals: readonly Proposal[]): Proposal[] {
  return proposals
    .filter(({ document }) => document)
    .sort((a, b) => compareText(b.meta.date ?? "", a.meta.date ?? "") || b.number - a.number);
}

/** @param url of the feed, below the site. */
function factsOf(
  register: Register,
  proposals: readonly Proposal[],
  { title, total }: { title: string; total: number },
  url: string,
  context: RenderContext,
): FeedFacts {
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const self = urls.absolute(urls.file(url));
  const newest = proposals.map(changeOf).reduce((last, date) => (date > last ? date : last), "");
  return {
    title: `${config.title} ${config.titleSeparator} ${title}`,
    author: config.title,
    description: translator.t("list.description", { count: total, title }),
    id: self,
    link: urls.absolute(urls.page(register.series.route)),
    self,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    // The newest date of its entries, not the time of the build: the same input gives the same bytes.
    updated: timeOf(newest),
  };
}

/** The feeds of a status and a category have the same entries. */
const atomEntryOf = perContextAnd((proposal: Proposal, context): string => atomEntry(entryOf(proposal, context)));

const entryOf = perContextAnd((proposal: Proposal, context): FeedEntry => {
  const { urls, translator } = context;
  const { meta } = proposal;
  const url = urls.absolute(urls.page(proposal.route));
  const document = documentOf(proposal, context);
  const preview = document && fillAbsolutePreview(document, context);
  const deadline = statusId(proposal) === lastCall && meta.deadline;
  const notice = deadline ? `<p>${translator.t("banner.lastCallUntil", { date: translator.date(deadline) })}</p>` : "";
  return {
    title: `${proposal.label}: ${proposalTitle(proposal, context)}`,
    id: url,
    link: url,
    description: proposalDescription(proposal, context),
    content: preview && notice + preview,
    published: meta.date ? timeOf(meta.date) : undefined,
    updated: timeOf(changeOf(proposal)),
    authors: meta.authors,
    tags: meta.tags,
  };
});

function file(url: string, content: string): OutputFile {
  return { path: url.slice(1), content };
}

/** The day of a proposal's last change; of a last call without one, its deadline. Empty if there is none. */
function changeOf(proposal: Proposal): string {
  return (lastChangeOf(proposal) ?? (statusId(proposal) === lastCall && proposal.meta.deadline)) || "";
}

function timeOf(date: string | undefined): Date {
  return new Date(`${date || "1970-01-01"}T00:00:00Z`);
}
