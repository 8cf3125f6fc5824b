/** Patterns of names and routes: `{category}/cip-{number}.md`, `/cip/{category}/cip-{number}`. */
import type { Series } from "./resolve.js";

export interface PatternParts {
  number: number;
  category: string;
  slug?: string;
  status?: string;
}

/** Replaces `{number}` and the like in a pattern of the series; an empty part leaves no double slash. */
export function fillPattern(pattern: string, series: Series, parts: PatternParts): string {
  const values: Record<string, string> = {
    id: series.id,
    route: series.route,
    number: formatNumber(parts.number, series),
    category: parts.category.toLowerCase().replace(/[^a-z0-9-]+/g, "-"),
    slug: (parts.slug ?? "").replace(/[/\\]+|^\.+$/g, "-"),
    status: parts.status ?? "",
  };
  const filled = pattern
    .replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
    .replace(/\{([^{},]*),[^{}]*\}/g, "$1");
  return filled.replace(/\/{2,}/g, "/");
}

/** A number as the series shows it: `20`, `0001`. */
export function formatNumber(number: number, series: Series): string {
  return String(number).padStart(series.numberWidth, "0");
}
