/** Metadata in the forms of reStructuredText: a list of fields (`:Status: Draft`), or directives (`.. author:: Ada`), below the title or at the top. */
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, type LineRange, textValue } from "./entries.js";
import { headingReaders } from "./places.js";

const field = /^(:)((?:[^:\\\n]|\\.)+):(?:[ \t]+|$)(.*)$/;
const directive = /^(\.\. )([\w-]+)::(?:[ \t]+|$)(.*)$/;

/** Directives that say how a text is shown, and nothing about it. */
const ofLayout = new Set("contents sectnum highlight header footer meta default-role role title class".split(" "));

export function fieldList(input: FormInput): FoundMetadata | undefined {
  const run = readRun(input, field, () => false);
  return run.entries.some(({ key }) => input.isKnown(key)) ? run : undefined;
}

/** Proposals of the GHC have them. */
export function directives(input: FormInput): FoundMetadata | undefined {
  const run = readRun(input, directive, (name) => ofLayout.has(name));
  return run.entries.some(({ key }) => input.isKnown(key)) ? run : undefined;
}

/** Fields that follow each other, with the lines that are indented below them. @param isOther whether a name stays in the text. */
function readRun({ lines, start }: FormInput, mark: RegExp, isOther: (name: string) => boolean): FoundMetadata {
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [];
  for (let index = behindTitle(lines, start); index < lines.length; ) {
    const line = lines[index] ?? "";
    if (line.trim() === "") {
      index++;
      continue;
    }
    const [match, before = "", name = "", value = ""] = mark.exec(line) ?? [];
    if (match === undefined) break;
    let end = index + 1;
    while (end < lines.length && /^[ \t]+\S/.test(lines[end] ?? "")) end++;
    const text = [value, ...lines.slice(index + 1, end)].map((part) => part.trim()).filter(Boolean);
    if (!isOther(name)) {
      entries.push(
        entryAt(
          name,
          index,
          before.length,
          textValue(text.join("\n"), index, line.length - value.length, value.length),
        ),
      );
      lineRanges.push([index, end]);
    }
    index = end;
  }
  return { entries, lineRanges };
}

/** The line behind the title and the comments around it. */
function behindTitle(lines: readonly string[], start: number): number {
  let index = start;
  for (;;) {
    while (index < lines.length && lines[index]?.trim() === "") index++;
    const line = lines[index] ?? "";
    const heading = headingReaders.rst(lines, index);
    if (heading) index = heading.end;
    else if (/^\.\. (?!\S+::|\[|_|\|)/.test(line) || /^\.\.$/.test(line)) {
      index++;
      while (index < lines.length && /^[ \t]+\S/.test(lines[index] ?? "")) index++;
    } else return index;
  }
}
