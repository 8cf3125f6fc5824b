/** Patterns of names and routes: `{category}/cip-{number}.md`, `/cip/{category}/cip-{number}`. */
import { getOrAdd } from "../shared/lazy.js";
import { textOfNumber } from "../shared/proposal-number.js";
import type { Series } from "./resolve.js";

interface PatternParts {
  number: number;
  category: string;
  slug?: string;
  status?: string;
}

/** Fills the placeholders of a pattern, and takes the first of alternatives (`{md,rst}`). If a part is empty, the slash beside it is left out. */
export function fillPattern(pattern: string, series: Series, parts: PatternParts): string {
  // Few patterns are filled with the parts of thousands of texts.
  const pieces = getOrAdd(placeholders, pattern, () => pattern.split(/\{(\w+)\}/));
  const values = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : (partOf(piece, series, parts) ?? `{${piece}}`),
  );
  const filled = values.join("").replace(/\{([^{},]*),[^{}]*\}/g, "$1");
  return filled.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
}

const placeholders = new Map<string, string[]>();

function partOf(key: string, series: Series, parts: PatternParts): string | undefined {
  switch (key) {
    case "id":
      return series.id;
    case "route":
      return series.route;
    case "number":
      return formatNumber(parts.number, series);
    case "category":
      return parts.category.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
    case "slug":
    case "status":
      return (parts[key] ?? "").replace(/[/\\]+|^\.+$/g, "-");
    default: {
      const [, width] = /^number(\d)$/.exec(key) ?? [];
      return width && textOfNumber(parts.number, series.numbers).padStart(Number(width), "0");
    }
  }
}

/** A number as the series shows it: `20`, `0001`. */
export function formatNumber(number: number, series: Series): string {
  const text = textOfNumber(number, series.numbers);
  // The letter of a lettered number does not count as a digit.
  const width = series.numberWidth + (/^\d+[a-z]$/.test(text) ? 1 : 0);
  return text.padStart(width, "0");
}
