/** Metadata in paragraphs `Key: value` with empty lines between them, under a heading such as Preamble or at the top. */
import { addAll } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FormInput, type FormResult, textValue } from "./entries.js";
import { endOfBlock, readBlock, readItems, readKeyLine, skipRule } from "./key-lines.js";
import { headingAt, metadataHeadingAbove, skipEmpty, skipHeadings, skipInvisible, skipRemarks } from "./places.js";

/** A line of labels in backquotes: "`draft` `optional`". */
const labelLine = /^\s*`[a-z][a-z -]{0,30}`(?:[\s,]+`[a-z][a-z -]{0,30}`)*\s*$/i;

/** The first label must be one of these, because the line may be code. */
const statusLabel =
  /^(?:idea|draft|proposed|review|accepted|active|final|living|stable|deprecated|stagnant|withdrawn|rejected|superseded|obsolete)$/i;

/** Reads a line of labels below the first headings: a status, and tags. */
export function labels({ lines, start }: FormInput): FormResult | undefined {
  const first = skipRemarks(lines, start);
  const index = skipHeadings(lines, first);
  const line = lines[index] ?? "";
  if (index === first || !labelLine.test(line) || lines[index + 1]?.trim()) return undefined;
  const [status, ...tags] = [...line.matchAll(/`([^`]+)`/g)].map(({ 1: label = "", index: column }) =>
    textValue(label.trim(), index, column + 1),
  );
  if (status?.kind !== "text" || !statusLabel.test(status.text)) return undefined;
  const entry = (key: string, value: FieldEntry["value"]) => entryAt(key, index, value.position.column - 1, value);
  const [firstTag] = tags;
  const entries = [entry("status", status)];
  if (firstTag) entries.push(entry("tags", { ...firstTag, kind: "list", items: tags }));
  return { entries, lineRanges: [[index, index + 1]] };
}

export function paragraphs({ lines, start }: FormInput): FormResult | undefined {
  const first = skipHeadings(lines, start);
  const entries: FieldEntry[] = [];
  const endsItem = (index: number) => Boolean(readKeyLine(lines[index] ?? "") ?? headingAt(lines, index));
  let end = first;
  for (let index = first; readKeyLine(lines[index] ?? "") && !headingAt(lines, index); ) {
    const close = endOfField(lines, index);
    const block = readBlock(lines, index, close, true);
    if (!block) break;
    addAll(entries, block);
    end = skipRule(lines, close);
    index = skipInvisible(lines, close);
    // A list may continue after an empty line.
    const last = block.at(-1);
    const firstItems = last?.value.kind === "list" ? last.value.items : [];
    const mayHaveItems = firstItems.length > 0 || (last?.value.kind === "text" && last.value.text === "");
    const further = mayHaveItems ? readItems(lines, index, endsItem) : undefined;
    if (last && further?.items[0]) {
      const { position, length } = firstItems[0] ?? further.items[0];
      last.value = { kind: "list", items: [...firstItems, ...further.items], position, length };
      end = further.end;
      index = skipInvisible(lines, further.end);
    }
  }
  return entries.length > 0 ? { entries, lineRanges: [metadataHeadingAbove(lines, first), [first, end]] } : undefined;
}

/** Finds the end of a field. The value of a key without a value is the next paragraph, if that is indented. */
function endOfField(lines: readonly string[], start: number): number {
  for (let next = start; ; ) {
    const end = endOfBlock(lines, next);
    next = skipEmpty(lines, end);
    const hasValueBelow = readKeyLine(lines[end - 1] ?? "")?.value === "" && indentedText.test(lines[next] ?? "");
    if (!hasValueBelow) return end;
  }
}

/** An indented line that is not an item of a list. */
const indentedText = /^(?: {2,}|\t)\s*[^\s*+-]/;
