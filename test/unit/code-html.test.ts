/** Highlighted code is written as highlight.js writes it. */
import fc from "fast-check";
import hljs from "highlight.js/lib/core";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import xml from "highlight.js/lib/languages/xml";
import { expect, test } from "vitest";
import { CodeHtml } from "../../src/formats/markdown/highlight.js";

const languages = { css, javascript, markdown, python, xml };

function highlighter() {
  const made = hljs.newInstance();
  for (const [name, language] of Object.entries(languages)) made.registerLanguage(name, language);
  return made;
}

const theirs = highlighter();
const ours = highlighter();
ours.configure({ __emitter: CodeHtml });

const pieces = [
  ..."<>&\"'`{}()[]:;=/\\#*_$@!,. \n\t",
  "a",
  "B2",
  "9",
  "😀",
  "def f(a): return",
  "class A extends B {",
  "async function* x() {",
  "`${",
  "f'{x!r:>{w}}'",
  '"""',
  "<script>",
  "</script>",
  "<style>",
  "</style>",
  "<!-- ",
  "-->",
  "<b class='x'>",
  "# ",
  "**",
  "```js\n",
  "@media (a) {",
  "color: red;",
  "/*",
  "*/",
  "//",
];

test.each(Object.keys(languages))("%s, with any text in it and other languages within it", (language) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      const code = parts.join("");
      expect(ours.highlight(code, { language }).value).toBe(theirs.highlight(code, { language }).value);
    }),
    { numRuns: 300 },
  );
});
