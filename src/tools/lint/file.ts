/** A text as rules see it: source, metadata with positions, structure, prose, and its data in the site. */
import type { FieldName, Series } from "../../config/index.js";
import type { FieldEntry } from "../../content/metadata/entries.js";
import type { FormName } from "../../content/metadata/forms.js";
import { splitFrontMatter } from "../../content/metadata/front-matter.js";
import { keysOf } from "../../content/metadata/keys.js";
import type { FileRole } from "../../content/parse/document.js";
import { FieldReader } from "../../content/parse/fields.js";
import { readOwnText, readProposalText } from "../../content/parse/proposal-text.js";
import type { Position, SourceFile } from "../../shared/document.js";
import { getOrAdd, lazy } from "../../shared/lazy.js";
import { linesOf } from "../../shared/lines.js";
import { ownFormatOf, type TextFormat, textFormat } from "../../shared/text-format.js";
import { allProposals } from "../../site/model/proposal-list.js";
import type { Proposal, Site } from "../../site/model/site.js";
import { readStructure, type TextStructure, toOriginLines } from "./structure.js";

export interface LintFile {
  path: string;
  /** As it is on the disk. */
  text: string;
  /** The lines of `text`, without line ends. */
  lines: string[];
  kind: FileRole["kind"];
  /** Undefined for a format that the site adds: rules about the marks of a format do not apply to it. */
  format: TextFormat | undefined;
  /** Set for translations only. */
  locale?: string;
  /** Set for proposals only. */
  series?: Series;
  /** Id of the series; companions of proposals have it, too. */
  seriesId?: string;
  /** The fields of the metadata; empty if there is none, or if it is invalid. */
  entries: FieldEntry[];
  /** How the metadata is written. */
  form?: FormName;
  /** The line on which the text after the front matter begins, from 1. */
  bodyLine: number;
  /** The proposal in the register; undefined if it is not in the register. */
  proposal?: Proposal;
  /** Whether a line has nothing but metadata, in whatever form. */
  isMetadata(line: number): boolean;
  /** The offset in `text` at which a line begins; the end of `text` for a line after the last. */
  offset(line: number): number;
  /** The body's headings, code and links; parsed when first used. */
  structure(): TextStructure;
  /** A field of a proposal, by any of its keys in the series. */
  field(name: FieldName): FieldEntry | undefined;
  /** A field by its key. */
  fieldOfKey(key: string): FieldEntry | undefined;
}

export function makeLintFile({ path, text }: SourceFile, role: FileRole, site: Site): LintFile {
  const { formats } = site.config;
  const format = ownFormatOf(path, formats) ? undefined : (textFormat(path) ?? "markdown");
  const series = role.kind === "proposal" ? role.series : undefined;
  // Metadata is read when a rule asks for it: a review checks a thousand texts by rules that use only relations.
  const front = lazy(() => {
    const source = { path, text, hash: "" };
    const read = series ? readProposalText(source, series) : readOwnText(source, formats);
    const { entries = [], body, bodyLine } = read ?? splitFrontMatter(source);
    const { format: bodyFormat = format ?? "markdown", origins } = read ?? {};
    const fields = new FieldReader(path, entries);
    const lineRanges = read?.lineRanges ?? [];
    return { entries, form: read?.form, body, bodyLine, bodyFormat, origins, lineRanges, fields };
  });
  const lines = lazy(() => linesOf(text));
  const offsets = lazy(() => lineOffsets(text));
  return {
    path,
    text,
    kind: role.kind,
    format,
    locale: role.locale,
    series,
    seriesId: "series" in role ? role.series.id : undefined,
    get form() {
      return front().form;
    },
    proposal: series && proposalsByPath(site).get(path),
    get lines() {
      return lines();
    },
    get entries() {
      return front().entries;
    },
    get bodyLine() {
      return front().bodyLine;
    },
    isMetadata: (line) =>
      line < front().bodyLine || front().lineRanges.some(([start, end]) => line > start && line <= end),
    offset: (line) => offsets()[line - 1] ?? text.length,
    structure: lazy(() => {
      const { body, bodyLine, bodyFormat, origins } = front();
      return toOriginLines(readStructure(body, bodyLine, bodyFormat, site.config.markdown), origins);
    }),
    field: (name) => (series ? front().fields.find(keysOf(series, name)) : undefined),
    fieldOfKey: (key) => front().fields.find([key]),
  };
}

const proposals = new WeakMap<Site, Map<string, Proposal>>();

/** The proposals of a site by the paths of their texts. */
export function proposalsByPath(site: Site): Map<string, Proposal> {
  return getOrAdd(proposals, site, ({ registers }) => {
    const members = registers.flatMap(allProposals);
    return new Map(members.flatMap((proposal) => (proposal.document ? [[proposal.document.path, proposal]] : [])));
  });
}

function lineOffsets(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
}

/** The first position of a text at or after `from`; `from` itself if the source spells the text differently. */
export function placeOfText({ lines }: LintFile, text: string, from: Position): Position {
  for (let { line, column } = from; line <= lines.length; line++, column = 1) {
    const offset = lines[line - 1]?.indexOf(text, column - 1) ?? -1;
    if (offset !== -1) return { line, column: offset + 1 };
  }
  return from;
}

interface ProseLine {
  /** Line of the file, from 1. */
  line: number;
  text: string;
}

/** How much of a link a line of prose keeps: the whole link, its text, or nothing. */
type ProseLinks = "written" | "texts" | "none";

const proseOfFiles = new WeakMap<LintFile, Map<ProseLinks, ProseLine[]>>();

/** The lines of prose, stored because several rules read them. Code, escapes and formulas are blanked out, so that columns stay the same. */
export function proseLines(file: LintFile, links: ProseLinks = "written"): readonly ProseLine[] {
  const linesByLinks = getOrAdd(proseOfFiles, file, () => new Map());
  return getOrAdd(linesByLinks, links, () => findProse(file, links));
}

function findProse(file: LintFile, links: ProseLinks): ProseLine[] {
  if (links === "written") {
    const { codeLines } = file.structure();
    let inFormula = false;
    return file.lines.flatMap((sourceLine, index) => {
      const line = index + 1;
      const wasInFormula = inFormula;
      const isCode = codeLines.has(line);
      inFormula = !isCode && sourceLine.trim() !== "" && inFormula === (sourceLine.split("$$").length % 2 === 1);
      if (file.isMetadata(line) || isCode || wasInFormula) return [];
      let text = sourceLine;
      for (const [sign, pattern] of blankedParts) if (text.includes(sign)) text = blank(text, pattern);
      return [{ line, text }];
    });
  }
  return proseLines(file).map(({ line, text }) => {
    if (!/[[<]|:\/\//.test(text)) return { line, text };
    let prose = blank(text, /^\s{0,3}\[[^\]]+\]:.*$/g);
    prose = links === "none" ? blank(prose, linkPattern) : prose.replace(linkPattern, (match) => withoutTarget(match));
    return { line, text: blank(prose, /<[^<>\s][^<>]*>|\bhttps?:\/\/\S+/g) };
  });
}

/** Parts of a line that are not prose: code, escaped signs, and formulas. A pattern is tried only on lines that contain its sign. */
const blankedParts: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ["`", /(?<!`)(`+)(?!`)(?:(?!\1(?!`)).)*?[^`]\1(?!`)/g],
  ["\\", /\\[!-/:-@[-`{-~]/g],
  ["$", /\$\$.*?(?:\$\$|$)|(?<![\w$])\$(?=[^\s$])[^$]*[^\s$]\$(?![\w$])/g],
];

/** Matches a link or a picture: `[text](url "title")` or `[text][label]`. */
const linkPattern = /!?\[[^\][]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|\[[^\][]*\])/g;

function withoutTarget(linkText: string): string {
  const end = linkText.indexOf("]");
  return linkText.slice(0, end) + " ".repeat(linkText.length - end);
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => " ".repeat(match.length));
}
