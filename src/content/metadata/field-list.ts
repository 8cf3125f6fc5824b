/** Metadata in the forms of reStructuredText: a list of fields (`:Status: Draft`), or directives (`.. author:: Ada`), below the title or at the top. */
import { entryAt, type FieldEntry, type FormInput, type FormResult, type LineRange, textValue } from "./entries.js";
import { headingReaders, skipEmpty } from "./places.js";

/** `:Status: Draft` and `.. author:: Ada`: the marks before the name, the name, and the value. */
const fieldLine = /^(:)((?:[^:\\\n]|\\.)+):(?:[ \t]+|$)(.*)$/;
const directiveLine = /^(\.\. )([\w-]+)::(?:[ \t]+|$)(.*)$/;

/** Directives about the layout of a text, which stay in the text. */
const layoutDirectives: ReadonlySet<string> = new Set(
  "contents sectnum highlight header footer meta default-role role title class".split(" "),
);

export function fieldList(input: FormInput): FormResult | undefined {
  return readFields(input, fieldLine, new Set());
}

/** Reads the directives in proposals of GHC. */
export function directives(input: FormInput): FormResult | undefined {
  return readFields(input, directiveLine, layoutDirectives);
}

/** Reads consecutive fields, with the indented lines below them. @returns undefined if the series reads none of them. */
function readFields(
  { lines, start, isKnown }: FormInput,
  pattern: RegExp,
  ignoredNames: ReadonlySet<string>,
): FormResult | undefined {
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [];
  for (let index = skipTitle(lines, start); index < lines.length; ) {
    const line = lines[index] ?? "";
    const [match, before = "", name = "", value = ""] = pattern.exec(line) ?? [];
    if (match === undefined) break;
    const end = skipIndented(lines, index + 1);
    if (!ignoredNames.has(name)) {
      const parts = [value, ...lines.slice(index + 1, end)].map((part) => part.trim()).filter(Boolean);
      const field = textValue(parts.join("\n"), index, line.length - value.length, value.length);
      entries.push(entryAt(name, index, before.length, field));
      lineRanges.push([index, end]);
    }
    index = skipEmpty(lines, end);
  }
  return entries.some(({ key }) => isKnown(key)) ? { entries, lineRanges } : undefined;
}

/** @returns the index of the first line after the title and the comments around it. */
function skipTitle(lines: readonly string[], start: number): number {
  let index = start;
  for (;;) {
    index = skipEmpty(lines, index);
    const line = lines[index] ?? "";
    const heading = headingReaders.rst(lines, index);
    if (heading) index = heading.end;
    // A comment: two dots without a directive, note, target or substitution.
    else if (/^\.\. (?!\S+::|\[|_|\|)/.test(line) || line === "..") index = skipIndented(lines, index + 1);
    else return index;
  }
}

/** Skips indented lines, and empty lines before them. */
function skipIndented(lines: readonly string[], start: number): number {
  let end = start;
  let next = skipEmpty(lines, start);
  for (; /^[ \t]+\S/.test(lines[next] ?? ""); next = skipEmpty(lines, end)) end = next + 1;
  return end;
}
