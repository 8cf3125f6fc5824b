/** What several stages must agree on about a register's history: which differences have a page, and where everything is. */
import { posix } from "node:path";
import type { Series, SiteConfig } from "../config/index.js";
import type { OutdatedTranslation } from "../shared/api.js";
import type { Comparison, Version } from "../shared/history.js";
import { compareText } from "../shared/text.js";
import type { Proposal, Site } from "./site.js";

/**
 * The differences of a proposal that have a page: to the text that it had when a status began, when a translation was last brought up to date, and to
 * the text before its last change. Newest first.
 */
export function comparisonsOf({ history, outdated, document }: Proposal): Comparison[] {
  const versions = history?.versions ?? [];
  const [newest, previous] = versions;
  if (!document || !newest || !previous) return [];
  const wanted = new Set([...(history?.statuses ?? []), ...outdated.values()].map(({ commit }) => commit));
  const since = versions.slice(1).filter(({ commit }) => wanted.has(commit));
  return [
    { commit: newest.commit, from: previous, kind: "change" },
    ...since.map((from): Comparison => ({ commit: from.commit, from, kind: "since" })),
  ];
}

/** Address of the page of a difference. */
export function changesRoute(proposal: Pick<Proposal, "route">, commit: string): string {
  return posix.join(proposal.route, "changes", commit);
}

export function insightsRoute(series: Pick<Series, "route">): string {
  return posix.join(series.route, "insights");
}

export function graphRoute(series: Pick<Series, "route">): string {
  return posix.join(series.route, "graph");
}

/** Differences are written once, because most of what they show is in the language of the text. */
export function changesLocale({ locales, defaultLocale }: SiteConfig): string {
  return defaultLocale in locales ? defaultLocale : (Object.keys(locales)[0] ?? defaultLocale);
}

/** A commit at the code host, by the forms of address that code hosts share; undefined where the host is not known. */
export function commitUrl(commit: string, editUrl: string | undefined): string | undefined {
  const base = editUrl && /^(.*?)(\/-)?\/edit\//.exec(editUrl);
  return base ? `${base[1]}${base[2] ?? ""}/commit/${commit}` : undefined;
}

/** Identifies a committed text to a browser that has read it. */
export function textDigest({ blob }: Pick<Version, "blob">): string {
  return blob.slice(0, 10);
}

/** Whether browsers remember what was read, to say what changed since. */
export function hasVisits({ history }: Pick<SiteConfig, "history">): boolean {
  return history !== false && history.visits;
}

/** By path. */
export function outdatedTranslations({ registers, docs }: Pick<Site, "registers" | "docs">): OutdatedTranslation[] {
  const translated = [
    ...registers.flatMap(({ proposals }) => proposals),
    ...docs.flatMap(({ pages }) => [...pages.values()]),
  ];
  const found = translated.flatMap(({ outdated, translations }) =>
    [...outdated].flatMap(([locale, { date }]) => {
      const path = translations.get(locale)?.path;
      return path === undefined ? [] : [{ path, day: date }];
    }),
  );
  return found.sort((a, b) => compareText(a.path, b.path));
}

/** How many words of a text came and went with a version. */
export function sizeOf({ changes = [] }: Version): { added: number; removed: number } {
  return changes.reduce((sum, { added, removed }) => ({ added: sum.added + added, removed: sum.removed + removed }), {
    added: 0,
    removed: 0,
  });
}
