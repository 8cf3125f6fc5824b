/** Placeholders are for what is known late; no text can become one, or end one, whatever a decoder makes of it. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDiagrams } from "../../src/content/formats/diagrams/index.js";
import { cleanTexts } from "../../src/shared/clean-text.js";
import { fillParts, type HtmlPart, stringPart } from "../../src/shared/html-parts.js";
import { foreignMarkup } from "../support/allowed.js";
import { parseProposal, shownHtml } from "../support/parse.js";
import { runs } from "../support/runs.js";

const fillers = {
  url: (link: number) => `U${link}`,
  image: (link: number) => `I${link}`,
  mention: (link: number, html: string) => `M${link}(${html})`,
  string: (key: string, html: string) => `S${key}(${html})`,
};

test("every kind of placeholder is filled with what it holds, in place", () => {
  const parts: HtmlPart[] = [
    '<a href="',
    { kind: "url", link: 3 },
    '">',
    { kind: "mention", link: 0, html: "CIP-20" },
    "</a>$1 $&",
    stringPart("prose.note", "$&"),
    { kind: "image", link: 12 },
  ];
  expect(fillParts(parts, fillers)).toBe('<a href="U3">M0(CIP-20)</a>$1 $&Sprose.note($&)I12');
});

/** What was or could be a mark: noncharacters, controls, and the shape of the secret marks with another secret. */
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });
const number = fc.constantFrom("0", "1", "7");
const attack = fc.constantFrom(
  " onload=xss(1) z=",
  '" onload="xss(1)',
  "><img src=x onerror=xss(1)>",
  "' onload='xss(1)",
  "",
);
const mark = fc.oneof(
  fc
    .tuple(fc.constantFrom("image", "url", "mention", "string", "nosuch"), number, attack)
    .map(([kind, key, text]) => `\uFDD0${kind}\uFDD2${key}\uFDD2x\uFDD1${text}`),
  fc.tuple(number, attack).map(([index, text]) => `\uFDD3${index}\uFDD4${text}`),
  fc.tuple(number, attack).map(([index, text]) => `\u0001${index}\u0002${text}`),
  fc
    .tuple(hex, fc.constantFrom("t", "a"), number, attack)
    .map(([secret, kind, index, text]) => `${secret}${kind}${index}x${text}`),
  fc.tuple(hex, number).map(([secret, index]) => ` class="${secret}a${index}x"`),
  fc.string({ unit: fc.constantFrom("\uD800", "\uDC00", "\0", "\u000c", "\uFFFE", "&", "<", '"', "a"), maxLength: 6 }),
);

const perCharacter = (code: (point: number) => string) => (text: string) =>
  [...text].map((character) => (/[\w ]/.test(character) ? character : code(character.codePointAt(0) ?? 0))).join("");

/** Each is undone by one of the decoders that a text passes through. */
const encoders: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "percent signs": perCharacter((point) =>
    [...Buffer.from(String.fromCodePoint(point))].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  ),
  "percent signs twice": perCharacter((point) =>
    [...Buffer.from(String.fromCodePoint(point))].map((byte) => `%25${byte.toString(16).padStart(2, "0")}`).join(""),
  ),
  "hexadecimal references": perCharacter((point) => `&#x${point.toString(16)};`),
  "decimal references": perCharacter((point) => `&#${point};`),
  "references without an end": perCharacter((point) => `&#x000${point.toString(16).toUpperCase()}`),
  "references to references": perCharacter((point) => `&amp;#${point};`),
  "references of surrogates": perCharacter((point) => `&#xD83F;&#x${(0xdc00 + (point & 0x3ff)).toString(16)};`),
  backslashes: perCharacter((point) => `\\${String.fromCodePoint(point)}`),
  TeX: perCharacter((point) => `\\char"${point.toString(16).toUpperCase()} `),
  Mermaid: perCharacter((point) => `#${point};`),
  "letters that normalize to others": (text) =>
    text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
};

const line = (text: string) => text.replace(/[\n\r]/g, " ");
/** Where an author may write it. */
const fields: Record<string, (text: string) => string> = {
  text: (text) => `Text ${text} text`,
  "text of a link": (text) => `[${text}](pic.png "${text}")`,
  "address of a link": (text) => `[x](https://e.test/${text})`,
  "address in brackets": (text) => `<https://e.test/${text}>`,
  "bare address": (text) => `See https://e.test/${text} here`,
  "text of a picture": (text) => `![a](pic.png) ![https://e.test/${text}](pic.png)`,
  "address of a picture": (text) => `![a](<${line(text)}> "${line(text)}")`,
  definition: (text) => `[x][${text}]\n\n[${line(text)}]: https://e.test/${line(text)} "${line(text)}"`,
  heading: (text) => `# ${line(text)}\n\n## ${line(text)}\n\nText`,
  code: (text) => `\`${text}\` and\n\n\`\`\`${line(text)}\n${text}\n\`\`\``,
  "cell of a table": (text) => `| ${line(text)} |\n|---|\n| ${line(text)} |`,
  alert: (text) => `> [!NOTE]\n> ${line(text)}\n\n- [ ] ${line(text)}`,
  footnote: (text) => `a[^1] b[^${text}]\n\n[^1]: ${line(text)}`,
  mention: (text) => `CIP-20 ${text} CIP-21${text}`,
  formula: (text) => `$${line(text)}$ and $\\text{${line(text)}}$\n\n$$\n${text}\n$$`,
  diagram: (text) => `\`\`\`mermaid\ngraph LR\n  A["${line(text)}"] -->|${line(text)}| B\n\`\`\``,
  "raw text": (text) => `<b>${text}</b> <i title="${text}">x</i>`,
  "raw address": (text) => `<a href="${text}">x</a> <img src='${text}' alt=${text}> <img srcset="${text} 2x, ${text}">`,
  "raw tag": (text) => `<div ${text}>\n\n[x](y) $x$ ${text}\n\n</div ${text}>`,
  "raw quote without an end": (text) => `<div title="\n\n[x](y) ![p](q) \`c\` $x$ ${text}\n\n> [!TIP]\n> x\n\n</div>`,
  "raw comment without an end": (text) => `> <!--\n\n> [!NOTE]\n> [x](y) ${text} <b title="-->">z</b>\n\n$x$`,
};

/** YAML reads escapes in double quotes. */
const yaml = (text: string) =>
  `"${[...text]
    .map((c) =>
      /[\w ]/.test(c)
        ? c
        : [...c]
            .flatMap((x) => x.split(""))
            .map((u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, "0")}`)
            .join(""),
    )
    .join("")}"`;

beforeAll(loadDiagrams);

describe("whatever looks like a mark is text", () => {
  test("in every field, through every decoder: no attribute and no element that an author may not write", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom(...Object.values(fields)), fc.constantFrom(...Object.values(encoders)), mark),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        mark,
        (written, title) => {
          const body = written.map(([field, encode, text]) => field(encode(text))).join("\n\n");
          const made = parseProposal(`---\ncip: 20\ntitle: ${yaml(title)}\ntags: [${yaml(title)}]\n---\n${body}\n`);
          if (!made.document || !made.body) throw new Error(JSON.stringify(made.diagnostics));
          const { links } = made.document;
          for (const parts of [made.body.html, made.document.preview]) {
            const html = shownHtml(parts, links);
            expect(foreignMarkup(html), body).toEqual([]);
          }
          expect(cleanTexts(made.document)).toBe(made.document);
          expect(cleanTexts(made.body)).toBe(made.body);
          for (const part of [...made.body.html, ...made.document.preview])
            if (typeof part !== "string" && "link" in part) expect(links[part.link]).toBeDefined();
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test("and the check itself sees what is foreign", () => {
    for (const bad of [
      "<img onload=x>",
      '<a href="java&Tab;script:x">',
      "<p style=x>",
      "<script>",
      "<!-- x -->",
      "<svg onload=x>",
    ])
      expect(foreignMarkup(bad), bad).not.toEqual([]);
    expect(foreignMarkup('<p id="a">x <a href="https://x.example" class="external">y</a></p>')).toEqual([]);
  });
});
