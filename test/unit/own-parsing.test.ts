/** Where we parse in place of a library, for speed, the result is the library's. */
import fc from "fast-check";
import MarkdownIt, { type Env, type MarkdownIt as Parser } from "markdown-it";
import { expect, test } from "vitest";
import { bareLinks } from "../../src/parse/markdown/bare-links.js";
import { blockLines } from "../../src/parse/markdown/block-lines.js";

test("the lines of any text", () => {
  const theirs = new MarkdownIt();
  const ours = new MarkdownIt();
  blockLines(ours);
  const linesOf = (md: Parser, text: string) => {
    const state = new md.block.State(text, md, {} as Env, []);
    const { src, bMarks, eMarks, tShift, sCount, bsCount, lineMax } = state;
    return { src, bMarks, eMarks, tShift, sCount, bsCount, lineMax };
  };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "a", "\u00a0"), maxLength: 30 }), (text) => {
      expect(linesOf(ours, text)).toEqual(linesOf(theirs, text));
    }),
    { numRuns: 1000 },
  );
});

test("bare links in any text", () => {
  const options = { html: true, linkify: true };
  const theirs = new MarkdownIt(options);
  theirs.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const ours = new MarkdownIt(options);
  bareLinks(ours);
  const pieces =
    "https: HTTP:// // ftp://a.b mailto: MailTo:a@b.c a.test //localhost/x [ ]( ) ! < > <a> </a> ` * _ \\ : &#47; | a"
      .split(" ")
      .concat(" ", "\n", "\n\n- ", "\n\n|a|\n|-|\n|");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const text = parts.join("");
      expect(ours.render(text)).toBe(theirs.render(text));
    }),
    { numRuns: 1000 },
  );
});
