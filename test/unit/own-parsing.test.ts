/** Where we parse in place of a library, for speed, the result is the library's. */
import fc from "fast-check";
import MarkdownIt, { type Env, type MarkdownIt as Parser } from "markdown-it";
import footnote from "markdown-it-footnote";
import { expect, test } from "vitest";
import { math } from "../../src/content/formats/markdown/math.js";
import { bareLinks, plainRuns } from "../../src/content/formats/markdown/writer.js";

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

test("the tokens of any text", () => {
  const parser = () => {
    const md = new MarkdownIt({ html: true, linkify: true });
    md.use(footnote as never as (md: Parser) => void);
    math(md);
    return md;
  };
  const theirs = parser();
  const ours = parser();
  plainRuns(ours);
  const pieces = [
    ..."\n$&*:<[\\]^_`~!%+-=>@{}#()/ a1é",
    "![",
    "](",
    "://",
    "https://a.b",
    "$x$",
    "&amp;",
    "[^a]",
    "^[b]",
    "<b>",
    "\n[^a]: c\n",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      expect(ours.parse(text, {} as Env)).toEqual(theirs.parse(text, {} as Env));
    }),
    { numRuns: 2000 },
  );
});
