/**
 * A text that no content can hold: where markup has to pass through a library as one string, it marks the places to come back to. It is different
 * in every process and never written anywhere.
 */

/** 128 random bits in 32 letters and digits, which no escaping changes. */
export function secretMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
