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
  locale?: string /** Relative to the folder that gives it the role. */;
  relativePath: string;
} & (
  | { kind: "proposal"; series: Series }
  | { kind: "companion"; series: Series; needsLink: boolean }
  | { kind: "doc"; version: string; route: string }
  | { kind: "page" }
  | { kind: "home" }
);

/** Identifies a role within one configuration: the same text in another place is another document. */
export function roleKey(role: FileRole): string {
  const series = "series" in role ? role.series.id : undefined;
  return JSON.stringify({ ...role, series });
}

/** A pure function of the text, the role and the options. @returns undefined if the file has no document; the diagnostics have the reason. */
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

/** `parseText` with the library that draws diagrams already loaded; throws DiagramsNotLoaded if the text needs it and it is not. */
export function parseDocument(
  source: SourceFile,
  role: FileRole,
  options: MarkdownOptions,
): Result<ParsedDocument | undefined> {
  const size = source.tooLarge ?? Buffer.byteLength(source.text);
  if (size > options.maxFileSize) return { value: undefined, diagnostics: [tooLarge(source.path, size, options)] };
  const clean = { ...source, text: cleanText(source.text) };
  const conflicts = conflictsIn(clean);
  const parsed = role.kind === "proposal" ? proposal(clean, source, role, options) : page(clean, source, role, options);
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

/** Leads what is said of a text that a format has made to the lines of its file. */
function atOrigins(
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

/** If proposals must have a number field, one without metadata is a mistake. */
function noMetadata(source: SourceFile, series: Series): Diagnostic {
  const location = { file: source.path, line: 1, column: 1 };
  const late = lateFrontMatter(source.text);
  if (late !== undefined) {
    const help = "Remove the spaces and empty lines before it: the first line is exactly ---.";
    const message = "this front matter is not read, because it is not at the top";
    return diagnose("front-matter-missing", message, { ...location, line: late, length: 3, help });
  }
  const keys = (["number", "title"] as const).flatMap((name) => keysOf(series, name)[0] ?? []);
  const help = `A proposal begins with --- and its fields, ${keys.join(" and ")} first.`;
  return diagnose("front-matter-missing", "this proposal has no front matter", { ...location, help });
}

function noMetadataFile({ path: file }: SourceFile, beside: string): Diagnostic {
  const details = {
    file,
    line: 1,
    column: 1,
    severity: "warning" as const,
    help: "Add the file, or name another one in `metadata` of the series.",
  };
  return diagnose("metadata-file", `there is no ${beside} with the metadata of this proposal`, details);
}

function proposal(
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
    return page(clean, source, { kind: "companion", series, relativePath, locale, needsLink: false }, options);
  if (!entries && ((!name.matches && !name.isPending) || isRequired(series, "number")))
    return { value: undefined, diagnostics: [noMetadata(source, series)] };
  const lines = metadata.body.split("\n");
  const read = readProposalMeta(source, entries ?? [], name, series, lines, format, options.linkSchemes);
  const { number, title, titleLines, titleHeadings } = read;
  const diagnostics = [...metadata.diagnostics, ...read.diagnostics];
  const beside = metadataFileOf(source.path, series.metadata);
  if (beside !== undefined && !source.included?.files.has(beside) && !locale)
    diagnostics.push(noMetadataFile(source, beside));
  for (let index = titleLines[0]; index < titleLines[1]; index++) lines[index] = "";
  // Substrings keep the whole text in memory, so all of them should come from one copy.
  const body = titleLines[0] < titleLines[1] ? lines.join("\n") : metadata.body;
  const text = { body, lines, path: source.path, bodyLine, title, titleHeadings, heading, format, hasPartIds: true };
  const markdown = atOrigins(renderMarkdown(text, options), source, lines, origins);
  addAll(diagnostics, markdown.diagnostics);
  if (number === undefined) return { value: undefined, diagnostics };
  const { value: meta, diagnostics: excess } = withinLimits<ProposalMeta>({ number, ...read.meta }, source);
  addAll(diagnostics, series.isLenient ? excess.map(lowerSeverity) : excess);
  const named = { slug: name.slug, status: name.status };
  const parts = { number: meta.number, category: meta.category, ...named };
  // A name without the category would not help; the unknown category has been reported.
  const isNameable = meta.category || series.category.from !== "folder";
  const wantedName = isNameable ? expectedFileName(series, { ...parts, status: name.status || meta.status }) : "";
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
    ...(!name.matches && { wantedName }),
    ...(name.number !== undefined && name.number !== number && { isMisnumbered: true }),
    meta: { ...meta, movedTo },
    ...factsOf(markdown),
  };
  return { value: { document, markdown }, diagnostics };
}

function page(
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
  const markdown = atOrigins(renderMarkdown(text, options), source, front.body.split("\n"), ownText?.origins);
  const id = withoutTextExtension(cleanText(role.relativePath), options.formats);
  const written = fields.date(["date"]);
  const date = typeof written === "string" ? firstDay(written) : undefined;
  const position = Number(fields.text(["sidebar_position"]));
  const kindAndAddress = kindAndRoute(role, id);
  // The name of a home page's file says nothing about it.
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

/** Characters of what lists, feeds and links show on other pages, and how many tags a text has: each is on as many pages as others ask for. */
const longest = { title: 1_000, description: 5_000 };
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
    if (meta[key].length <= longest[key]) continue;
    value[key] = meta[key].slice(0, longest[key]).toWellFormed();
    report(`the ${key} has ${meta[key].length} characters, of which ${longest[key]} are shown`);
  }
  if (meta.tags && meta.tags.length > maxTags) {
    value.tags = meta.tags.slice(0, maxTags);
    report(`this text has ${meta.tags.length} tags, of which ${maxTags} count`);
  }
  return { value, diagnostics };
}

/** Companions may state their title in the same ways; none of it is removed from the text. */
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

/** The address of a page of the site's own. @param id its path among them, without extension. */
function pageRoute(id: string): string {
  return posix.join("/", id.replace(/(^|\/)index$/, "$1")).replace(/(?<=.)\/$/, "");
}
