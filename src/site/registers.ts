/** From documents to registers: numbers, reserved numbers, tags, years, neighbours and relations. */
import { posix } from "node:path";
import { slug } from "github-slugger";
import { fillPattern, formatNumber, type Series, type SiteConfig } from "../config/index.js";
import { diagnose, lowerSeverity } from "../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, NumericDate, ProposalDocument, ProposalMeta } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import { compareNumbers } from "../shared/proposal-number.js";
import { compareText, usualSpelling } from "../shared/text.js";
import { byDateOrTitle } from "./model/proposal-list.js";
import type { Proposal, Register, RejectedText, Tag } from "./model/site.js";
import { misnamed } from "./numbers.js";
import { relate } from "./relations.js";

/** @param rejected texts whose proposals are missing: a reference to one of them is not reported. */
export function buildRegisters(
  config: SiteConfig,
  documents: readonly Document[],
  rejected: readonly RejectedText[] = [],
): Result<Register[]> {
  const diagnostics: Diagnostic[] = [];
  const proposals = documents.filter((document): document is ProposalDocument => document.kind === "proposal");
  addAll(diagnostics, misnamed(proposals, config.series));
  const value = config.series.map((series) => {
    const proposalDocuments = proposals.filter((document) => document.series === series.id);
    const originals = proposalDocuments.filter(({ locale }) => !locale);
    const register = buildRegister(series, originals, diagnostics);
    addTranslations(register, proposalDocuments, diagnostics);
    return register;
  });
  relate(value, config, rejected, diagnostics);
  return { value, diagnostics };
}

/** @param documents with a number each: see `settleNumbers`. */
function buildRegister(series: Series, documents: ProposalDocument[], diagnostics: Diagnostic[]): Register {
  const byNumber = new Map<number, Proposal>();
  const order = orderOfDates(documents);
  for (const document of documents) {
    const meta = readNumericDates(document, order, series, diagnostics);
    byNumber.set(meta.number, proposalOf(series, meta, document.route, document));
  }
  for (const proposal of reservedNumbers(series, byNumber)) byNumber.set(proposal.number, proposal);
  const unlisted = [...byNumber.values()].filter(({ meta }) => meta.unlisted);
  const proposals = [...byNumber.values()].filter(({ meta }) => !meta.unlisted);
  proposals.sort(orderOf(series, proposals));
  for (const [index, proposal] of proposals.entries()) {
    proposal.previous = proposals[index - 1];
    proposal.next = proposals[index + 1];
  }
  const tags = tagsOf(series, proposals);
  return {
    series,
    proposals,
    unlisted,
    byNumber,
    tags,
    tagsOf: tagsByProposal(tags),
    people: peopleOf(proposals),
    years: yearsOf(proposals),
  };
}

function orderOf({ numbers }: Series, proposals: readonly Proposal[]): (a: Proposal, b: Proposal) => number {
  if (numbers === "decimal") return (a, b) => a.number - b.number;
  return numbers === "none" ? byDateOrTitle(proposals) : (a, b) => compareNumbers(a.numberText, b.numberText);
}

/** Shared by all proposals that have no translations. */
const noTranslations: Proposal["translations"] = new Map();
const noVersions: Proposal["outdated"] = new Map();

function proposalOf(series: Series, meta: ProposalMeta, route: string, document?: ProposalDocument): Proposal {
  const isNamed = series.numbers === "none";
  const numberText = isNamed ? (document?.named.slug ?? "") : formatNumber(meta.number, series);
  const relations = {
    requires: [],
    requiredBy: [],
    supersedes: [],
    supersededBy: [],
    updates: [],
    updatedBy: [],
    mentions: [],
    mentionedBy: [],
  };
  return {
    series,
    number: meta.number,
    numberText,
    label: isNamed ? numberText : `${series.label}-${numberText}`,
    route,
    meta,
    document,
    translations: noTranslations,
    outdated: noVersions,
    relations,
    absent: [],
  };
}

/** Makes proposals of the gaps in runs, if the numbering is continuous. Each is in the category of the proposal before it. */
function reservedNumbers(series: Series, byNumber: Map<number, Proposal>): Proposal[] {
  if (series.numbering.reading === "listed" || series.numbers === "none") return [];
  const status = series.statuses.find(({ tone }) => tone === "reserved")?.id ?? "reserved";
  return series.numbering.runs.flatMap(([first, last]) => {
    const reserved: Proposal[] = [];
    let category = "";
    for (let number = first; number <= last; number++) {
      const listed = byNumber.get(number);
      if (listed) {
        category = listed.meta.category;
        continue;
      }
      const meta: ProposalMeta = {
        number,
        title: "",
        description: "",
        authors: [],
        status,
        category,
        tags: category ? [category] : [],
        keywords: [],
        requires: [],
        supersedes: [],
        supersededBy: [],
        updates: [],
        updatedBy: [],
        discussions: [],
      };
      reserved.push(proposalOf(series, meta, fillPattern(series.permalink, series, meta)));
    }
    return reserved;
  });
}

function tagsOf(series: Series, proposals: readonly Proposal[]): Tag[] {
  const tags = new Map<string, Tag & { members: Set<Proposal> }>();
  const routes = new Set<string>();
  const keys = new Map<string, string>();
  for (const proposal of proposals) {
    for (const name of proposal.meta.tags) {
      const key = keys.get(name) ?? name.normalize().toLowerCase();
      keys.set(name, key);
      const tag = tags.get(key) ?? {
        // A tag that is a category is known by the category's id, however the first proposal writes it.
        name: series.category.values.some(({ id }) => id === key) ? key : name,
        route: tagRoute(series, name, routes),
        proposals: [],
        members: new Set(),
      };
      tag.members.add(proposal);
      tags.set(key, tag);
      routes.add(tag.route);
    }
  }
  return [...tags.values()]
    .map(({ name, route, members }) => ({ name, route, proposals: [...members] }))
    .sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()));
}

function tagsByProposal(tags: readonly Tag[]): Map<Proposal, Tag[]> {
  const tagsOfProposals = new Map<Proposal, Tag[]>();
  for (const tag of tags) {
    for (const proposal of tag.proposals)
      if (!tagsOfProposals.get(proposal)?.push(tag)) tagsOfProposals.set(proposal, [tag]);
  }
  return tagsOfProposals;
}

/** Makes the route of a tag. C and C++ have one slug, so the later tag gets a number, as does one with the address of the list of tags. */
function tagRoute(series: Series, name: string, usedRoutes: ReadonlySet<string>): string {
  const list = posix.join(series.route, "tags");
  const base = `${list}/${cutBytes(slug(name.normalize()) || codePoints(name), maxTagBytes)}`;
  let route = base;
  for (let count = 1; usedRoutes.has(route) || route === `${list}/index`; count++) route = `${base}-${count}`;
  return route;
}

/** File systems allow names of 255 bytes; some are needed for a number and `.html`. */
const maxTagBytes = 200;

/** The first characters of a text, as many as `limit` bytes of UTF-8 hold. */
function cutBytes(text: string, limit: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read);
}

/** Makes an address of a name that has no slug, because it is punctuation alone. */
function codePoints(name: string): string {
  return [...name].map((character) => `u${character.codePointAt(0)?.toString(16)}`).join("-");
}

function yearsOf(proposals: readonly Proposal[]): Register["years"] {
  const years = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    const year = proposal.meta.date?.slice(0, 4) ?? "";
    if (!years.get(year)?.push(proposal)) years.set(year, [proposal]);
  }
  return [...years].map(([year, items]) => ({ year, proposals: items })).sort((a, b) => compareText(b.year, a.year));
}

/** Finds the name of each person: the most frequent spelling, and of equally frequent ones the longest. */
function peopleOf(proposals: readonly Proposal[]): Map<string, string> {
  const spellings = new Map<string, string[]>();
  for (const { meta } of proposals)
    for (const { key, name } of meta.authors) if (!spellings.get(key)?.push(name)) spellings.set(key, [name]);
  return new Map([...spellings].map(([key, names]) => [key, usualSpelling(names)]));
}

function addTranslations(register: Register, documents: ProposalDocument[], diagnostics: Diagnostic[]): void {
  const translationsOf = new Map<Proposal, Map<string, ProposalDocument>>();
  for (const document of documents) {
    if (!document.locale) continue;
    const original = register.byNumber.get(document.meta.number);
    if (!original?.document) {
      diagnostics.push(orphan(document.path));
      continue;
    }
    const translations = translationsOf.get(original) ?? new Map<string, ProposalDocument>();
    const first = translations.get(document.locale);
    if (first) diagnostics.push(secondTranslation(document, first, original));
    else translationsOf.set(original, translations.set(document.locale, document));
  }
  for (const [original, translations] of translationsOf) original.translations = translations;
}

function secondTranslation(
  { path, locale }: ProposalDocument,
  first: ProposalDocument,
  { label }: Proposal,
): Diagnostic {
  const details = { file: path, line: 1, column: 1, help: "Remove one of the two, or correct its number." };
  return diagnose("route-conflict", `${first.path} is a translation of ${label} into ${locale} already`, details);
}

export function orphan(path: string): Diagnostic {
  const message = "there is no original of this translation, so it is not shown";
  return diagnose("translation-orphan", message, { file: path, line: 1, column: 1 });
}

/** Finds which number is the day in `12/05/2022`, by the unambiguous dates of a register. @returns undefined unless nine of ten agree. */
function orderOfDates(documents: readonly ProposalDocument[]): "dmy" | "mdy" | undefined {
  const certain = documents.flatMap(({ meta }) => meta.numericDates ?? []).filter(({ dmy, mdy }) => !dmy || !mdy);
  const orders = ["dmy", "mdy"] as const;
  return orders.find(
    (order) => certain.length > 0 && certain.filter((date) => date[order]).length >= certain.length * 0.9,
  );
}

/** @returns the metadata with its dates resolved; ambiguous ones are reported and dropped. */
function readNumericDates(
  { meta, path }: ProposalDocument,
  order: "dmy" | "mdy" | undefined,
  series: Series,
  diagnostics: Diagnostic[],
): ProposalMeta {
  if (!meta.numericDates) return meta;
  const { numericDates, ...metaWithoutDates } = meta;
  const read: ProposalMeta = metaWithoutDates;
  for (const date of numericDates) {
    read[date.field] = (order && date[order]) ?? (date.dmy && date.mdy ? undefined : (date.dmy ?? date.mdy));
    if (!read[date.field]) diagnostics.push(ambiguous(path, date, series));
  }
  return read;
}

function ambiguous(file: string, { key, text, dmy, mdy, position, length }: NumericDate, { isLenient }: Series) {
  const help = `Write ${key} as YYYY-MM-DD.`;
  const message = `"${text}" is ${dmy} or ${mdy}; the register does not show which`;
  const problem = diagnose("date-invalid", message, { file, ...position, length, help });
  return isLenient ? lowerSeverity(problem) : problem;
}
