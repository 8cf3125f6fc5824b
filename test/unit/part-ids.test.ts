/** The ids of paragraphs and formulas: what they depend on. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/formats/markdown/render.js";
import { sectionOfPart } from "../../src/shared/part-address.js";
import type { TextFormat } from "../../src/shared/text-format.js";
import { options, parseProposal, shownHtml } from "../support/parse.js";
import { attributes, buildSite, proposalText } from "../support/site.js";

function rendered(body: string, format: TextFormat = "markdown") {
  const text = { body, path: `content/cip/cbc/cip-20.${format}`, bodyLine: 1, format, hasPartIds: true };
  const { html, preview, links, ...others } = renderMarkdown(text, options);
  return { html: shownHtml(html, links), preview: shownHtml(preview, links), ...others };
}

/** The elements with such ids, as `tag id`, in the order of the page. */
function parts(html: string): string[] {
  return [...html.matchAll(/<(\w+)(?: [^<>]*?)? id="([^"]*)"/g)].flatMap(([, tag = "", id = ""]) =>
    sectionOfPart(id) === undefined ? [] : `${tag} ${id}`,
  );
}

const sample = `Above all.

## Why

Because of \`this\` reason.

- One *thing*
- Another thing
  - below it

  and more of it
- [x] done

$$
a + b
$$

## How

Because of this reason.

Because of this reason!
`;

test("paragraphs and formulas have ids of their section and their words, and no other facts", () => {
  const { html, preview, anchors } = rendered(sample);
  const found = parts(html);
  expect(found.map((part) => part.replace(/\.[0-9a-z]{4}/, "."))).toEqual([
    "p top.",
    "p why.",
    "p why.",
    "p why.",
    "p why.",
    "p why.",
    "span why.",
    "p how.",
    "p how.-2",
  ]);
  // Marks and punctuation are no words.
  const digests = found.map((part) => part.split(".")[1]?.slice(0, 4));
  expect(digests[1]).toBe(digests[7]);
  expect(digests[8]).toBe(digests[7]);
  expect(new Set(digests).size).toBe(7);
  expect(anchors).toEqual(["why", "how"]);
  expect(preview).toBe("<p>Above all.</p>\n");
});

test("the same words have the same ids in every format, and beside an author's HTML", () => {
  const ids = parts(rendered("## Why\n\nBecause of this.\n\n- One\n\nAnd that.\n").html);
  expect(ids).toHaveLength(2);
  expect(parts(rendered("== Why ==\n\nBecause of this.\n\n* One\n\nAnd that.\n", "mediawiki").html)).toEqual(ids);
  expect(parts(rendered("T\n===\n\nWhy\n---\n\nBecause of this.\n\n- One\n\nAnd that.\n", "rst").html)).toEqual(ids);
  expect(parts(rendered("## Why\n\nBecause <b>of</b> this.\n\n- One\n\nAnd that.\n\n<hr>\n").html)).toEqual(ids);
});

const words = fc.array(fc.constantFrom("a", "set", "of", "words", "Größe", "値", "`x_1`", "*b*", "(c)"), {
  minLength: 1,
  maxLength: 4,
});
const block = fc.oneof(
  words.map((list) => `${list.join(" ")}\n`),
  fc.array(words, { minLength: 1, maxLength: 4 }).map((items) => items.map((list) => `- ${list.join(" ")}\n`).join("")),
  words.map((list) => `- ${list.join(" ")}\n\n  more\n\n  - ${list.join(" ")}\n`),
);
const section = fc.array(block, { maxLength: 4 });
const textOf = (sections: string[][]) =>
  sections.map((blocks, at) => `## S${at}\n\n${blocks.join("\n\n")}`).join("\n\n");

test("no edit elsewhere moves an id", () => {
  fc.assert(
    fc.property(section, section, section, section, (one, two, other, added) => {
      const of = (name: string, html: string) => parts(html).filter((part) => part.includes(` ${name}.`));
      const before = of("s1", rendered(textOf([one, two])).html);
      expect(of("s1", rendered(textOf([other, two, added])).html)).toEqual(before);
      const longer = of("s1", rendered(textOf([one, [...two, "An end.\n"]])).html);
      expect(longer.slice(0, before.length)).toEqual(before);
    }),
  );
});

test("an address of a part is known if its section is, whatever changed in it", async () => {
  const [, id = ""] = /<p id="(why\.[^"]*)"/.exec(String(parseProposal(proposalText(1, {}, sample)).body?.html)) ?? [];
  expect(id).not.toBe("");
  const links = [`#${id}`, "#why.0000", "#top.0000", "#where.0000", "#why.00", "./cip-98.md#other.1234"];
  const body = `${sample}\n${links.map((link) => `[x](${link})`).join("\n\n")}\n`;
  const site = await buildSite({
    "content/cip/cbc/cip-20.md": proposalText(20, {}, body),
    "content/cip/cbc/cip-98.md": proposalText(98, {}, "## Other\n"),
  });
  expect(site.diagnostics.map(({ message }) => /#\S+/.exec(message)?.[0])).toEqual(["#where.0000", "#why.00"]);
  expect(attributes(site.page("/cip/cbc/cip-20"), `[id="${id}"]`, "id")).toEqual([id]);
});
