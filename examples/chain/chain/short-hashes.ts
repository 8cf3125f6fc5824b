/** A rule of lint: a hash that is cut off identifies nothing. */
import { defineCheck } from "cipgen";

export const shortHashes = defineCheck({
  id: "short-hashes",
  severity: "warn",
  summary: "A hash of a transaction that is cut off",
  help: `Readers look a transaction up by its whole hash.
Option \`digits\`: 64, the digits of a whole one.

Wrong: \`0x9f3c…\`
Right: \`0x\` and 64 digits`,
  scope: "texts",
  options: { digits: 64 },
  check({ lines }, _register, { digits }) {
    return lines.flatMap((line, index) =>
      [...line.matchAll(/\b0x([0-9a-f]{4,})(…|\.\.\.)/gi)].map(({ 0: hash, index: at }) => ({
        message: `${hash} is cut off`,
        line: index + 1,
        column: at + 1,
        length: hash.length,
        help: `Write all ${digits} digits.`,
      })),
    );
  },
});
