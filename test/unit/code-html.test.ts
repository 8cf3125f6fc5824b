/** Highlighted code is written as highlight.js writes it, but for elements that have no colour. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import hljs from "highlight.js/lib/core";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import xml from "highlight.js/lib/languages/xml";
import { expect, test } from "vitest";
import { CodeHtml } from "../../src/content/formats/markdown/highlight.js";
import { repositoryRoot } from "../support/site.js";

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
  ..."a B2 9 😀 `${ <script> </script> <style> </style> --> ** /* */ //".split(" "),
  ...["def f(a): return", "class A extends B {", "async function* x() {", "f'{x!r:>{w}}'", '"""', "<b class='x'>"],
  ...["<!-- ", "# ", "```js\n", "@media (a) {", "color: red;"],
];

const styles = readFileSync(join(repositoryRoot, "client/styles/code.css"), "utf8");
const colouredScopes = new Set(Array.from(styles.matchAll(/\.hljs-(\w+)/g), ([, scope]) => scope));

/** Without elements that the style sheet gives no colour, and with the quotes of a text as they are. */
function coloured(html: string): string {
  const open: boolean[] = [];
  return html.replaceAll(/<span class="(?:hljs-(\w+))?[^"]*">|<\/span>|&quot;|&#x27;/g, (match, scope) => {
    if (match === "&quot;") return '"';
    if (match === "&#x27;") return "'";
    if (match === "</span>") return open.pop() ? match : "";
    open.push(colouredScopes.has(scope));
    return open.at(-1) ? `<span class="hljs-${scope}">` : "";
  });
}

test.each(Object.keys(languages))("%s, with any text in it and other languages within it", (language) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      const code = parts.join("");
      expect(ours.highlight(code, { language }).value).toBe(coloured(theirs.highlight(code, { language }).value));
    }),
    { numRuns: 300 },
  );
});
