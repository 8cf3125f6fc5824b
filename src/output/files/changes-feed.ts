/** The Atom feed of a register's events: "CIP-20 moved from Last call to Final". */

import type { OutputFile } from "../../shared/output.js";
import { encodeText } from "../../shared/text.js";
import { registerEvents } from "../../site/history/statuses.js";
import { changesFeedUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Register } from "../../site/model/site.js";
import { eventHref, eventText } from "../views/history.js";
import { atom, atomEntry, feedLength, timeOf } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

export const changesFeed: OutputKind = {
  name: "changes",
  each: "locale",
  urls: ({ registers }) => registers.flatMap(({ series, historyEnd }) => (historyEnd ? [changesFeedUrl(series)] : [])),
  make: ({ context }) => context.site.registers.flatMap((register) => feedOf(register, context)),
};

function feedOf({ series, proposals, historyEnd }: Register, context: RenderContext): OutputFile[] {
  if (!historyEnd) return [];
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const address = changesFeedUrl(series, urls.prefix);
  const url = urls.absolute(urls.file(address));
  const title = `${translator.label(series.title)}: ${translator.t("feed.changes")}`;
  const facts = {
    title: `${config.title} ${config.titleSeparator} ${title}`,
    author: config.title,
    id: url,
    link: urls.absolute(urls.page(series.route)),
    self: url,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: translator.label(config.footer.copyright),
    updated: timeOf(historyEnd),
  };
  const entries = registerEvents(proposals, feedLength).map((event) => {
    const { proposal, version } = event;
    return atomEntry({
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
    });
  });
  return [{ path: address.slice(1), content: atom(facts, entries) }];
}
