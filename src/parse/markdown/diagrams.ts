/**
 * Mermaid diagrams as SVG, drawn when the site is built. The library needs no DOM but is large, so it is loaded only when a text has a
 * diagram. What it cannot draw, or what would need styles that the Content-Security-Policy forbids, stays readable source.
 */
import { escapeHtml } from "../../shared/text.js";

type Draw = (source: string) => string;
let draw: Draw | undefined;

/** To be awaited before texts are parsed that hold diagrams. */
export async function loadDiagrams(texts: Iterable<string>): Promise<void> {
  if (draw) return;
  for (const text of texts) {
    if (!/^[ \t]*(?:```|~~~)\s*mermaid\b/m.test(text)) continue;
    const { renderMermaidSVG } = await import("beautiful-mermaid");
    draw = (source) => renderMermaidSVG(source, { bg: "var(--bg)", fg: "var(--ink)", transparent: true });
    return;
  }
}

/** @returns undefined when the diagram cannot be drawn: the caller shows its source. */
export function diagramFigure(source: string): string | undefined {
  try {
    const svg = draw?.(source.trim());
    if (!svg || /<script|<foreignObject|\son\w+=/i.test(svg)) return undefined;
    return `<figure class="diagram"><div role="img" aria-label="${escapeHtml(source.trim().split("\n")[0] ?? "")}">${withoutStyles(svg)}</div><details><summary>mermaid</summary><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></details></figure>\n`;
  } catch {
    return undefined;
  }
}

function withoutStyles(svg: string): string {
  return svg.replace(/ style="[^"]*"/g, "").replace(/<style>[\s\S]*?<\/style>/g, "");
}
