/** Decodes a part of an address; one with a malformed escape stays unchanged. Not from src/shared/url.ts, whose expressions would be in each chunk. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
