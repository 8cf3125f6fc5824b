/**
 * Citations of a proposal: as a line of text and as BibTeX. The same in every language, so that citations can be found.
 */

import type { Proposal } from "../model/site.js";
import type { Author } from "../shared/document.js";

export function citation(
  { label, meta, series }: Proposal,
  title: string,
  url: string,
): { plain: string; bibtex: string } {
  const names = meta.authors.map(({ name }) => name);
  const year = meta.date?.slice(0, 4);
  const who = names.length > 0 ? `${names.join(", ")}, ` : "";
  return {
    plain: `${who}"${label}: ${title}," ${series.title}${year ? `, ${year}` : ""}. ${url}`,
    bibtex: bibtex(label, title, meta.authors, series.title, meta.date, url),
  };
}

function bibtex(
  label: string,
  title: string,
  authors: readonly Author[],
  register: string,
  date: string | undefined,
  url: string,
): string {
  const fields = [
    ["author", authors.map(({ name }) => `{${escapeTex(name)}}`).join(" and ")],
    ["title", `{${escapeTex(`${label}: ${title}`)}}`],
    ["howpublished", escapeTex(register)],
    ["year", date?.slice(0, 4) ?? ""],
    ["month", date ? String(Number(date.slice(5, 7))) : ""],
    ["number", label.replace(/^.*-/, "")],
    ["url", url],
  ].filter(([, value]) => value);
  // A space, a comma or a sign of TeX would end the key.
  const key = label.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.:/_-]+/gu, "-");
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(",\n")}\n}`;
}

/** TeX's special characters, so that an entry always parses. */
function escapeTex(text: string): string {
  return text.replace(/[\\{}#$%&_]/g, (character) => (character === "\\" ? "\\textbackslash " : `\\${character}`));
}
