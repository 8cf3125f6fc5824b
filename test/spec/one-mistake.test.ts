/** One mistake of an author is one message, in a build and in lint, at its place and with what to do. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { lint } from "../support/lint.js";
import { build, makeSite, proposalText } from "../support/site.js";

const text = proposalText(21, {}, "## Abstract\n\nText.\n");
const conflict = "<<<<<<< HEAD\nText.\n=======\nOther text.\n>>>>>>> branch\n";

const mistakes: [what: string, path: string, text: string | Buffer, place: string, message: string, help: string][] = [
  [
    "a copy of a proposal without a number of its own",
    "cbc/cip-22.md",
    text,
    "2:6",
    "the file name says 22, the metadata says 21",
    "Rename the file or correct the number, so that both are the same.",
  ],
  [
    "a copy that comes before the original",
    "cbc/cip-20.md",
    text,
    "2:6",
    "the file name says 20, the metadata says 21",
    "Rename the file or correct the number, so that both are the same.",
  ],
  [
    "an encoding in which no line is three hyphens",
    "cbc/cip-22.md",
    Buffer.from(`\ufeff${proposalText(22)}`, "utf16le"),
    "1:1",
    "this file is not UTF-8",
    "Save it as UTF-8.",
  ],
  [
    "an encoding in which one letter is another",
    "cbc/cip-22.md",
    Buffer.from(proposalText(22, {}, "## Abstract\n\nAn \u00dcber text.\n"), "latin1"),
    "7:4",
    "this file is not UTF-8",
    "Save it as UTF-8.",
  ],
  [
    "front matter below an empty line",
    "cbc/cip-22.md",
    `\n\n${text}`,
    "3:1",
    "this front matter is not read, because it is not at the top",
    "Remove what is before it: the first line is exactly ---.",
  ],
  [
    "a space before a key",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle: T\nauthor: Ada\n\n  status: draft\n---\n\nText.\n",
    "6:1",
    "this line is indented, so it continues the value above it",
    "Remove the spaces before the key.",
  ],
  [
    "a number sign in a title",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle: Token #2 of all\n---\n\n## Abstract\n\nText.\n",
    "3:14",
    "these words are a comment, and not part of the value",
    "Put quotes around the whole value, or a space after the # of a comment.",
  ],
  [
    "a space that is none after a key",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle: T\nstatus:\u00a0draft\n---\n\nText.\n",
    "4:8",
    "the space after this colon is a special one, so the line has no key",
    "Write a plain space in its place.",
  ],
  [
    "a last line without a space after its key",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle: T\nstatus:draft\n---\n\nText.\n",
    "4:1",
    "this line has no key",
    "Write `key: value`, or indent the line to continue a value.",
  ],
  [
    "a link of Markdown as a value",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle: T\ndiscussions-to: [Forum](https://x.example)\n---\n\nText.\n",
    "4:24",
    "this is not allowed here",
    "Put quotes around a value with special characters.",
  ],
  [
    "an address without its colon",
    "cbc/cip-22.md",
    proposalText(22, {}, "## Abstract\n\n[The code](https//x.example/a)\n"),
    "7:12",
    "nothing on this site has the address https//x.example/a",
    "Write https://x.example/a.",
  ],
  [
    "a merge conflict whose middle makes a heading of a text",
    "cbc/cip-22.md",
    proposalText(22, {}, conflict),
    "5:1",
    "an unresolved merge conflict, up to line 9",
    "Keep one of the two versions, and remove the three markers.",
  ],
  [
    "a title without words",
    "cbc/cip-22.md",
    "---\ncip: 22\ntitle:\n---\n\nText.\n",
    "3:1",
    "this proposal has no title",
    "Complete the line: title: …",
  ],
  [
    "a number without digits",
    "cbc/cip-22.md",
    "---\ntitle: T\ncip:\n---\n\nText.\n",
    "3:1",
    "this proposal has no number",
    "Complete the line: cip: 22",
  ],
  [
    "a picture that was not added",
    "cbc/cip-22.md",
    proposalText(22, {}, "![A drawing](a.png)\n"),
    "5:14",
    "nothing on this site has the address a.png",
    "Add the file content/cip/cbc/a.png, or correct the address.",
  ],
  [
    "a picture of the whole site that was not added",
    "cbc/cip-22.md",
    proposalText(22, {}, "![A drawing](/img/a.png)\n"),
    "5:14",
    "nothing on this site has the address /img/a.png",
    "Add the file content/static/img/a.png, or correct the address.",
  ],
];

const told = ({ file, line, column, message, help }: Diagnostic) => [`${file}:${line}:${column}`, message, help];

describe.each(mistakes)("%s", (_, path, content, place, message, help) => {
  const site = () => makeSite({ "content/cip/cbc/cip-21.md": text, [`content/cip/${path}`]: content });
  const expected = [[`content/cip/${path}:${place}`, message, help]];

  test("is said once by a build", async () => {
    expect((await build(site())).diagnostics.map(told)).toEqual(expected);
  });

  test("is said once by lint", async () => {
    const { diagnostics } = await lint(site(), { rules: { "required-sections": "off", "author-handle": "off" } });
    const own = diagnostics.filter(({ file, code }) => file?.endsWith(path) && code !== "required-fields");
    expect(own.map(told)).toEqual(expected);
  });
});

test("a logo that was not added has its place in the message", async () => {
  const site = makeSite({ "content/cip/cbc/cip-21.md": text }, { navbar: { logo: { src: "/logo.svg" } } });
  const [problem] = (await build(site)).diagnostics;
  expect(problem).toMatchObject({
    code: "broken-link",
    help: "Add the file content/static/logo.svg, or correct the address.",
  });
});

test("what is wrong with a formula is said in one sentence, without the formula", async () => {
  const formulas = proposalText(21, {}, "$\\frac{a}$ and $\\foo$\n");
  const { diagnostics } = await build(makeSite({ "content/cip/cbc/cip-21.md": formulas }));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "this formula cannot be read: Unexpected end of input in a macro argument, expected '}'",
    "this formula cannot be read: Unsupported function name: \\foo",
  ]);
});
