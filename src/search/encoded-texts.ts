/** The texts of documents as search wants them, in bytes: as threads send them, because bytes are copied in a fraction of the time that objects take. */
import { asciiJson } from "../cache/shards.js";
import type { SearchText, Section } from "../shared/document.js";

export function encodeText(sections: readonly Section[]): SearchText {
  return asciiJson(sections);
}

export function decodeText({ buffer, byteOffset, byteLength }: SearchText): Section[] {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
}
