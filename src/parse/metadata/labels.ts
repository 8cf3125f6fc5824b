/** Metadata in one line of labels below the first headings: "`draft` `optional`" is a status and a tag. */
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, textValue } from "./entries.js";
import { behindHeadings, skipRemarks } from "./places.js";

const line = /^\s*`[a-z][a-z -]{0,30}`(?:[\s,]+`[a-z][a-z -]{0,30}`)*\s*$/i;

/** Without one of these first, the line is code. */
const statuses =
  /^(?:idea|draft|proposed|review|accepted|active|final|living|stable|deprecated|stagnant|withdrawn|rejected|superseded|obsolete)$/i;

export function labels({ lines, start }: FormInput): FoundMetadata | undefined {
  const text = skipRemarks(lines, start);
  const index = behindHeadings(lines, text);
  const written = lines[index] ?? "";
  if (index === text || !line.test(written) || lines[index + 1]?.trim()) return undefined;
  const [status, ...tags] = [...written.matchAll(/`([^`]+)`/g)].map(({ 1: label = "", index: column }) =>
    textValue(label.trim(), index, column + 1),
  );
  if (status?.kind !== "text" || !statuses.test(status.text)) return undefined;
  const entry = (key: string, value: FieldEntry["value"]) => entryAt(key, index, value.position.column - 1, value);
  const [first] = tags;
  const entries = [entry("status", status)];
  if (first) entries.push(entry("tags", { ...first, kind: "list", items: tags }));
  return { entries, taken: [[index, index + 1]] };
}
