/** A status in search results, as on pages (`templates/StatusChip`, which scripts cannot import): by shape, colour and word. */
import { escapeHtml } from "../../src/shared/text.js";
import { glyphId, type StatusView } from "../../src/shared/view.js";

/** @returns the HTML in the chip. The shapes are in every page (`StatusGlyphs`). */
export function chipHtml({ label, tone }: Pick<StatusView, "label" | "tone">): string {
  const glyph = `<svg class="glyph" viewBox="0 0 16 16" aria-hidden="true"><use href="#${glyphId(tone)}"></use></svg>`;
  return glyph + escapeHtml(label);
}
