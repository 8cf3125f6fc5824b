/** The ids of paragraphs and formulas: what they depend on. */
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/content/formats/markdown/render.js";
import { sectionOfPart } from "../../src/shared/part-address.js";
import type { TextFormat } from "../../src/shared/text-format.js";
import { options, shownHtml } from "../support/parse.js";

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
