/**
 * A text that no content can contain: if markup has to pass through a library as one string, it marks places in it. It
 * is different in every process and never written anywhere.
 */

/** 128 random bits in 32 letters and digits, which no escaping changes. */
export function secretMark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
