/**
 * Mermaid diagrams as SVG, drawn when the site is built. The library needs no DOM but is large, so it is loaded only when a text has a
 * diagram. What it cannot draw as it is meant stays readable source. Its drawing has no styles of its own here: the style sheet defines the colours that
 * it refers to, so diagrams follow the theme and the Content-Security-Policy stays as strict as it is.
 */
import { diagnose } from "../../diagnostics/codes.js";
import { nativeImport } from "../../runtime/native-import.js";
import { type HtmlPart, stringPart } from "../../shared/html-parts.js";
import { escapeHtml } from "../../shared/text.js";
import { drawDiagram, NotDrawable } from "../diagrams/index.js";
import type { MarkdownEnv } from "./env.js";
import { isHarmless } from "./svg.js";

let draw: ((source: string) => string) | undefined;

/** Thrown by parsing where a text has a diagram and the library is not loaded: without it the text would become another page. */
export class DiagramsNotLoaded extends Error {
  constructor() {
    super("loadDiagrams must be awaited before a text with a diagram is parsed");
  }
}

/** Whether a text is likely to have one. What is decided by it must not change the page: a fence in a quotation is not seen. */
export function seemsToHaveDiagram(text: string): boolean {
  return /^[ \t]*(?:```|~~~)\s*mermaid\b/m.test(text);
}

/** Whether a text could have a diagram anywhere: no text that has one is without the word. */
export function mayHaveDiagram(text: string): boolean {
  return /mermaid/i.test(text);
}

export async function loadDiagrams(): Promise<void> {
  draw ??= (await nativeImport<typeof import("beautiful-mermaid")>("beautiful-mermaid")).renderMermaidSVG;
}

/**
 * Laying out costs more than the square of the connections: 150 between 18 nodes take two seconds. What a diagram and a whole text may cost is
 * counted, so that the same text is the same page everywhere.
 */
const maxConnections = 100;
const maxConnectionsOfText = 400;
const maxMessages = 500;
const maxLength = 20_000;

/**
 * @param line of the source's first line in the text, from 0.
 * @returns undefined when the diagram cannot be drawn as it is meant, which is reported; the caller shows its source.
 */
export function diagramFigure(source: string, line: number, env: MarkdownEnv): HtmlPart[] | undefined {
  const svg = env.preview ? env.drawings.get(source) : drawn(source, line, env);
  if (svg === undefined) return undefined;
  return [
    '<figure class="diagram"><div class="diagram-scroll" role="img" aria-label="',
    stringPart("prose.diagram"),
    `" tabindex="0">${withOwnIds(svg, env)}</div><details><summary>`,
    stringPart("prose.diagramSource"),
    `</summary><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></details></figure>\n`,
  ];
}

function drawn(source: string, line: number, env: MarkdownEnv): string | undefined {
  const known = env.drawings.get(source);
  if (known !== undefined) return known;
  if (!draw) throw new DiagramsNotLoaded();
  try {
    checkSize(source, env);
    const svg = withoutStyles(drawDiagram(source, draw));
    if (!isHarmless(svg)) throw new NotDrawable("its drawing is not plain");
    env.drawings.set(source, svg);
    return svg;
  } catch (error) {
    reportUndrawn(error, line, env);
    return undefined;
  }
}

/** Throws NotDrawable where a diagram, or those of its text together, would cost too much. */
function checkSize(source: string, env: MarkdownEnv): void {
  if (source.length > maxLength) throw new NotDrawable(`it has ${source.length} characters, more than ${maxLength}`);
  const lines = source.split(/[\n;]/).filter((text) => text.trim());
  if (/^\s*sequenceDiagram/.test(source)) {
    if (lines.length > maxMessages) throw new NotDrawable(`it has ${lines.length} lines, more than ${maxMessages}`);
    return;
  }
  const connections = lines.reduce((sum, text) => sum + connectionsOf(text), 0);
  if (connections > maxConnections)
    throw new NotDrawable(`it has some ${connections} connections, more than ${maxConnections}`);
  env.connections += connections;
  if (env.connections > maxConnectionsOfText)
    throw new NotDrawable(`the diagrams of this file have more than ${maxConnectionsOfText} connections`);
}

/** At least as many nodes or connections as a line has: `A & B --> C & D` has four. */
function connectionsOf(line: string): number {
  const groups = line.split(/--+|==+|-\.|\.-|\.\.|~~~+/).map((group) => group.split("&").length);
  const nodes = groups.reduce((sum, size) => sum + size, 0) - 1;
  return groups.reduce((sum, size, index) => sum + (index > 0 ? size * (groups[index - 1] ?? 1) : 0), 0) || nodes || 1;
}

function reportUndrawn(error: unknown, line: number, env: MarkdownEnv): void {
  // A preview shows what the page shows, where it has been said.
  if (env.preview) return;
  const reason = error instanceof NotDrawable ? error.reason : "the library that draws it failed";
  const place = {
    file: env.path,
    line: env.firstLine + line + (error instanceof NotDrawable ? error.line : 0),
    column: 1,
  };
  const help = "Its source is shown. Write it with nodes, arrows and texts alone, or as a picture.";
  env.diagnostics.push(diagnose("diagram-not-drawn", `this diagram is not drawn: ${reason}`, { ...place, help }));
}

function withoutStyles(svg: string): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ xmlns="[^"]*"/g, "");
}

/** Ids within a drawing get the diagram's number, so that they are unique on the page; a preview has none. */
function withOwnIds(svg: string, env: MarkdownEnv): string {
  if (env.preview) return svg.replace(/ id="[^"]+"/g, "");
  const prefix = `diagram${env.diagrams++}-`;
  return svg
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${prefix}${id}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${prefix}${id})`);
}
