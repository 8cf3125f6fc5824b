/** The Atom feed of a register's events: "CIP-20 moved from Last call to Final". */
import { registerEvents } from "../history/events.js";
import { changesFeedUrl } from "../model/addresses.js";
import { sizeOf } from "../model/history.js";
import type { Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { encodeText } from "../shared/text.js";
import type { RenderContext } from "../view/context.js";
import { eventHref, eventText } from "../view/history.js";
import { atom, atomEntry } from "./feed-formats.js";
import type { OutputKind } from "./kind.js";

export const changesFeed: OutputKind = {
  name: "changes",
  each: "locale",
  urls: ({ registers }) => registers.flatMap(({ series, historyEnd }) => (historyEnd ? [changesFeedUrl(series)] : [])),
  make: ({ context }) => context.site.registers.flatMap((register) => feedOf(register, context)),
};

function feedOf(register: Register, context: RenderContext): OutputFile[] {
  const { series, proposals, historyEnd } = register;
  if (!historyEnd) return [];
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const url = urls.absolute(urls.file(changesFeedUrl(series, urls.prefix)));
  const title = `${translator.label(series.title)}: ${translator.t("feed.changes")}`;
  const facts = {
    title: `${config.title} ${config.titleSeparator} ${title}`,
    author: config.title,
    id: url,
    link: urls.absolute(urls.page(series.route)),
    self: url,
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    updated: timeOf(historyEnd),
  };
  const entries = registerEvents(proposals, config.feedItems).map((event) => {
    const { proposal, version } = event;
    const entry = {
      title: eventText(event, context),
      id: `urn:git:${version.commit}:${encodeText(proposal.label)}`,
      link: urls.absolute(eventHref(event, context)),
      description:
        event.kind === "changed"
          ? `${version.subject} (${translator.t("changes.size", sizeOf(version))})`
          : version.subject,
      updated: timeOf(version.day),
      authors: [{ name: version.author }],
      tags: [],
    };
    return atomEntry(entry);
  });
  return [{ path: changesFeedUrl(series, urls.prefix).slice(1), content: atom(facts, entries) }];
}

const timeOf = (day: string) => new Date(`${day}T00:00:00Z`);
