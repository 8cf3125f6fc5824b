/** Small embedded indices in memory, and engines that answer from them. */
import { createEngine, type Engine } from "../../client/search/engine/engine.js";
import { buildIndex } from "../../src/output/search/index/build.js";
import { encodeSections, type PageFacts, type SearchPage } from "../../src/output/search/page.js";
import type { Section } from "../../src/shared/document.js";
import type { SearchAnswer, SearchRequest } from "../../src/shared/search.js";
import type { StatusView } from "../../src/shared/view.js";

/** A page with what a test says of it. A number makes it a proposal, with the number in its title. */
export function searchPage(
  facts: Partial<Omit<SearchPage, "proposal" | "body">> & {
    number?: number;
    series?: number;
    label?: string;
    text?: string;
    sections?: readonly Section[];
  },
): SearchPage & { sections: readonly Section[] } {
  const { number, series = 0, label = "CIP", text, title = "Page", ...others } = facts;
  const { sections = text === undefined ? [] : [{ id: "", level: 1, heading: "", text }] } = facts;
  const route = number === undefined ? `/docs/${title.toLowerCase()}` : `/cip/${label.toLowerCase()}-${number}`;
  return {
    route,
    href: route,
    section: "Register",
    description: "",
    sections,
    body: encodeSections(sections),
    tag: "default",
    version: "",
    pageRank: 10,
    ...others,
    title: number === undefined ? title : `${label}-${number}: ${title}`,
    ...(number !== undefined && { proposal: { series, number } }),
  };
}

/** Front matter of a proposal, as far as a test says nothing else that of one that is final and nobody's. */
export function facts(changes: Partial<Omit<PageFacts, "text">>): PageFacts {
  const final: StatusView = { id: "final", label: "Final", tone: "final" };
  const all = { status: final, authors: [], others: [], authority: 0, ...changes };
  const who = all.authors.map(({ name, handle, email }) =>
    [name, handle, email?.split("@")[0]].filter(Boolean).join(" "),
  );
  const month = all.date && new Date(all.date).toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  const what = [`Status: ${all.status.label}`, all.date, month, ...all.others].filter(Boolean).join(" ");
  return { ...all, text: { who: who.join(", "), what } };
}

/** Words with letters of all the alphabet: many of them are in many files. */
export const wordAt = (n: number): string =>
  Math.imul(n + 1, 0x9e3779b1)
    .toString(36)
    .replace(/[^a-z]/g, (sign) => "bcdfghjklmn"["-0123456789".indexOf(sign)] ?? "");

export interface TestIndex {
  engine: Engine;
  /** Another engine, which has fetched nothing. */
  again(): Engine;
  /** Files in the order in which they were asked for, relative to the index. */
  requests: string[];
  files: Map<string, string>;
  ask(query: string, request?: Partial<SearchRequest>): Promise<SearchAnswer>;
  /** Routes of the pages that are found, in order. */
  find(query: string): Promise<string[]>;
}

export function searchIndex(
  pages: readonly SearchPage[],
  labels: string[][] = [["CIP", "CBC"]],
  synonyms: string[][] = [],
): TestIndex {
  const files = new Map(
    buildIndex({ locale: "en-US", lang: "en-US", pages, labels, synonyms }).map(({ path, content }) => [
      path.replace("search/en-US/", ""),
      Buffer.from(content as Uint8Array).toString(),
    ]),
  );
  const requests: string[] = [];
  const again = () =>
    createEngine(async (path) => {
      requests.push(path);
      const text = files.get(path);
      if (text === undefined) throw new Error(`there is no ${path}`);
      return text;
    });
  const engine = again();
  const ask: TestIndex["ask"] = (query, request = {}) =>
    engine.search({ query, page: 0, hitsPerPage: 20, snippetWords: 10, ...request });
  return {
    engine,
    again,
    requests,
    files,
    ask,
    find: async (query) => (await ask(query)).hits.map((hit) => hit.url_without_anchor),
  };
}
