/**
 * Draws Mermaid diagrams as SVG when the site is built, by a library that needs no browser. It skips lines that it does not understand, and
 * guesses at others, so a source is parsed here first and written in the library's own forms. A diagram that is not fully understood is not
 * drawn: readers cannot see that a picture is wrong. Drawings have no styles of their own: the style sheet defines their colours, so that they
 * follow the theme, and the Content-Security-Policy needs no exception.
 */

import { Parser } from "htmlparser2";
import { BrokenInstallation, nativeImport } from "../../runtime/native-import.js";
import { type HtmlPart, stringPart } from "../../shared/html-parts.js";
import { escapeHtml } from "../../shared/text.js";
import { type MarkdownEnv, report } from "../markdown/env.js";
import { readClassDiagram, readEntityDiagram } from "./class-and-er.js";
import { readFlowchart } from "./flowchart.js";
import { Labels, NotDrawable, readLines } from "./labels.js";
import { finishSequence, fitMessages, readSequence } from "./sequence.js";
import { readStateDiagram } from "./state.js";

/** @param draw the library. @returns the drawing, with escaped texts. Throws NotDrawable with the line of the source that is the reason. */
function drawDiagram(source: string, draw: (source: string) => string): string {
  const lines = readLines(source);
  const labels = new Labels();
  const first = lines[0];
  const kind = /^[\w-]+/.exec(first?.text ?? "")?.[0] ?? "";
  if (/^(?:graph|flowchart)$/.test(kind)) return labels.show(draw(readFlowchart(lines, labels)));
  if (/^stateDiagram(?:-v2)?$/.test(kind)) return labels.show(draw(readStateDiagram(lines, labels)));
  if (kind === "sequenceDiagram") {
    const { source: written, headless } = readSequence(lines, labels);
    return labels.show(fitMessages(finishSequence(draw(written), headless)));
  }
  if (kind === "classDiagram") return labels.show(draw(readClassDiagram(lines, labels)));
  if (kind === "erDiagram") return labels.show(draw(readEntityDiagram(lines, labels)));
  throw new NotDrawable(kind ? `a diagram of type ${kind} is not supported` : "it is empty", first?.number ?? 0);
}

/** The library is large, so it is loaded only when a text has a diagram. */
let draw: ((source: string) => string) | undefined;

/** Thrown if a text has a diagram while the library is not loaded: the page would differ. */
export class DiagramsNotLoaded extends Error {
  constructor() {
    super("loadDiagrams must be awaited before a text with a diagram is parsed");
  }
}

export async function loadDiagrams(): Promise<void> {
  const name = "beautiful-mermaid";
  const broken = (error: unknown) => {
    throw new BrokenInstallation(name, error);
  };
  draw ??= (await nativeImport<typeof import("beautiful-mermaid")>(name).catch(broken)).renderMermaidSVG;
}

/**
 * The time of layout grows faster than the square of the connections: 150 between 18 nodes take two seconds. It also
 * grows with the nodes: 200 without connections take one. The cost of a diagram and of all diagrams in a text is
 * limited by counting, not by a clock, so that the same text always gives the same page.
 */
const most = { connections: 100, others: 200 };
const mostOfText = { connections: 400, others: 800 };
const maxMessages = 500;
const maxLength = 20_000;

/**
 * @param line of the source's first line in the text, from 0.
 * @returns undefined if the diagram cannot be drawn correctly; this is reported, and the caller shows the source.
 */
export function diagramFigure(source: string, line: number, env: MarkdownEnv): HtmlPart[] | undefined {
  env.hasDiagram = true;
  env.staysClean = false;
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

/** Throws NotDrawable if the diagram, or all diagrams of its text together, would take too long. */
function checkSize(source: string, env: MarkdownEnv): void {
  if (source.length > maxLength) throw new NotDrawable(`it has ${source.length} characters, more than ${maxLength}`);
  const lines = source.split(/[\n;]/).filter((text) => text.trim());
  if (/^\s*sequenceDiagram/.test(source)) {
    if (lines.length > maxMessages) throw new NotDrawable(`it has ${lines.length} lines, more than ${maxMessages}`);
    return;
  }
  const size = { connections: 0, others: 0 };
  for (const text of lines) {
    const connections = connectionsOf(text);
    size.connections += connections;
    if (connections === 0) size.others += text.split("&").length;
  }
  for (const kind of ["connections", "others"] as const) {
    const name = kind === "others" ? "other lines" : kind;
    if (size[kind] > most[kind]) throw new NotDrawable(`it has some ${size[kind]} ${name}, more than ${most[kind]}`);
    if (env.drawn[kind] + size[kind] > mostOfText[kind])
      throw new NotDrawable(`the diagrams of this file have more than ${mostOfText[kind]} ${name}`);
  }
  env.drawn.connections += size.connections;
  env.drawn.others += size.others;
}

/** The text of a connection that is between its halves: `-- text -->`. */
const label = /(?<![-=.])(?:--|==|-\.)[ \t]+.{1,200}?(?=--|==|\.-)/g;

/** An upper bound of the connections of a line: `A & B --> C & D` has four. */
function connectionsOf(line: string): number {
  const groups = line
    .replace(label, "")
    .split(/-\.+-|--+|==+|-\.|\.-|\.\.|~~~+/)
    .map((group) => group.split("&").length);
  return groups.reduce((sum, size, index) => sum + (index > 0 ? size * (groups[index - 1] ?? 1) : 0), 0);
}

function reportUndrawn(error: unknown, line: number, env: MarkdownEnv): void {
  const known =
    error instanceof NotDrawable ? error : { reason: "the library that draws it failed", line: 0, help: undefined };
  const help = `Its source is shown. ${known.help ?? "Write it with nodes, arrows and texts alone, or as a picture."}`;
  report(env, "diagram-not-drawn", `this diagram is not drawn: ${known.reason}`, line + known.line, { help });
}

function withoutStyles(svg: string): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ xmlns="[^"]*"/g, "");
}

/** Ids within a drawing get the diagram's number, so that they are unique on the page; previews have no ids. */
function withOwnIds(svg: string, env: MarkdownEnv): string {
  if (env.preview) return svg.replace(/ id="[^"]+"/g, "");
  const prefix = `diagram${env.diagrams++}-`;
  return svg
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${prefix}${id}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${prefix}${id})`);
}

const elements = new Set(
  "svg g defs marker path rect circle ellipse line polyline polygon text tspan title desc clippath".split(" "),
);

/** Accepts only shapes and text: no script, handler, style or external reference. */
function isHarmless(svg: string): boolean {
  let harmless = true;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const bad = Object.entries(attributes).some(
          ([key, value]) => /^on|href$|^style$|^src$/i.test(key) || /url\(\s*['"]?(?!#)/i.test(value),
        );
        if (bad || !elements.has(name.toLowerCase())) harmless = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return harmless;
}
