/** The Atom feed of what happened in a register: "CIP-20 moved from Last call to Final". */
import { Feed } from "feed";
import { registerEvents } from "../history/events.js";
import { changesFeedUrl } from "../model/addresses.js";
import { changesLocale, changesRoute, comparisonsOf, sizeOf } from "../model/history.js";
import { proposalTitle, statusNamed } from "../model/localized.js";
import type { Register } from "../model/site.js";
import type { OutputFile } from "../shared/output.js";
import { escapeHtml } from "../shared/text.js";
import type { RenderContext } from "./context.js";

export function changesFeed(register: Register, context: RenderContext): OutputFile[] {
  const { series, proposals, historyEnd } = register;
  if (!historyEnd) return [];
  const { site, urls, words, locale, allUrls } = context;
  const { config } = site;
  const url = urls.absolute(urls.file(changesFeedUrl(series, urls.prefix)));
  const title = `${words.label(series.title)}: ${words.t("feed.changes")}`;
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
    const { label } = proposal;
    const statusLabel = (status: string) => statusNamed(status, series, context).label;
    const heading =
      event.kind === "moved"
        ? words.t("feed.moved", { label, from: statusLabel(event.from), to: statusLabel(event.to) })
        : words.t(event.kind === "new" ? "feed.new" : "feed.changed", {
            label,
            title: proposalTitle(proposal, context),
          });
    const hasPage = comparisonsOf(proposal).some(({ commit }) => commit === version.commit);
    const own = allUrls.get(changesLocale(config)) ?? urls;
    const page = hasPage ? own.page(changesRoute(proposal, version.commit)) : urls.page(proposal.route);
    feed.addItem({
      title: escapeHtml(heading),
      id: `urn:git:${version.commit}:${label}`,
      link: urls.absolute(page),
      description: escapeHtml(
        event.kind === "changed" ? `${version.subject} (${words.t("changes.size", sizeOf(version))})` : version.subject,
      ),
      date: timeOf(version.day),
      author: [{ name: version.author }],
    });
  }
  return [{ path: changesFeedUrl(series, urls.prefix).slice(1), content: `${feed.atom1().trimEnd()}\n` }];
}

const timeOf = (day: string) => new Date(`${day}T00:00:00Z`);
