/**
 * Draws Mermaid diagrams as SVG when the site is built. The library needs no browser; a site installs it if its texts have diagrams. Drawings are
 * cleaned like those of authors and lose their styles: the style sheet defines their colours, so that they follow the theme, and the
 * Content-Security-Policy needs no exception.
 */

import { BrokenInstallation, nativeImport } from "../../../platform/native-import.js";
import { missingPackages } from "../../../platform/optional-packages.js";
import { type HtmlPart, stringPart } from "../../../shared/html-parts.js";
import { escapeHtml } from "../../../shared/text.js";
import { type MarkdownEnv, report } from "../markdown/env.js";
import { cleanDrawing } from "../svg.js";

/** The library is large, so it is loaded only when a text has a diagram. */
export const diagramLibrary = "beautiful-mermaid";

/** Undefined until it is loaded, null if it is not installed. */
let draw: ((source: string) => string) | null | undefined;

/** Thrown when a text with a diagram is parsed before the library is loaded, because the diagram would be missing from its page. */
export class DiagramsNotLoaded extends Error {
  constructor() {
    super("loadDiagrams must be awaited before a text with a diagram is parsed");
  }
}

/** Loads the library if it is installed. @throws BrokenInstallation if it is installed and cannot be loaded. */
export async function loadDiagrams(): Promise<void> {
  if (draw !== undefined) return;
  if (missingPackages([diagramLibrary]).length > 0) {
    draw = null;
    return;
  }
  const broken = (error: unknown) => {
    throw new BrokenInstallation(diagramLibrary, error);
  };
  draw = (await nativeImport<typeof import("beautiful-mermaid")>(diagramLibrary).catch(broken)).renderMermaidSVG;
}

/** The reason why a diagram is shown as its source. */
class NotDrawable extends Error {}

/**
 * The time of layout grows faster than the square of the connections: 150 between 18 nodes take two seconds. It also
 * grows with the nodes: 200 without connections take one. The cost of a diagram and of all diagrams in a text is
 * limited by counting, not by a clock, so that the same text always gives the same page.
 */
const maxOfDiagram = { connections: 100, unconnectedLines: 200 };
const maxOfText = { connections: 400, unconnectedLines: 800 };
const maxSequenceLines = 500;
const maxLength = 20_000;

/**
 * @param line on which the source begins in the text, from 0.
 * @returns undefined if the diagram cannot be drawn; the reason is reported, and the caller shows the source.
 */
export function diagramFigure(source: string, line: number, env: MarkdownEnv): HtmlPart[] | undefined {
  env.hasDiagram = true;
  env.staysClean = false;
  const svg = env.isPreview ? env.drawings.get(source) : drawDiagram(source, line, env);
  if (svg === undefined) return undefined;
  return [
    '<figure class="diagram"><div class="diagram-scroll" role="img" aria-label="',
    stringPart("prose.diagram"),
    `" tabindex="0">${withUniqueIds(svg, env)}</div><details><summary>`,
    stringPart("prose.diagramSource"),
    `</summary><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></details></figure>\n`,
  ];
}

function drawDiagram(source: string, line: number, env: MarkdownEnv): string | undefined {
  const drawing = env.drawings.get(source);
  if (drawing !== undefined) return drawing;
  if (draw === undefined) throw new DiagramsNotLoaded();
  // The build reports a missing library once for the whole site.
  if (draw === null) return undefined;
  try {
    checkSize(source, env);
    const svg = withoutStyles(cleanDrawing(draw(source.replace(colorLines, ""))).svg);
    if (svg === "") throw new NotDrawable("it is empty");
    env.drawings.set(source, svg);
    return svg;
  } catch (error) {
    const reason = error instanceof NotDrawable ? error.message : "the library that draws it does not understand it";
    const help =
      "Its source is shown. Write it as a flowchart, or a state, sequence, class or entity diagram, or as a picture.";
    report(env, "diagram-not-drawn", `this diagram is not drawn: ${reason}`, line, { help });
    return undefined;
  }
}

/** Lines of a flowchart that set colours, which would suit only one theme. */
const colorLines = /^[ \t]*(?:style|linkStyle|classDef)[ \t].*$/gm;

/** Throws NotDrawable if the diagram, or all diagrams of its text together, would take too long. */
function checkSize(source: string, env: MarkdownEnv): void {
  if (source.length > maxLength) throw new NotDrawable(`it has ${source.length} characters, more than ${maxLength}`);
  const lines = source.split(/[\n;]/).filter((text) => text.trim());
  if (/^\s*sequenceDiagram/.test(source)) {
    if (lines.length > maxSequenceLines)
      throw new NotDrawable(`it has ${lines.length} lines, more than ${maxSequenceLines}`);
    return;
  }
  const size = { connections: 0, unconnectedLines: 0 };
  for (const text of lines) {
    const connections = connectionsOf(text);
    size.connections += connections;
    if (connections === 0) size.unconnectedLines += text.split("&").length;
  }
  for (const kind of ["connections", "unconnectedLines"] as const) {
    const name = kind === "unconnectedLines" ? "other lines" : kind;
    if (size[kind] > maxOfDiagram[kind])
      throw new NotDrawable(`it has about ${size[kind]} ${name}, more than ${maxOfDiagram[kind]}`);
    if (env.drawn[kind] + size[kind] > maxOfText[kind])
      throw new NotDrawable(`the diagrams of this file have more than ${maxOfText[kind]} ${name}`);
  }
  env.drawn.connections += size.connections;
  env.drawn.unconnectedLines += size.unconnectedLines;
}

/** The label within a connection, with the first half of its line: `-- label` of `-- label -->`. */
const connectionLabel = /(?<![-=.])(?:--|==|-\.)[ \t]+.{1,200}?(?=--|==|\.-)/g;

/** An upper bound of the connections of a line: `A & B --> C & D` has four. */
function connectionsOf(line: string): number {
  const groups = line
    .replace(connectionLabel, "")
    .split(/-\.+-|--+|==+|-\.|\.-|\.\.|~~~+/)
    .map((group) => group.split("&").length);
  return groups.reduce((sum, size, index) => sum + (index > 0 ? size * (groups[index - 1] ?? 1) : 0), 0);
}

/** Removes styles, and the attributes in which the library repeats the source. @param svg cleaned, so that `<` and `>` occur only in tags. */
function withoutStyles(svg: string): string {
  return svg.replace(/<style>[^<]*<\/style>/g, "").replace(/ (?:style|xmlns|class|data-[\w-]+)="[^"]*"/g, "");
}

/** Adds the diagram's number to the ids within its drawing, so that they are unique on the page; a preview has no ids. */
function withUniqueIds(svg: string, env: MarkdownEnv): string {
  if (env.isPreview) return svg.replace(/ id="[^"]+"/g, "");
  const prefix = `diagram${env.diagrams++}-`;
  return svg
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${prefix}${id}"`)
    .replace(/="url\(#([^)"]+)\)"/g, (_, id: string) => `="url(#${prefix}${id})"`);
}
