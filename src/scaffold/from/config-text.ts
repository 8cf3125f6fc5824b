/** Writes a configuration in the style of a person: short lines, a comment on each guess. */

/** The name of the file that is written. */
export const configFile = "cipgen.config.ts";

/** A key with its value, and a comment. */
export interface ConfigLine {
  key: string;
  value: unknown;
  comment?: string;
}

/** With more lines, the keys of each series share lines. */
const maxLines = 40;
const width = 130;

/**
 * @param series each a list of keys.
 * @param from the old configuration that keys without a comment are from. @param notTaken what it says besides.
 * @param diagrams the command that installs what draws the diagrams of the texts, if they have some.
 * @returns the whole file.
 */
export function configText(
  top: readonly ConfigLine[],
  series: readonly (readonly ConfigLine[])[],
  from?: string,
  notTaken: readonly string[] = [],
  diagrams?: string,
): string {
  const seriesLines = (packed: boolean) => [
    "  series: [",
    ...series.flatMap((keys) => ["    {", ...lines(keys, "      ", packed), "    },"]),
    "  ],",
  ];
  // The keys of an old site are many, and each has a line.
  const topLines = (packed: boolean) => lines(top, "  ", packed && from === undefined);
  const all = [...(from === undefined ? topLines(false) : []), ...seriesLines(false)];
  const packed = all.length + 5 > maxLines;
  const said = from === undefined ? "" : ` What is without one is from ${oneLine(from)}.`;
  const written = [
    'import { defineConfig } from "cipgen";',
    "",
    `// Written by \`cipgen init --from\`; comments say what was guessed.${said} Every key is explained in the manual.`,
    ...(diagrams === undefined ? [] : [`// Texts have diagrams, which a package draws: ${diagrams}`]),
    "export default defineConfig({",
    ...topLines(packed),
    ...seriesLines(packed),
    ...(notTaken.length > 0 ? ["", `  // What ${oneLine(from ?? "the old site")} says besides:`] : []),
    ...notTaken.map((line) => `  // ${oneLine(line)}`),
    "});",
  ];
  return `${written.join("\n")}\n`;
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ");

function lines(keys: readonly ConfigLine[], indent: string, packed: boolean): string[] {
  const written: string[] = [];
  let open = false;
  for (const { key, value, comment } of keys) {
    if (value === undefined) continue;
    const isOfSite = indent.length === 2;
    const text = `${keyText(key)}: ${isOfSite ? broken(value, indent, keyText(key).length + 3) : literal(value)},`;
    const last = written.at(-1);
    if (packed && open && !comment && last && !text.includes("\n") && last.length + text.length < width)
      written[written.length - 1] = `${last} ${text}`;
    else if (text.includes("\n") && comment) written.push(`${indent}// ${oneLine(comment)}`, `${indent}${text}`);
    else written.push(`${indent}${text}${comment ? ` // ${oneLine(comment)}` : ""}`);
    open = !comment && !text.includes("\n");
  }
  return written.flatMap((line) => line.split("\n"));
}

/** A value on one line if it is short, else with a line for each of its parts. */
function broken(value: unknown, indent: string, before: number): string {
  const flat = literal(value);
  if (indent.length + before + flat.length <= width || typeof value !== "object" || value === null) return flat;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => broken(one, inner, 1))
    : entriesOf(value).map(([key, one]) => `${keyText(key)}: ${broken(one, inner, keyText(key).length + 3)}`);
  const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${start}\n${parts.map((part) => `${inner}${part},`).join("\n")}\n${indent}${end}`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

const entriesOf = (value: object) => Object.entries(value).filter(([, inner]) => inner !== undefined);

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = entriesOf(value);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([key, inner]) => `${keyText(key)}: ${literal(inner)}`).join(", ")} }`;
}
