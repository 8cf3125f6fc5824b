/** Links by reference in fields: `[PR 7][pr]` or `[PR 7]`, with the line `[pr]: https://…` anywhere in the text. */
import type { FieldEntry, FieldValue } from "./entries.js";

const definition = /^ {0,3}\[(?!\^)([^[\]]+)\]:[ \t]*<?([^\s<>]+)>?[ \t]*(?:$|["'(])/;
const reference = /(?<![\w\]!\\])\[([^[\]]+)\](?:\[([^[\]]*)\])?(?![\w[(:])/g;

/** The fields with their links written out (`[PR 7](https://…)`), so that the other readers know them. */
export function withLinks(entries: readonly FieldEntry[], lines: readonly string[]): FieldEntry[] {
  let known: ReadonlyMap<string, string> | undefined;
  const urlOf = (label: string) => {
    known ??= definitionsIn(lines);
    return known.get(nameOf(label));
  };
  const linked = (value: FieldValue): FieldValue => {
    if (value.kind === "list") return { ...value, items: value.items.map(linked) };
    if (value.kind === "map")
      return { ...value, entries: value.entries.map((one) => ({ ...one, value: linked(one.value) })) };
    if (!value.text.includes("[")) return value;
    const text = value.text.replace(reference, (whole, words: string, label = "") => {
      const url = urlOf(label || words);
      return url === undefined ? whole : `[${words}](${url})`;
    });
    return text === value.text ? value : { ...value, text };
  };
  return entries.map((entry) => {
    const value = linked(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
}

/** Of several definitions of one label the first counts. */
function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const line of lines) {
    const [, label = "", url = ""] = (line.includes("]:") && definition.exec(line)) || [];
    if (url && !urls.has(nameOf(label))) urls.set(nameOf(label), url);
  }
  return urls;
}

const nameOf = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();
