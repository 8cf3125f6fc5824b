/** The digests that keys of files are made of. */
import { createHash } from "node:crypto";

/** @returns a digest of texts in their order; no two lists of texts have the same input. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("base64url").slice(0, 32);
}
