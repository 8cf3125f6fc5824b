/** Writes a configuration as a person would: with short lines, and a comment on each guess. */

/** The name of the configuration. */
export const configFile = "cipgen.config.ts";

/** A key with its value, and a comment. */
export interface ConfigLine {
  key: string;
  value: unknown;
  comment?: string;
}

const width = 130;

/**
 * @param series the keys of each series.
 * @param from path of the old configuration, from which the keys without a comment come. @param omitted its settings that are left out.
 * @param diagrams if texts have diagrams, the command that installs the package that draws them.
 * @returns the whole file.
 */
export function configText(
  top: readonly ConfigLine[],
  series: readonly (readonly ConfigLine[])[],
  from?: string,
  omitted: readonly string[] = [],
  diagrams?: string,
): string {
  const origin = from === undefined ? "" : ` Keys without a comment are from ${oneLine(from)}.`;
  const written = [
    'import { defineConfig } from "cipgen";',
    "",
    `// Written by \`cipgen init --from\`; comments say what was guessed.${origin} Every key is explained in the manual.`,
    ...(diagrams === undefined ? [] : [`// Texts have diagrams, which a package draws: ${diagrams}`]),
    "export default defineConfig({",
    ...top.flatMap((line) => linesOf(line, "  ")),
    "  series: [",
    ...series.flatMap((keys) => ["    {", ...keys.flatMap((line) => linesOf(line, "      ")), "    },"]),
    "  ],",
    ...(omitted.length > 0 ? ["", `  // Further settings of ${oneLine(from ?? "the old site")}:`] : []),
    ...omitted.map((line) => `  // ${oneLine(line)}`),
    "});",
  ];
  return `${written.join("\n")}\n`;
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ");

function linesOf({ key, value, comment }: ConfigLine, indent: string): string[] {
  if (value === undefined) return [];
  const remark = comment === undefined ? "" : `// ${oneLine(comment)}`;
  const text = `${indent}${keyText(key)}: ${literal(value, indent)},`;
  if (text.includes("\n")) return [...(remark ? [indent + remark] : []), text];
  return [`${text}${remark && ` ${remark}`}`];
}

/** A value on one line if it is short, else with a line for each of its parts. */
function literal(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const inner = `${indent}  `;
  const parts = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [`${Array.isArray(value) ? "" : `${keyText(key)}: `}${literal(part, inner)}`],
  );
  if (parts.length === 0) return `${start}${end}`.replaceAll(" ", "");
  const flat = `${start}${parts.join(", ")}${end}`;
  const isShort = !flat.includes("\n") && indent.length + flat.length <= width;
  if (isShort || (Array.isArray(value) && value.every((part) => typeof part === "string"))) return flat;
  return `${start.trim()}\n${parts.map((part) => `${inner}${part},`).join("\n")}\n${indent}${end.trim()}`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
