/**
 * What a reader pastes into a search field, reduced to what identifies it before the field cuts it to 64 characters: of the address of a file at a commit
 * the name of the file, of a trace its first line.
 */
import { maxQueryLength } from "../../src/shared/search.js";
import { cutText } from "../../src/shared/text.js";

/** A word of hexadecimal digits in a path, as commits have, and what a code host has before it. */
const commit = /\/(?:-\/)?(?:blob|tree|raw|edit|blame|commits?)\/[^/]+(?=\/)/;
/** Files that have the name of their folder. */
const unnamed = /^(?:readme|index)(?:\.|$)/i;

/** @returns a query of at most 64 characters; a shorter one as it is. */
export function reduced(text: string): string {
  const [line = ""] = text.split(/[\r\n]+/).filter((one) => one.trim() !== "");
  const query = line.trim();
  if (query.length <= maxQueryLength) return line === text ? text : query;
  const short = /^https?:\/\/\S+$/i.test(query) ? namedBy(query) : query;
  if (short.length <= maxQueryLength) return short;
  const cut = cutText(short, maxQueryLength);
  // A word that was cut may be the beginning of another one; a hash is found by its beginning.
  const end = /\s/.test(short[cut.length] ?? "") ? cut.length : cut.lastIndexOf(" ");
  return end > maxQueryLength / 2 ? cut.slice(0, end) : cut;
}

/** The part of an address that names a text: its last one, without what has no name in it. */
function namedBy(address: string): string {
  const [path = ""] = address.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/);
  const parts = path
    .replace(commit, "")
    .split("/")
    .filter((part) => part !== "" && !unnamed.test(part));
  // The address of a topic in a forum ends with the topic's number.
  const last = parts.findLastIndex((part) => !/^\d+$/.test(part) || parts.length === 1);
  const name = /^\d+$/.test(parts.at(-1) ?? "") && !path.includes("/t/") ? parts.at(-1) : parts[last];
  return decoded(name ?? address).replace(/\.[a-z]+$/i, "");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reduces what is pasted into a field within an element. */
export function reducePasted(event: Event): void {
  const field = event.target as HTMLInputElement;
  const text = (event as ClipboardEvent).clipboardData?.getData("text") ?? "";
  const short = reduced(text);
  if (short === text || field.maxLength !== maxQueryLength) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  field.setRangeText(short.slice(0, maxQueryLength - (value.length - (end - start))), start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
