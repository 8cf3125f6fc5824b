/** The Atom feed of a register's events: "CIP-20 moved from Last call to Final". */
import { Feed } from "feed";
import { registerEvents } from "../history/events.js";
import { changesFeedUrl } from "../model/addresses.js";
import { sizeOf } from "../model/history.js";
import type { Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";
import { eventHref, eventText } from "./register-events.js";

export function changesFeed(register: Register, context: RenderContext): OutputFile[] {
  const { series, proposals, historyEnd } = register;
  if (!historyEnd) return [];
  const { site, urls, translator, locale } = context;
  const { config } = site;
  const url = urls.absolute(urls.file(changesFeedUrl(series, urls.prefix)));
  const title = `${translator.label(series.title)}: ${translator.t("feed.changes")}`;
  const feed = new Feed({
    title: `${config.title} ${config.titleSeparator} ${title}`,
    id: url,
    link: urls.absolute(urls.page(series.route)),
    language: config.locales[locale]?.htmlLang ?? locale,
    copyright: config.footer.copyright,
    generator: "cipgen",
    updated: timeOf(historyEnd),
    feedLinks: { atom: url },
  });
  for (const event of registerEvents(proposals, config.feedItems)) {
    const { proposal, version } = event;
    feed.addItem({
      title: escapeHtml(eventText(event, context)),
      id: `urn:git:${version.commit}:${proposal.label}`,
      link: urls.absolute(eventHref(event, context)),
      description: escapeHtml(
        event.kind === "changed"
          ? `${version.subject} (${translator.t("changes.size", sizeOf(version))})`
          : version.subject,
      ),
      date: timeOf(version.day),
      author: [{ name: version.author }],
    });
  }
  return [{ path: changesFeedUrl(series, urls.prefix).slice(1), content: `${feed.atom1().trimEnd()}\n` }];
}

const timeOf = (day: string) => new Date(`${day}T00:00:00Z`);
