/**
 * Makes texts that no content can contain. They mark positions in markup that passes through a library as one string.
 * Each process has its own, and none is ever written to a file.
 */
import { randomBytes } from "node:crypto";

/** 128 random bits in 32 letters and digits, which no escaping changes. */
export function secretMark(): string {
  return randomBytes(16).toString("hex");
}
