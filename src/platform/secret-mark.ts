/**
 * Makes texts that no content can contain. They mark a position in a string until it is split there: in markup that a library or a renderer of the site
 * makes, or in a string of a locale. Each process has other marks, and none is ever written to a file.
 */
import { randomBytes } from "node:crypto";

/** 128 random bits in 32 letters and digits, which no escaping changes. */
export function secretMark(): string {
  return randomBytes(16).toString("hex");
}
