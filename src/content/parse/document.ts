/** The second stage: turns one SourceFile into one Document. Pure: the result depends only on the file and the options. */

import { posix } from "node:path";
import { fillPattern, isMovedStatus, type Series } from "../../config/index.js";
import { diagnose, lowerSeverity } from "../../platform/diagnostics/codes.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import { cleanText, cleanTexts } from "../../shared/clean-text.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { Document, PageMeta, ParsedDocument, Position, ProposalMeta, SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { addAll } from "../../shared/lists.js";
import { conflictHelp, conflictMessage, findConflicts } from "../../shared/syntax-problems.js";
import { cutText } from "../../shared/text.js";
import { textFormat, textFormats, withoutTextExtension } from "../../shared/text-format.js";
import { readUrl } from "../../shared/url.js";
import { limitHelp } from "../formats/budget.js";
import { DiagramsNotLoaded, loadDiagrams } from "../formats/diagrams/index.js";
import type { MarkdownOptions } from "../formats/markdown/env.js";
import { type MarkdownResult, renderMarkdown } from "../formats/markdown/render.js";
import type { FieldEntry } from "../metadata/entries.js";
import { readMetadata } from "../metadata/forms.js";
import { lateFrontMatter, splitFrontMatter } from "../metadata/front-matter.js";
import { isRequired, keysOf, normalizedKeysOf } from "../metadata/keys.js";
import { metadataFileOf } from "../metadata/metadata-files.js";
import { firstDay } from "./dates.js";
import { FieldReader } from "./fields.js";
import { expectedFileName, readFileName } from "./file-name.js";
import { readProposalMeta } from "./proposal-meta.js";
import { isProposalText, readOwnText, readProposalText } from "./proposal-text.js";

/** The role of a file: decided by its path, before it is read. */
export type FileRole = {
  locale?: string;
  /** Relative to the folder that gives the file its role. */
  relativePath: string;
} & (
  | { kind: "proposal"; series: Series }
  | { kind: "companion"; series: Series; needsLink: boolean }
  | { kind: "doc"; version: string; route: string }
  | { kind: "page" }
  | { kind: "home" }
);

/** Identifies a role within one configuration. The same text in another role is another document. */
export function roleKey(role: FileRole): string {
  const series = "series" in role ? role.series.id : undefined;
  return JSON.stringify({ ...role, series });
}

/**
 * Parses a text, and loads the library for diagrams if the text has one.
 * @returns undefined if the file has no document; the diagnostics have the reason.
 */
export async function parseText(
  source: SourceFile,
  role: FileRole,
  options: MarkdownOptions,
): Promise<Result<ParsedDocument | undefined>> {
  try {
    return parseDocument(source, role, options);
  } catch (error) {
    if (!(error instanceof DiagramsNotLoaded)) throw error;
    await loadDiagrams();
    return parseDocument(source, role, options);
  }
}

/** Parses a text. @throws DiagramsNotLoaded if the text has a diagram and the library is not loaded yet. */
export function parseDocument(
  source: SourceFile,
  role: FileRole,
  options: MarkdownOptions,
): Result<ParsedDocument | undefined> {
  const size = source.tooLarge ?? Buffer.byteLength(source.text);
  if (size > options.maxFileSize) return { value: undefined, diagnostics: [tooLarge(source.path, size, options)] };
  const clean = { ...source, text: cleanText(source.text) };
  const conflicts = conflictsIn(clean);
  const parsed =
    role.kind === "proposal" ? parseProposal(clean, source, role, options) : parsePage(clean, source, role, options);
  // Other errors in metadata with a merge conflict follow from the conflict.
  const diagnostics = conflicts.length > 0 && !parsed.value ? conflicts : [...conflicts, ...parsed.diagnostics];
  const { value } = parsed;
  if (!value) return { value: undefined, diagnostics };
  const { document, markdown } = value;
  const { html, sections, hasDiagram } = markdown;
  const facts = { ...document, meta: cleanTexts(document.meta) } as Document;
  return { value: { facts, hasDiagram, body: { html, sections } }, diagnostics };
}

function conflictsIn({ path, text }: SourceFile): Diagnostic[] {
  return findConflicts(text, textFormats[textFormat(path) ?? "markdown"].hasFences).map(({ line, end }) => {
    const location = { file: path, line, column: 1, length: 7 };
    return diagnose("conflict-markers", `${conflictMessage}, up to line ${end}`, { ...location, help: conflictHelp });
  });
}

/** A document and the result of parsing its text. */
interface Parsed {
  document: Document;
  markdown: MarkdownResult;
}

function tooLarge(file: string, size: number, { maxFileSize }: MarkdownOptions): Diagnostic {
  const details = { file, line: 1, column: 1, help: "Divide it, or set maxFileSize in the configuration." };
  return diagnose("file-too-large", `this file has ${size} bytes, more than ${maxFileSize}`, details);
}

/** The facts that come from the text below the front matter. */
type TextFacts = Pick<Document, "preview" | "excerpt" | "outline" | "anchors" | "titleId" | "links" | "labels">;

function factsOf({ preview, excerpt, outline, anchors, titleId, links, labels }: MarkdownResult): TextFacts {
  return {
    preview,
    excerpt,
    outline,
    anchors,
    ...(titleId && { titleId }),
    links,
    ...(labels.length > 0 && { labels }),
  };
}

/** If a format of the site has converted a text, moves the positions of its links and diagnostics to the lines of the source file. */
function moveToOrigins(
  result: MarkdownResult,
  { text }: SourceFile,
  lines: readonly string[],
  origins: readonly number[] | undefined,
): MarkdownResult {
  if (!origins) return result;
  const written = linesOf(text);
  const origin = ({ line, column }: Position): Position => {
    const index = Math.min(written.length, origins[line - 1] ?? 1);
    return { line: index, column: written[index - 1] === lines[line - 1] ? column : 1 };
  };
  return {
    ...result,
    links: result.links.map((link) => ({ ...link, position: origin(link.position) })),
    diagnostics: result.diagnostics.map((diagnostic) =>
      diagnostic.line === undefined
        ? diagnostic
        : { ...diagnostic, ...origin({ line: diagnostic.line, column: diagnostic.column ?? 1 }) },
    ),
  };
}

function unreadFrontMatter({ path: file, text }: SourceFile): Diagnostic[] {
  const line = lateFrontMatter(text);
  if (line === undefined) return [];
  const help = "Remove what is before it: the first line is exactly ---.";
  const message = "this front matter is not read, because it is not at the top";
  return [diagnose("front-matter-missing", message, { file, line, column: 1, length: 3, help })];
}

/** Reports a text that lacks the metadata it needs, because its series requires a field for the number, or its name does not fit the series. */
function missingMetadata({ path: file }: SourceFile, series: Series): Diagnostic {
  const location = { file, line: 1, column: 1 };
  const keys = (["number", "title"] as const).flatMap((name) => keysOf(series, name)[0] ?? []);
  const help = `A proposal begins with --- and its fields, ${keys.join(" and ")} first.`;
  return diagnose("front-matter-missing", "this proposal has no front matter", { ...location, help });
}

function missingMetadataFile({ path: file }: SourceFile, beside: string): Diagnostic {
  const details = {
    file,
    line: 1,
    column: 1,
    severity: "warning" as const,
    help: "Add the file, or name another one in `metadata` of the series.",
  };
  return diagnose("metadata-file", `there is no ${beside} with the metadata of this proposal`, details);
}

function parseProposal(
  clean: SourceFile,
  source: SourceFile,
  { series, relativePath, locale }: Extract<FileRole, { kind: "proposal" }>,
  options: MarkdownOptions,
): Result<Parsed | undefined> {
  const name = readFileName(relativePath, series);
  const metadata = readProposalText(clean, series);
  const { entries, bodyLine, format, origins, heading } = metadata;
  if (hasErrors(metadata.diagnostics)) return { value: undefined, diagnostics: metadata.diagnostics };
  if (!isProposalText(metadata, name, series))
    return parsePage(clean, source, { kind: "companion", series, relativePath, locale, needsLink: false }, options);
  const unread = entries ? [] : unreadFrontMatter(source);
  if (!entries && ((!name.matches && !name.isPending) || isRequired(series, "number")))
    return { value: undefined, diagnostics: unread.length > 0 ? unread : [missingMetadata(source, series)] };
  const lines = metadata.body.split("\n");
  const { linkSchemes } = options;
  const read = readProposalMeta({ source, entries: entries ?? [], name, series, lines, format, linkSchemes });
  const { number, titleLines, titleHeadings } = read;
  const { title } = read.meta;
  const diagnostics = [...metadata.diagnostics, ...unread.map(lowerSeverity), ...read.diagnostics];
  const beside = metadataFileOf(source.path, series.metadata);
  if (beside !== undefined && !source.included?.files.has(beside) && !locale)
    diagnostics.push(missingMetadataFile(source, beside));
  for (let index = titleLines[0]; index < titleLines[1]; index++) lines[index] = "";
  // `metadata.body` is usually a part of the whole text, without memory of its own, so it is copied only if lines were removed.
  const body = titleLines[0] < titleLines[1] ? lines.join("\n") : metadata.body;
  const text = { body, lines, path: source.path, bodyLine, title, titleHeadings, heading, format, hasPartIds: true };
  const markdown = moveToOrigins(renderMarkdown(text, options), source, lines, origins);
  addAll(diagnostics, markdown.diagnostics);
  if (number === undefined) return { value: undefined, diagnostics };
  const { value: meta, diagnostics: excess } = withinLimits<ProposalMeta>({ number, ...read.meta }, source);
  addAll(diagnostics, series.isLenient ? excess.map(lowerSeverity) : excess);
  const named = { slug: name.slug, status: name.status };
  const parts = { number: meta.number, category: meta.category, ...named };
  const firstLink = markdown.links.find(({ kind }) => kind === "link");
  const movedTo = firstLink && isMovedStatus(meta.status) ? readUrl(firstLink.url) : undefined;
  const route = cleanText(fillPattern(series.permalink, series, parts));
  const document: Document = {
    kind: "proposal",
    series: series.id,
    path: source.path,
    locale,
    route,
    named,
    ...(!name.matches && { wantedName: wantedNameOf(series, meta, parts, source.path) }),
    ...(name.number !== undefined && name.number !== number && { isMisnumbered: true }),
    meta: { ...meta, movedTo },
    ...factsOf(markdown),
  };
  return { value: { document, markdown }, diagnostics };
}

/** The file name that the series expects. Empty if the category is unknown, which has been reported: a name without it would not help. */
function wantedNameOf(
  series: Series,
  meta: ProposalMeta,
  parts: Parameters<typeof expectedFileName>[1],
  path: string,
): string {
  if (!meta.category && series.category.from === "folder") return "";
  const name = expectedFileName(series, { ...parts, status: parts.status || meta.status });
  return name.replace(/\.[^./]+$/, posix.extname(path));
}

function parsePage(
  clean: SourceFile,
  source: SourceFile,
  role: Exclude<FileRole, { kind: "proposal" }>,
  options: MarkdownOptions,
): Result<Parsed> {
  const ownText = readOwnText(clean, options.formats ?? []);
  const front = ownText ?? splitFrontMatter(clean);
  const fields = new FieldReader(source.path, front.entries ?? []);
  const title = new FieldReader(source.path, front.entries ?? titleFields(clean, role)).text(["title"]);
  const text = {
    body: front.body,
    path: source.path,
    bodyLine: front.bodyLine,
    title,
    format: ownText?.format ?? textFormat(source.path),
  };
  const markdown = moveToOrigins(renderMarkdown(text, options), source, front.body.split("\n"), ownText?.origins);
  const id = withoutTextExtension(cleanText(role.relativePath), options.formats);
  const written = fields.date(["date"]);
  const date = typeof written === "string" ? firstDay(written) : undefined;
  const position = Number(fields.text(["sidebar_position"]));
  const kindAndAddress = kindAndRoute(role, id);
  // A home page must not have the title `README` or `index`.
  const name = role.kind === "home" || role.kind === "page" ? posix.basename(kindAndAddress.route) : posix.basename(id);
  const { value: meta, diagnostics: excess } = withinLimits<PageMeta>(
    {
      title: title ?? markdown.firstHeading ?? name,
      description: fields.text(["description"]) ?? "",
      sidebarLabel: fields.text(["sidebar_label"]),
      sidebarPosition: Number.isFinite(position) && fields.text(["sidebar_position"]) ? position : undefined,
      draft: fields.text(["draft"]) === "true",
      ...(fields.text(["unlisted"]) === "true" && { unlisted: true }),
      date,
    },
    source,
  );
  const common = { path: source.path, locale: role.locale, meta, ...factsOf(markdown) };
  const diagnostics = [...front.diagnostics, ...markdown.diagnostics, ...fields.diagnostics, ...excess];
  return { value: { document: { ...kindAndAddress, ...common }, markdown }, diagnostics };
}

/** Maximum characters of metadata that lists, feeds and links repeat on any number of pages. */
const maxLengths = { title: 1_000, description: 5_000 };
const maxTags = 100;

function withinLimits<Meta extends { title: string; description: string; tags?: string[] }>(
  meta: Meta,
  { path }: SourceFile,
): Result<Meta> {
  const diagnostics: Diagnostic[] = [];
  const report = (message: string) =>
    diagnostics.push(diagnose("text-limit", message, { file: path, line: 1, column: 1, help: limitHelp }));
  const value = { ...meta };
  for (const key of ["title", "description"] as const) {
    if (meta[key].length <= maxLengths[key]) continue;
    value[key] = cutText(meta[key], maxLengths[key]);
    report(`the ${key} has ${meta[key].length} characters, of which ${maxLengths[key]} are shown`);
  }
  if (meta.tags && meta.tags.length > maxTags) {
    value.tags = meta.tags.slice(0, maxTags);
    report(`this text has ${meta.tags.length} tags, of which ${maxTags} count`);
  }
  return { value, diagnostics };
}

/** Companions state their title in the forms of proposals, but it is not removed from the text. */
function titleFields(source: SourceFile, role: FileRole): readonly FieldEntry[] {
  return role.kind === "companion" ? (readMetadata(source, normalizedKeysOf(role.series)).entries ?? []) : [];
}

function kindAndRoute(role: Exclude<FileRole, { kind: "proposal" }>, id: string) {
  switch (role.kind) {
    case "home":
      return { kind: "home" as const, route: "/" };
    case "page":
      return { kind: "page" as const, route: pageRoute(id) };
    case "companion":
      return { kind: "companion" as const, series: role.series.id, needsLink: role.needsLink, route: "" };
    case "doc": {
      const route = posix.join(role.route, id.replace(/(^|\/)(index|README)$/i, ""));
      return { kind: "doc" as const, id, version: role.version, route };
    }
  }
}

/** The address of a page in the folder of pages. @param id path in that folder, without extension. */
function pageRoute(id: string): string {
  return posix.join("/", id.replace(/(^|\/)index$/, "$1")).replace(/(?<=.)\/$/, "");
}
