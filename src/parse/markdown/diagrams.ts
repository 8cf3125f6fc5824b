/**
 * Mermaid diagrams as SVG, drawn when the site is built. The library needs no DOM but is large, so it is loaded only when a text has a
 * diagram. What it cannot draw stays readable source. Its drawing has no styles of its own here: the style sheet defines the colours that
 * it refers to, so diagrams follow the theme and the Content-Security-Policy stays as strict as it is.
 */
import { nativeImport } from "../../runtime/native-import.js";
import { slot } from "../../shared/slots.js";
import { escapeHtml } from "../../shared/text.js";
import { isHarmless } from "./svg.js";

let draw: ((source: string) => string) | undefined;

export function hasDiagram(text: string): boolean {
  return /^[ \t]*(?:```|~~~)\s*mermaid\b/m.test(text);
}

/** To be awaited before texts are parsed that hold diagrams. */
export async function loadDiagrams(): Promise<void> {
  draw ??= (await nativeImport<typeof import("beautiful-mermaid")>("beautiful-mermaid")).renderMermaidSVG;
}

/**
 * @param index of the diagram in its text: ids inside the drawing must be unique on the page.
 * @returns undefined when the diagram cannot be drawn; the caller shows its source.
 */
export function diagramFigure(source: string, index: number): string | undefined {
  if (!draw) return undefined;
  try {
    const svg = adapt(draw(normalize(source.trim())), index);
    if (!isHarmless(svg)) return undefined;
    const label = slot("string", "prose.diagram");
    const code = `<pre tabindex="0"><code>${escapeHtml(source)}</code></pre>`;
    const details = `<details><summary>${slot("string", "prose.diagramSource")}</summary>${code}</details>`;
    return `<figure class="diagram"><div class="diagram-scroll" role="img" aria-label="${label}" tabindex="0">${svg}</div>${details}</figure>\n`;
  } catch {
    return undefined;
  }
}

/**
 * What Mermaid takes and the library does not: semicolons at the end of a line, `B-->C` without spaces, `&nbsp`. Colours that an author
 * chose were chosen for one theme, so they are left out.
 */
function normalize(source: string): string {
  if (!/^(graph|flowchart)\b/.test(source)) return source;
  const plain = source
    .replace(/^[ \t]*(style|classDef|linkStyle)\b.*\n?/gm, "")
    .replace(/;[ \t]*$/gm, "")
    .replace(/&nbsp;?/g, " ");
  return plain.replace(/([\w\])}"])[ \t]*(<?(?:--+|==+|-\.+-)[>xo]?)(?=[ \t]*[\w|("[{])/g, "$1 $2 ");
}

function adapt(svg: string, index: number): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ xmlns="[^"]*"/g, "")
    .replace(/ id="([^"]+)"/g, ` id="diagram${index}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#diagram${index}-$1)`);
}
