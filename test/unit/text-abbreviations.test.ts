/** What a page shows of the abbreviations that its text defines. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/formats/markdown/render.js";
import { abbreviationsIn } from "../../src/shared/abbreviations.js";
import { options, shownHtml } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { buildSite, proposalText } from "../support/site.js";

function rendered(body: string) {
  const text = { body, path: "content/cip/cbc/cip-20.md", bodyLine: 1, hasPartIds: true };
  const { html, preview, links, ...others } = renderMarkdown(text, options);
  return { html: shownHtml(html, links), preview: shownHtml(preview, links), ...others };
}

/** Links to definitions, as `section: abbreviation=meaning`, and definitions, as `section: abbreviation`. */
function marks(html: string): string[] {
  let section = "";
  const found: string[] = [];
  for (const [, heading, use, meaning, definition] of html.matchAll(
    /<h\d id="([^"]*)"|<a href="#abbr-(\w+)" title="([^"]*)">\2<\/a>|<dfn id="abbr-(\w+)" data-uses="[^"]*">\4<\/dfn>/g,
  )) {
    if (heading) section = heading;
    else found.push(`${section}: ${definition ?? `${use}=${meaning}`}`);
  }
  return found;
}

test("the first use in each section leads to the definition and says what it means", () => {
  const { html, preview, anchors, sections } =
    rendered(`BAL first. Block-level Access Lists (BALs) record it. A BAL again.

## Use of a BAL

The BAL, and BAL-based sync; \`BAL\`, BALANCE, PRE_BAL and EIP-BAL are others. BALs too.

### Below

**BALs** once more, not BAL-2.
`);
  const meaning = "BAL=Block-level Access Lists";
  expect(marks(html)).toEqual([`: ${meaning}`, ": BAL", `use-of-a-bal: ${meaning}`, `below: ${meaning}`]);
  expect(html).toContain(`<strong><a href="#abbr-BAL" title="Block-level Access Lists">BAL</a>s</strong> once`);
  expect(preview).not.toMatch(/<a|<dfn/);
  expect(anchors).toContain("abbr-BAL");
  expect(sections.map(({ text }) => text)[0]).toBe(
    "BAL first. Block-level Access Lists (BALs) record it. A BAL again.",
  );
});

test("what is unclear, used nowhere else, or in a link stays as it is", () => {
  const later = "\n\n## Later\n\n";
  // Nothing else is defined by words in parentheses.
  expect(marks(rendered(`The committee of nodes (PTC).${later}PTC`).html)).toEqual([]);
  expect(marks(rendered(`The execution layer (EL).${later}EL is not EL.`).html)).toHaveLength(2);
  expect(marks(rendered(`The execution layer (EL).${later}Nothing.`).html)).toEqual([]);
  expect(marks(rendered(`Access lists (AL). An archive layer (AL).${later}AL`).html)).toEqual([]);
  expect(marks(rendered(`Access lists (AL).${later}An access list (AL) again.`).html)).toEqual([]);
  expect(marks(rendered(`Access lists (AL).${later}[AL](https://a.example), <a href="/b">AL</a>`).html)).toEqual([]);
  expect(marks(rendered(`Access lists (AL).${later}[AL](https://a.example), then AL`).html)).toHaveLength(2);
  expect(marks(rendered(`## Access lists (AL)\n\nText.${later}AL`).html)).toEqual([]);
  // Its id is that of the program.
  expect(rendered(`Access lists (AL).${later}AL <i id="abbr-AL">x</i>`).html.match(/id="abbr-AL"/g)).toHaveLength(1);
});

test("a definition in a link, or between other HTML, is found", () => {
  const { html } = rendered("[Access Lists (AL)](https://a.example) <b>x</b>\n\n## Later\n\nThe AL\n");
  expect(html).toMatch(/<a [^>]*>Access Lists \(<dfn id="abbr-AL" data-uses="[^"]*">AL<\/dfn>\)<\/a>/);
  expect(marks(html)).toEqual([": AL", "later: AL=Access Lists"]);
});

test("an author's own definitions and abbreviations are kept", () => {
  const { html, anchors } = rendered(`A <dfn id="slot" title="12 seconds">slot</dfn>, <abbr title="Name">NM</abbr>.`);
  expect(html).toContain(`<dfn title="12 seconds" id="slot">slot</dfn>, <abbr title="Name">NM</abbr>`);
  expect(anchors).toContain("slot");
});

test("whatever a text has, its words stay, and each link has its definition", () => {
  const word = fc.constantFrom(
    "Access",
    "Lists",
    "(AL)",
    "AL",
    "ALs",
    "layer",
    "(EL)",
    "EL",
    "execution",
    "*AL*",
    "[EL](#a)",
  );
  const piece = fc.oneof(
    word,
    fc.constantFrom("\n\n", "\n\n## ", "<b>", "</b>", "<a href='b'>", "</a>", "| ", "`", '"&<'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const body = pieces.join(" ");
      const plain = renderMarkdown({ body, path: "a.md", bodyLine: 1 }, options);
      const { html } = rendered(body);
      const words = (text: string) => text.replace(/<[^>]*>/g, "");
      expect(words(html)).toBe(words(shownHtml(plain.html, plain.links)));
      for (const [, id] of html.matchAll(/href="#(abbr-\w+)"/g)) expect(html).toContain(`<dfn id="${id}"`);
    }),
    { numRuns: runs(100) },
  );
});

test("abbreviations are those whose letters begin the words before them", () => {
  const all = (text: string) => abbreviationsIn(text).map(({ short, meaning }) => `${short}: ${meaning}`);
  expect(
    all('A "payload timeliness committee" (PTC), proof of work (PoW), Layer 2 (L2) (SEE ALSO) words (OF).'),
  ).toEqual(["PTC: payload timeliness committee", "PoW: proof of work", "L2: Layer 2"]);
});

test("a definition says in the language of the page what it lists", async () => {
  const text = proposalText(1, {}, "Access lists (AL).\n\n## Later\n\nAL\n");
  const built = await buildSite({ "content/cip/cbc/cip-1.md": text }, { locales: { "en-US": {}, "de-DE": {} } });
  expect(built.text("cip/cbc/cip-1/index.html")).toContain('data-uses="Where AL is used"');
  expect(built.text("de-DE/cip/cbc/cip-1/index.html")).toContain('data-uses="Wo AL verwendet wird"');
});
