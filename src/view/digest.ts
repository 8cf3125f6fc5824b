/** The digests that keys of files are made of. */
import { createHash, hash } from "node:crypto";

/** @returns a digest of texts in their order; no two lists of texts have the same input. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  // One call for the few texts of nearly every key: the object of a hash costs more than hashing them.
  if (parts.every((part) => typeof part === "string"))
    return hash("sha256", `${parts.join("\0")}\0`, "base64url").slice(0, 32);
  const whole = createHash("sha256");
  for (const part of parts) whole.update(part).update("\0");
  return whole.digest("base64url").slice(0, 32);
}
