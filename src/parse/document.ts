/** The second stage: one SourceFile to one Document. Pure, and a function of the file and the options alone, so results can be cached. */
import { posix } from "node:path";
import { fillPattern, type Series } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, PageMeta, SourceFile } from "../shared/document.js";
import { withoutSlots } from "../shared/slots.js";
import { readUrl } from "../shared/url.js";
import { FieldReader } from "./fields.js";
import { expectedFileName, readFileName } from "./file-name.js";
import { splitFrontMatter, type YamlEntry } from "./front-matter.js";
import type { MarkdownOptions } from "./markdown/env.js";
import { type MarkdownResult, renderMarkdown } from "./markdown/render.js";
import { keysOf, readProposalMeta } from "./proposal-meta.js";

/** What a file is: decided by where it lies, before anybody looks into it. */
export type FileRole = {
  locale?: string /** Relative to the folder that makes it what it is. */;
  relativePath: string;
} & ({ kind: "proposal"; series: Series } | { kind: "doc"; version: string; route: string } | { kind: "home" });

/** @returns undefined where nothing could be made of the file; the diagnostics say why. */
export function parseDocument(
  source: SourceFile,
  role: FileRole,
  options: MarkdownOptions,
): Result<Document | undefined> {
  const clean = { ...source, text: withoutSlots(source.text) };
  const { entries, body, bodyLine, diagnostics } = splitFrontMatter(clean);
  if (role.kind === "proposal") {
    if (diagnostics.length > 0) return { value: undefined, diagnostics };
    if (!entries) return { value: undefined, diagnostics: [noFrontMatter(source, role.relativePath, role.series)] };
  }
  const titleKeys = role.kind === "proposal" ? keysOf(role.series, "title") : ["title"];
  const title = new FieldReader(source.path, entries ?? []).text(titleKeys);
  const markdown = renderMarkdown(body, source.path, bodyLine, options, title);
  diagnostics.push(...markdown.diagnostics);
  const result =
    role.kind === "proposal"
      ? proposal(source, role, entries ?? [], markdown, options)
      : page(source, role, entries ?? [], markdown);
  return { value: result.value, diagnostics: [...diagnostics, ...result.diagnostics] };
}

/** A file in a proposal's place without front matter is a mistake; anywhere else it is some README. */
function noFrontMatter(source: SourceFile, relativePath: string, series: Series): Diagnostic {
  const place = { file: source.path, line: 1, column: 1 };
  const help = `A proposal begins with --- and its fields, ${keysOf(series, "number")[0]} and ${keysOf(series, "title")[0]} first.`;
  return readFileName(relativePath, series).matches
    ? diagnose("front-matter-missing", "this proposal has no front matter", { ...place, help })
    : diagnose("file-ignored", "this file is no proposal and was left out", { ...place, help });
}

function proposal(
  source: SourceFile,
  { series, relativePath, locale }: Extract<FileRole, { kind: "proposal" }>,
  entries: readonly YamlEntry[],
  markdown: MarkdownResult,
  { linkSchemes }: MarkdownOptions,
): Result<Document | undefined> {
  const name = readFileName(relativePath, series);
  const { meta, diagnostics } = readProposalMeta(source, entries, name, series, markdown.firstHeading, linkSchemes);
  if (!meta) return { value: undefined, diagnostics };
  const parts = { number: meta.number, category: meta.category, slug: name.slug };
  // A name with a hole where the category belongs is no help; that the category is unknown has been said.
  if (!name.matches && (meta.category || series.category.from !== "folder")) {
    const expected = expectedFileName(series, parts);
    diagnostics.push(
      diagnose("file-name", `this proposal's file should be named ${expected}`, {
        file: source.path,
        line: 1,
        column: 1,
      }),
    );
  }
  const isMoved = series.statuses.some(({ id, tone }) => id === meta.status && tone === "moved");
  const firstLink = markdown.text.links.find(({ kind }) => kind === "link");
  const movedTo = isMoved && firstLink ? readUrl(firstLink.url) : undefined;
  const route = fillPattern(series.permalink, series, parts);
  const value: Document = {
    kind: "proposal",
    series: series.id,
    path: source.path,
    hash: source.hash,
    locale,
    route,
    meta: { ...meta, movedTo },
    ...markdown.text,
    markdown: source.text,
  };
  return { value, diagnostics };
}

function page(
  source: SourceFile,
  role: Exclude<FileRole, { kind: "proposal" }>,
  entries: readonly YamlEntry[],
  markdown: MarkdownResult,
): Result<Document> {
  const fields = new FieldReader(source.path, entries);
  const id = role.relativePath.replace(/\.md$/, "");
  const position = Number(fields.text(["sidebar_position"]));
  const meta: PageMeta = {
    title: fields.text(["title"]) ?? markdown.firstHeading ?? posix.basename(id),
    description: fields.text(["description"]) ?? "",
    sidebarLabel: fields.text(["sidebar_label"]),
    sidebarPosition: Number.isFinite(position) && fields.text(["sidebar_position"]) ? position : undefined,
    draft: fields.text(["draft"]) === "true",
    date: fields.date(["date"]),
  };
  const common = { path: source.path, hash: source.hash, locale: role.locale, meta, ...markdown.text };
  const value: Document =
    role.kind === "home"
      ? { kind: "home", route: "/", ...common }
      : {
          kind: "doc",
          id,
          version: role.version,
          route: posix.join(role.route, id.replace(/(^|\/)(index|README)$/i, "")),
          ...common,
        };
  return { value, diagnostics: fields.diagnostics };
}
