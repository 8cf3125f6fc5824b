/** The text of a document is parsed once for all pages that show it, and is in memory no longer than that. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { noCache } from "../../src/cache/cache.js";
import { highlight } from "../../src/formats/markdown/highlight.js";
import { parseText } from "../../src/parse/document.js";
import { DocumentBodies } from "../../src/pipeline/bodies.js";
import { sourceFile } from "../../src/read/sources.js";
import type { ParsedDocument } from "../../src/shared/document.js";
import { withColors } from "../../src/shared/html-parts.js";
import { options, seriesOf } from "../support/parse.js";

const role = { kind: "proposal", series: seriesOf(), relativePath: "cbc/cip-20.md" } as const;
const source = sourceFile(
  "content/cip/cbc/cip-20.md",
  "---\ncip: 20\ntitle: T\n---\n# A\n\nSome text.\n\n```js\nlet a = 1;\n```\n",
);

test("a text is parsed once for the pages of all languages, whether this build or an earlier one has its facts", async () => {
  const { facts, own, body } = (await parseText(source, role, options)).value as ParsedDocument;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.boolean(), (locales, isParsed) => {
      const bodies = new DocumentBodies([{ source, role, own }], options, noCache, locales);
      if (isParsed) bodies.add({ facts, own, html: body.html, text: new Uint8Array() });
      const pages = Array.from({ length: locales }, () => bodies.html(facts));
      expect(pages[0]).toEqual(withColors(body.html, highlight));
      // Each parsing returns another array.
      expect(new Set(pages).size).toBe(1);
      expect(bodies.html(facts)).not.toBe(pages[0]);
    }),
  );
});
