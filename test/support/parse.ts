/** One file through the parser, for the tests that look at a single document. */
import { expect } from "vitest";
import type { Series } from "../../src/config/index.js";
import { resolveConfig } from "../../src/config/loading.js";
import { highlight } from "../../src/content/formats/markdown/highlight.js";
import { type MarkdownResult, renderMarkdown } from "../../src/content/formats/markdown/render.js";
import { parseDocument } from "../../src/content/parse/document.js";
import { sourceFile } from "../../src/content/read/sources.js";
import type { ConfigInput } from "../../src/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import type { DocumentBody, ProposalDocument } from "../../src/shared/document.js";
import { fillParts, type ParsedPart, withColors } from "../../src/shared/html-parts.js";
import { escapeHtml } from "../../src/shared/text.js";
import type { TextFormat } from "../../src/shared/text-format.js";
import { encode } from "../../src/site/model/urls.js";
import { usualConfig } from "./site.js";

export const options = { mentionLabels: ["CIP", "CBC"], linkSchemes: [], maxFileSize: 2_000_000 };

/** A site's configuration from what a test wants to be different; throws what is wrong with it. */
export function configOf(input: Partial<ConfigInput> = {}) {
  const { value, diagnostics } = resolveConfig({ ...usualConfig, ...input }, "cipgen.config.ts");
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value;
}

/** What is said of a configuration, as `code path: message (help)`. */
export function configProblems(input: object): string[] {
  const { value, diagnostics } = resolveConfig({ ...usualConfig, ...input }, "cipgen.config.ts");
  expect(value === undefined).toBe(diagnostics.length > 0);
  expect(diagnostics.every(({ file, severity }) => file === "cipgen.config.ts" && severity === "error")).toBe(true);
  return diagnostics.map(({ code, message, help }) => `${code} ${message}${help ? ` (${help})` : ""}`);
}

export function seriesOf(input: Partial<ConfigInput> = {}): Series {
  return configOf(input).series[0] as Series;
}

/** A series without a profile, in flat files; lenient with `legacy`. */
export const xip = {
  id: "xip",
  label: "XIP",
  title: "XIPs",
  source: "content/cip",
  files: "{number}-{slug}.md",
  route: "/xip",
} as const;

/** A proposal of the CIP profile. */
export function parseProposal(
  text: string,
  relativePath = "cbc/cip-20.md",
  series = seriesOf(),
): { document: ProposalDocument | undefined; body: DocumentBody | undefined; diagnostics: Diagnostic[] } {
  const source = sourceFile(`content/cip/${relativePath}`, text);
  const { value, diagnostics } = parseDocument(source, { kind: "proposal", series, relativePath }, options);
  return { document: value?.facts as ProposalDocument | undefined, body: value?.body, diagnostics };
}

/** Parts as a page shows them: links lead where the author said, strings are their keys. */
export function shownHtml(parts: ParsedPart[], links: readonly { url: string }[]): string {
  return fillParts(withColors(parts, highlight), {
    url: (link) => escapeHtml(encode(links[link]?.url ?? "#")),
    image: () => "",
    mention: (_, html) => html,
    string: (key) => escapeHtml(key),
  });
}

type ShownText = Omit<MarkdownResult, "html" | "preview"> & { html: string; preview: string };

function shownText(result: MarkdownResult): ShownText {
  return {
    ...result,
    html: shownHtml(result.html, result.links),
    preview: shownHtml(result.preview, result.links),
  };
}

/** A body alone, its HTML as a page shows it. Line 1 of `body` is line 1 of the file. */
export function markdown(body: string, title?: string): ShownText {
  return shownText(renderMarkdown({ body, path: "content/cip/cbc/cip-20.md", bodyLine: 1, title }, options));
}

/** The same for a MediaWiki text. */
export const wiki = (body: string, title?: string) => inFormat("mediawiki", body, title);

/** The same for a reStructuredText. */
export const rst = (body: string, title?: string) => inFormat("rst", body, title);

function inFormat(format: TextFormat, body: string, title: string | undefined): ShownText {
  const path = `content/cip/cbc/cip-20.${format}`;
  return shownText(renderMarkdown({ body, path, bodyLine: 1, title, format }, options));
}

/** What a diagnostic says where: `code line:column`. */
export function placed({ code, line, column }: Diagnostic): string {
  return `${code} ${line}:${column}`;
}
