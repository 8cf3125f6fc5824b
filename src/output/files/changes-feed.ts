/** Atom feeds of events, "CIP-20 moved from Last call to Final": of a register, and by choice of each of its proposals. */

import type { OutputFile } from "../../shared/output.js";
import { encodeText } from "../../shared/text.js";
import { registerEvents } from "../../site/history/statuses.js";
import { changesFeedUrl, proposalFeedUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import { fullTitle } from "../../site/model/localized.js";
import type { Proposal, Register } from "../../site/model/site.js";
import { eventHref, eventText } from "../views/history.js";
import { atom, atomEntry, feedLength } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

export const changesFeed: OutputKind = {
  name: "changes",
  each: "locale",
  urls: ({ config, registers }) =>
    registers.flatMap(({ series, historyEnd, proposals }) =>
      historyEnd
        ? [
            changesFeedUrl(series),
            ...(config.feeds.proposals ? proposals.map((proposal) => proposalFeedUrl(proposal)) : []),
          ]
        : [],
    ),
  make: ({ context }) => context.site.registers.flatMap((register) => feedsOf(register, context)),
};

function feedsOf(register: Register, context: RenderContext): OutputFile[] {
  const { series, proposals, historyEnd } = register;
  if (!historyEnd) return [];
  const { site, urls, translator } = context;
  const { prefix } = urls;
  const title = `${translator.label(series.title)}: ${translator.t("feed.changes")}`;
  const page = urls.absolute(urls.page(series.route));
  const feed = feedOf(changesFeedUrl(series, prefix), title, page, historyEnd, proposals, context);
  if (!site.config.feeds.proposals) return [feed];
  const outputFiles = proposals.map((proposal) => {
    const name = fullTitle(proposal, context);
    const link = urls.absolute(urls.page(proposal.route));
    return feedOf(
      proposalFeedUrl(proposal, prefix),
      name,
      link,
      proposal.history?.updated ?? historyEnd,
      [proposal],
      context,
    );
  });
  return [feed, ...outputFiles];
}

/** @param link absolute URL of the page that it is about. @param until day of the last change. */
function feedOf(
  address: string,
  title: string,
  link: string,
  until: string,
  proposals: readonly Proposal[],
  context: RenderContext,
): OutputFile {
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const url = urls.absolute(urls.file(address));
  const facts = {
    title: `${config.title} ${config.titleSeparator} ${title}`,
    author: config.title,
    id: url,
    link,
    self: url,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    updated: timeOf(until),
  };
  const entries = registerEvents(proposals, feedLength).map((event) => {
    const { proposal, version } = event;
    const entry = {
      title: eventText(event, context),
      id: `urn:git:${version.commit}:${encodeText(proposal.label)}`,
      link: urls.absolute(eventHref(event, context)),
      description:
        event.kind === "changed"
          ? `${version.subject} (${translator.t("changes.size", version.words)})`
          : version.subject,
      updated: timeOf(version.day),
      authors: [{ name: version.author }],
      tags: [],
    };
    return atomEntry(entry);
  });
  return { path: address.slice(1), content: atom(facts, entries) };
}

const timeOf = (day: string) => new Date(`${day}T00:00:00Z`);
