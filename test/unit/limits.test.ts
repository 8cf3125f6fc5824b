/** What would cost too much is shown as its source, with a warning that says so and where; what is counted is the text, never the time. */
import { beforeAll, describe, expect, test } from "vitest";
import { loadDiagrams } from "../../src/content/formats/diagrams/index.js";
import { markdown, parseProposal, placed, seriesOf } from "../support/parse.js";
import { buildSite, proposalText } from "../support/site.js";

beforeAll(loadDiagrams);

const edges = (count: number, name = "A") => Array.from({ length: count }, (_, n) => `${name}${n} --> ${name}${n + 1}`);
const nodes = (count: number) => Array.from({ length: count }, (_, n) => `A${n}[Node]`);
const diagram = (...lines: string[]) => `\`\`\`mermaid\ngraph LR\n${lines.join("\n")}\n\`\`\`\n`;

describe("a diagram", () => {
  test.each([
    ["of more than 100 connections", diagram(...edges(101))],
    ["of more than 200 lines without connections", diagram(...nodes(200))],
    ["of more than 200 nodes in few lines", diagram(`${"a & ".repeat(200)}a`)],
    ["whose groups multiply", diagram(`${"a & ".repeat(11)}a --> ${"b & ".repeat(11)}b`)],
    ["of more than 20,000 characters", diagram(`A["${"x".repeat(20_000)}"] --> B`)],
    ["of more than 500 messages", `\`\`\`mermaid\nsequenceDiagram\n${"A->>B: x\n".repeat(501)}\`\`\`\n`],
  ])("%s is its source", (_, text) => {
    const { html, diagnostics } = markdown(`Text\n\n${text}`);
    expect(diagnostics.map(placed)).toEqual([expect.stringMatching(/^diagram-not-drawn [34]:1$/)]);
    expect(html).not.toContain("<svg");
    expect(html).toContain("mermaid");
  });

  test.each([
    ["of 100 connections", edges(100)],
    ["of 100 connections between nodes that have lines of their own", [...nodes(101), ...edges(100)]],
    ["of 100 connections with texts", edges(100).map((edge) => edge.replace("-->", "-- a. b -->"))],
    ["of 100 dotted connections with texts", edges(100).map((edge) => edge.replace("-->", "-. a .->"))],
    ["of 100 thick connections with texts", edges(100).map((edge) => edge.replace("-->", "== a ==>"))],
    ["of 100 connections in one line", [edges(100).join(";")]],
  ])("%s is drawn", (_, lines) => {
    const { html, diagnostics } = markdown(diagram(...lines));
    expect(diagnostics).toEqual([]);
    expect(html).toContain("<svg");
  });
});

describe("a formula", () => {
  test.each([
    ["of more than 5,000 characters", `$$${"x+".repeat(2_501)}x$$`],
    ["nested more than 100 deep", `$${"{".repeat(101)}x${"}".repeat(101)}$`],
    ["of commands for all that follows", `$${"\\rm ".repeat(101)}x$`],
    ["with a rule of more than 100 em", "$\\rule{1em}{101em}$"],
    ["with raised parts of more than 100 em together", "$\\raisebox{51em}{\\raisebox{51em}{x}}$"],
    ["that defines macros in more than 500 characters", `$\\def\\a{${"x".repeat(500)}}\\a$`],
  ])("%s is its source", (_, text) => {
    const { html, diagnostics } = markdown(`Text\n\na ${text}`);
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).toEqual(["math-limit 3"]);
    expect(html).not.toContain("<math");
    expect(html).toContain("<code>");
  });

  test("that cannot be read is reported where it is, also among equal ones", () => {
    const { diagnostics } = markdown("a $\\nosuch$ b\n$\\nosuch$\n\n- $\\nosuch$");
    expect(diagnostics.map(placed)).toEqual(["math-invalid 1:4", "math-invalid 2:2", "math-invalid 4:4"]);
  });
});

describe("a file", () => {
  test("of more than 2 MB is an error that says what to do", () => {
    const { document, diagnostics } = parseProposal(
      `---\ncip: 20\ntitle: T\n---\n${"ä".repeat(1_000_001)}`,
      undefined,
      seriesOf(),
    );
    expect(document).toBeUndefined();
    expect(diagnostics.map(placed)).toEqual(["file-too-large 1:1"]);
    expect(diagnostics[0]?.help).toContain("maxFileSize");
  });

  test("may be larger where the configuration says so, or must be smaller", async () => {
    const files = { "content/cip/cbc/cip-20.md": proposalText(20, {}, "x".repeat(2_000)) };
    const codes = async (maxFileSize: number) =>
      (await buildSite(files, { maxFileSize })).diagnostics.map(({ code }) => code);
    expect(await codes(1_000)).toContain("file-too-large");
    expect(await codes(3_000)).toEqual([]);
  });
});

describe("footnotes", () => {
  test("in the text, by reference and of lists are listed once each, with a way back for each reference", () => {
    const { html } = markdown(
      "a^[one *b*] b[^x] c[^x] d[^no] e^[open\n\n[^x]: two\n\n    - item\n\n[^unused]: three\n",
    );
    expect(html.match(/<li id="fn\d+"/g)).toEqual(['<li id="fn1"', '<li id="fn2"']);
    expect(html.match(/href="#fnref[\d-]+"/g)).toEqual(['href="#fnref1"', 'href="#fnref2"', 'href="#fnref2-1"']);
    expect(html).toContain("one <em>b</em>");
    expect(html).toContain("[^no] e^[open");
    expect(html).not.toContain("three");
  });
});
