/** A text is what its bytes say, whether it is asked for as text or as bytes, and in which order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, readSources, sourceFile } from "../../src/read/sources.js";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
const bytes = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      text.map((any) => Buffer.from(any)),
      fc.uint8Array().map((any) => Buffer.from(any)),
    ),
  )
  .map(([hasMark, rest]) => (hasMark ? Buffer.concat([Buffer.from("\ufeff"), rest]) : rest));

test("any bytes have the text, the digest and the bytes of a source with that text", () =>
  fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (content, bytesFirst) => {
      const reader = { has: () => true, list: async () => [], read: async () => [content] };
      const { value, diagnostics } = await readSources(reader, ["a.md"]);
      const [source] = value;
      const expected = sourceFile("a.md", new TextDecoder().decode(content));
      if (!source) throw new Error("a text was lost");
      if (bytesFirst) expect(bytesOf(source)).toEqual(isBroken(content) ? undefined : Buffer.from(expected.text));
      expect({ ...source }).toEqual(expected);
      expect(structuredClone(source)).toEqual(expected);
      expect(bytesOf(source)).toBeUndefined();
      expect(diagnostics.length > 0).toBe(isBroken(content));
    }),
  ));

function isBroken(content: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return false;
  } catch {
    return true;
  }
}
