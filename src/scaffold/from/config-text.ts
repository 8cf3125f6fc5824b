/** Writes a configuration in the style of a person: short lines, a comment on each guess, at most forty lines. */

/** A key with its value, and a comment. */
export interface ConfigLine {
  key: string;
  value: unknown;
  comment?: string;
}

export const maxLines = 40;
const width = 130;

/** @param series each a list of keys. @returns the whole file. */
export function configText(top: readonly ConfigLine[], series: readonly (readonly ConfigLine[])[]): string {
  // With many series the keys of each share lines.
  const build = (packed: boolean) => [
    'import { defineConfig } from "cipgen";',
    "",
    "// Written by `cipgen init --from`; comments say what was guessed. Every key is explained in the manual.",
    "export default defineConfig({",
    ...lines(top, "  ", packed),
    "  series: [",
    ...series.flatMap((keys) => ["    {", ...lines(keys, "      ", packed), "    },"]),
    "  ],",
    "});",
  ];
  const open = build(false);
  const written = open.length <= maxLines ? open : build(true);
  return `${written.join("\n")}\n`;
}

function lines(keys: readonly ConfigLine[], indent: string, packed: boolean): string[] {
  const written: string[] = [];
  let open = false;
  for (const { key, value, comment } of keys) {
    if (value === undefined) continue;
    const text = `${keyText(key)}: ${literal(value)},`;
    const last = written.at(-1);
    if (packed && open && !comment && last && last.length + text.length < width)
      written[written.length - 1] = `${last} ${text}`;
    else written.push(`${indent}${text}${comment ? ` // ${comment.replace(/\s+/g, " ")}` : ""}`);
    open = !comment;
  }
  return written;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([key, inner]) => `${keyText(key)}: ${literal(inner)}`).join(", ")} }`;
}
