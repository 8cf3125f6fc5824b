/**
 * A text that no content can contain: if markup has to pass through a library as one string, it marks places in it. It
 * is different in every process and never written anywhere.
 */
import { randomBytes } from "node:crypto";

/** 128 random bits in 32 letters and digits, which no escaping changes. */
export function secretMark(): string {
  return randomBytes(16).toString("hex");
}
