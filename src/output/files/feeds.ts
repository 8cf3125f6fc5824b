/** Feeds of a register: all of it as RSS, Atom and JSON, and one Atom feed for each status, each category and the last calls. */

import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile } from "../../shared/output.js";
import { compareText, escapeHtml } from "../../shared/text.js";
import { type FeedTopic, feedTopics, registerFileUrl, topicFeedUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { lastChangeOf } from "../../site/model/history.js";
import { documentOf, fullTitle, proposalDescription, statusIdOf } from "../../site/model/localized.js";
import { newestFirst } from "../../site/model/proposal-list.js";
import type { Proposal, Register, Texts } from "../../site/model/site.js";
import { fillAbsolute } from "../views/placeholders.js";
import { byDeadline, lastCall } from "../views/proposal-parts.js";
import { atom, atomEntry, type FeedEntry, type FeedFacts, feedLength, jsonFeed, rss, timeOf } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

/** The feeds of a register's proposals. */
export const feeds: OutputKind = {
  name: "feeds",
  each: "locale",
  urls: ({ registers }) =>
    registers.flatMap((register) => [
      ...(["rss", "atom", "jsonFeed"] as const).map((file) => registerFileUrl(register.series, file)),
      ...feedTopics(register.series).map((topic) => topicFeedUrl(register.series, topic)),
    ]),
  make({ context, texts }) {
    const entries = new Entries(context, texts);
    return context.site.registers.flatMap((register) => registerFeeds(register, entries, context));
  },
};

function registerFeeds(register: Register, entries: Entries, context: RenderContext): OutputFile[] {
  const { urls } = context;
  const { series } = register;
  const dated = register.proposals.filter(({ meta }) => meta.date);
  const newest = sortPublished(dated).slice(0, feedLength);
  const summary = { title: context.translator.label(series.title), total: register.proposals.length };
  const items = newest.map((proposal) => entries.of(proposal));
  const make = (kind: "rss" | "atom" | "jsonFeed", write: (facts: FeedFacts) => string) => {
    const url = registerFileUrl(series, kind, urls.prefix);
    return file(url, write(factsOf(register, newest, summary, url, context)));
  };
  return [
    make("rss", (facts) => rss(facts, items)),
    make("atom", (facts) =>
      atom(
        { ...facts, id: facts.link },
        newest.map((proposal) => entries.atom(proposal)),
      ),
    ),
    make("jsonFeed", (facts) => jsonFeed(facts, items)),
    ...feedTopics(series).map((topic) => topicFeed(register, topic, entries, context)),
  ];
}

function topicFeed(register: Register, topic: FeedTopic, entries: Entries, context: RenderContext): OutputFile {
  const { translator, urls } = context;
  const { series } = register;
  const { name, members } = membersOf(register, topic, context);
  const sorted = sortPublished(members);
  if (topic.kind === "last-call") sorted.sort(byDeadline);
  // The proposal that got the status last comes first.
  if (topic.kind === "status") sorted.sort((a, b) => compareText(statusDay(b), statusDay(a)));
  const url = topicFeedUrl(series, topic, urls.prefix);
  const title = `${translator.label(series.title)} (${name})`;
  const summary = { title, total: members.length };
  const newest = sorted.slice(0, feedLength);
  const facts = factsOf(register, newest, summary, url, context);
  const items = newest.map((proposal) => entries.atom(proposal));
  return file(url, atom(facts, items));
}

/** The name of a topic, and its proposals by number. */
function membersOf(
  { series, proposals }: Register,
  topic: FeedTopic,
  { translator }: RenderContext,
): { name: string; members: readonly Proposal[] } {
  const labelOf = (values: readonly { id: string; label: string }[], id: string, usual = id) =>
    translator.label(values.find((candidate) => candidate.id === id)?.label ?? usual);
  if (topic.kind === "category") {
    const members = proposals.filter(({ meta }) => meta.category === topic.id);
    return { name: labelOf(series.category.values, topic.id), members };
  }
  const [id, usual] = topic.kind === "last-call" ? [lastCall, "Last call"] : [topic.id];
  const members = proposals.filter((proposal) => statusIdOf(proposal) === id);
  return { name: labelOf(series.statuses, id, usual), members };
}

/** The day on which a proposal got its status; without a history, its date. */
const statusDay = ({ meta, history }: Proposal) =>
  history?.statuses.findLast(({ status }) => status === meta.status)?.date ?? meta.date ?? "";

/** The proposals with a text, newest first. */
const sortPublished = (proposals: readonly Proposal[]): Proposal[] =>
  proposals.filter(({ document }) => document).sort(newestFirst);

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
    copyright: translator.label(config.footer.copyright),
    // The newest date of its entries, not the time of the build: the same input gives the same bytes.
    updated: timeOf(newest),
  };
}

/** The entries of proposals in one language, each made once, because several feeds share them. */
class Entries {
  private readonly entries = new Map<Proposal, FeedEntry>();
  private readonly atomEntries = new Map<Proposal, string>();
  private readonly isFull: boolean;

  constructor(
    private readonly context: RenderContext,
    private readonly texts: Texts,
  ) {
    this.isFull = context.site.config.feeds.content === "full";
  }

  of(proposal: Proposal): FeedEntry {
    return getOrAdd(this.entries, proposal, () => this.make(proposal));
  }

  atom(proposal: Proposal): string {
    return getOrAdd(this.atomEntries, proposal, () => atomEntry(this.of(proposal)));
  }

  private make(proposal: Proposal): FeedEntry {
    const { urls, translator } = this.context;
    const { meta } = proposal;
    const url = urls.absolute(urls.page(proposal.route));
    const document = documentOf(proposal, this.context);
    const parts = document && (this.isFull ? this.texts.bodies.html(document) : document.preview);
    const text = document && parts && fillAbsolute(parts, document, this.context);
    const deadline = statusIdOf(proposal) === lastCall && meta.deadline;
    const notice = deadline
      ? `<p>${escapeHtml(translator.t("banner.lastCallUntil", { date: translator.date(deadline) }))}</p>`
      : "";
    return {
      title: fullTitle(proposal, this.context),
      id: url,
      link: url,
      description: proposalDescription(proposal, this.context),
      content: text && notice + text,
      published: meta.date ? timeOf(meta.date) : undefined,
      updated: timeOf(changeOf(proposal)),
      authors: meta.authors,
      tags: meta.tags,
    };
  }
}

function file(url: string, content: string): OutputFile {
  return { path: url.slice(1), content };
}

/** The day of a proposal's last change, or else the deadline of its last call; empty if it has neither. */
function changeOf(proposal: Proposal): string {
  return (lastChangeOf(proposal) ?? (statusIdOf(proposal) === lastCall && proposal.meta.deadline)) || "";
}
