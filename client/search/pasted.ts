/**
 * Shortens a text that a reader pastes into a search field, before the field cuts it to 64 characters: the address of a
 * file at a commit becomes the name of the file, a stack trace its first line.
 */
import { maxQueryLength } from "../../src/shared/search.js";
import { cutText } from "../../src/shared/text.js";
import { decodePart } from "../decode.js";

/** The part of a path at a code host that names a commit or a branch: `/blob/main`. */
const commit = /\/(?:-\/)?(?:blob|tree|raw|edit|blame|commits?)\/[^/]+(?=\/)/;
/** Names of files that say nothing, so that the name of their folder counts. */
const unnamed = /^(?:readme|index)(?:\.|$)/i;

/** @returns a query of at most 64 characters; a shorter one as it is. */
export function reduceQuery(text: string): string {
  const [line = ""] = text.split(/[\r\n]+/).filter((candidate) => candidate.trim() !== "");
  const query = line.trim();
  if (query.length <= maxQueryLength) return line === text ? text : query;
  const short = /^https?:\/\/\S+$/i.test(query) ? nameInAddress(query) : query;
  if (short.length <= maxQueryLength) return short;
  const cut = cutText(short, maxQueryLength);
  // A word that was cut may be the beginning of another one; a hash is found by its beginning.
  const end = /\s/.test(short[cut.length] ?? "") ? cut.length : cut.lastIndexOf(" ");
  return end > maxQueryLength / 2 ? cut.slice(0, end) : cut;
}

/** The last part of an address that names a text. */
function nameInAddress(address: string): string {
  const [path = ""] = address.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/);
  const parts = path
    .replace(commit, "")
    .split("/")
    .filter((part) => part !== "" && !unnamed.test(part));
  // The address of a topic in a forum ends with the topic's number.
  const last = parts.findLastIndex((part) => !/^\d+$/.test(part) || parts.length === 1);
  const name = /^\d+$/.test(parts.at(-1) ?? "") && !path.includes("/t/") ? parts.at(-1) : parts[last];
  return decodePart(name ?? address).replace(/\.[a-z]+$/i, "");
}

/** Handles `paste` of a search field. */
export function reducePasted(event: Event): void {
  const field = event.target as HTMLInputElement;
  const text = (event as ClipboardEvent).clipboardData?.getData("text") ?? "";
  const short = reduceQuery(text);
  if (short === text || field.maxLength !== maxQueryLength) return;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  field.setRangeText(short.slice(0, maxQueryLength - (value.length - (end - start))), start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
