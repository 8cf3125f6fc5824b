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

export async function loadDiagrams(): Promise<void> {
  draw ??= (await nativeImport<typeof import("beautiful-mermaid")>("beautiful-mermaid")).renderMermaidSVG;
}

/**
 * @param line of the source's first line in the text, from 0.
 * @returns undefined when the diagram cannot be drawn as it is meant, which is reported; the caller shows its source.
 */
export function diagramFigure(source: string, line: number, env: MarkdownEnv): HtmlPart[] | undefined {
  if (!draw) throw new DiagramsNotLoaded();
  try {
    const svg = adapt(drawDiagram(source, draw), env);
    if (!isHarmless(svg)) throw new NotDrawable("its drawing is not plain");
    return [
      '<figure class="diagram"><div class="diagram-scroll" role="img" aria-label="',
      stringPart("prose.diagram"),
      `" tabindex="0">${svg}</div><details><summary>`,
      stringPart("prose.diagramSource"),
      `</summary><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></details></figure>\n`,
    ];
  } catch (error) {
    reportUndrawn(error, line, env);
    return undefined;
  }
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

/** Ids within a drawing get the diagram's number, so that they are unique on the page; a preview has none. */
function adapt(svg: string, env: MarkdownEnv): string {
  const plain = svg
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ xmlns="[^"]*"/g, "");
  if (env.preview) return plain.replace(/ id="[^"]+"/g, "");
  const prefix = `diagram${env.diagrams++}-`;
  return plain
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${prefix}${id}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${prefix}${id})`);
}
