/** The place of each link is where its URL is written, whatever else of the text reads the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type MarkdownText, renderMarkdown } from "../../src/content/formats/markdown/render.js";
import { options } from "../support/parse.js";
import { runs } from "../support/runs.js";

/** Marks where the URL of a link is written. */
const here = "\u0001";

/** Ways to write a link in a line; those without the mark only read like one. */
const markdownInline = [
  (url: string) => `[t](${here}${url})`,
  (url: string) => `![t](<${here}${url}> "title")`,
  (url: string) => `<a href="${here}${url.replaceAll("&", "&amp;")}">t</a>`,
  (url: string) => `<b title='x'><img alt=a src='${here}${url}'></b>`,
  (url: string) => `<a title="t"\nhref="${here}${url}">t</a>`,
  (url: string) => `\`<a href="${url}">\``,
  (url: string) => `\`\`[t](${url})\`\``,
  (url: string) => `<!-- <a href="${url}"> -->`,
  (url: string) => `<!-- <i\n<a href="${url}"> -->`,
  (url: string) => `<${here}https://x.example/${url}>`,
  (url: string) => `${here}https://x.example/${url.replace("#&d", "")} t`,
  (url: string) => `\`https://x.example/${url.replace("#&d", "")}\``,
  () => `${here}CIP-20`,
  () => "`CIP-20`",
  () => `[CIP-20](${here}CIP-20.md)`,
  () => `![CIP-20](${here}CIP-20.png "CIP-20")`,
  () => '<i title="CIP-20">t</i>',
  () => "text",
];

const wikiInline = [
  (url: string) => `[https://x.example/${url} t]`.replace("https", `${here}https`).replaceAll("&", "&amp;"),
  (url: string) => `[https://x.example/${url} t]`.replace("https", `${here}https`),
  (url: string) => `[[${here}${url.replaceAll("&", "&#38;")}|t]]`,
  (url: string) => `<span title="x"><code>a</code></span> ${here}https://y.example/${url.replaceAll("&", "&amp;")} t`,
  (url: string) => `<nowiki><a href="${url}"></nowiki>`,
  () => `${here}CIP-20 and <code>CIP-20</code>`,
  () => `[[${here}CIP-20.md|CIP-20]]`,
  () => "text",
];

const urls = fc.constantFrom("./a.md", "./b.md?x=1&y=2", "c.md#&d");
const written = (ways: readonly ((url: string) => string)[]) =>
  fc.tuple(fc.constantFrom(...ways), urls).map(([way, url]) => way(url));
const paragraph = (ways: readonly ((url: string) => string)[]) =>
  fc.array(written(ways), { minLength: 1, maxLength: 4 }).map((parts) => `x ${parts.join(" and ")}`);

/** Each use has a definition of its own, which code before it repeats. */
const definition = fc
  .tuple(urls, fc.constantFrom(" ", "  ", "\n  ", " <"), fc.boolean())
  .map(([url, gap, isInCode]) => ({
    url,
    text: (label: string) => {
      const close = gap.endsWith("<") ? ">" : "";
      const code = `\`\`\`\n[${label}]: ${url}\n\`\`\`\n\n`;
      return `${isInCode ? code : ""}[t][${label}]\n\n [${label}]:${gap}${here}${url}${close} "title"`;
    },
  }));

const markdownBlock = fc.oneof(
  paragraph(markdownInline).map((text) => () => text),
  urls.map((url) => () => `\`\`\`html\n<a href="${url}">\n[t](${url})\n\`\`\``),
  urls.map((url) => () => `    <img src="${url}">`),
  urls.map((url) => () => `<div>\n<a href="${here}${url}">t</a> <!-- <a href="${url}"> -->\n</div>`),
  definition.map(({ text }) => text),
);

/** A block as it is, in a quotation, or in a list. */
const prefixes = fc.constantFrom(["", ""], ["> ", "> "], ["- ", "  "], ["> 1. ", ">    "]);

const markdownText = fc.array(fc.tuple(markdownBlock, prefixes), { minLength: 1, maxLength: 6 }).map((blocks) =>
  blocks
    .map(([block, [first = "", rest = ""]], index) =>
      block(`r${index}`)
        .split("\n")
        .map((line, at) => `${at === 0 ? first : rest}${line}`)
        .join("\n"),
    )
    .join("\n\n<!-- -->\n\n"),
);

const wikiText = fc.array(paragraph(wikiInline), { minLength: 1, maxLength: 6 }).map((blocks) => blocks.join("\n\n"));

type Place = `${number}:${number}`;

/** The text, and the places that are marked in it. */
function unmarked(text: string): { body: string; places: Place[] } {
  const places = text.split("\n").flatMap((line, index) =>
    line
      .split(here)
      .slice(0, -1)
      .map((_, part, parts): Place => `${index + 1}:${parts.slice(0, part + 1).join("").length + 1}`),
  );
  return { body: text.replaceAll(here, ""), places };
}

test.each([
  ["markdown", markdownText],
  ["mediawiki", wikiText],
] as [
  MarkdownText["format"],
  fc.Arbitrary<string>,
][])("%s: any links, among code and comments that read the same", (format, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const { body, places } = unmarked(text);
      const { links } = renderMarkdown({ body, path: "a.md", bodyLine: 1, format }, options);
      const found = links.map(({ position }): Place => `${position.line}:${position.column}`);
      expect(found.toSorted()).toEqual(places.toSorted());
    }),
    { numRuns: runs(80) },
  );
});
