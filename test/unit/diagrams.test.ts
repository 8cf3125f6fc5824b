/** Mermaid diagrams: what the library draws has nothing that the policy of pages forbids, and what it cannot draw is shown as its source. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDiagrams } from "../../src/content/formats/diagrams/index.js";
import { markdown, placed } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { build, makeSite, parseHtml, proposalText, repositoryRoot } from "../support/site.js";

beforeAll(loadDiagrams);

const fence = (source: string) => `Text\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`;

/** What a reader sees: the texts of a drawing. */
function draw(source: string) {
  const { html, diagnostics } = markdown(fence(source));
  const svg = parseHtml(html).querySelector(".diagram svg");
  const texts = [...(svg?.querySelectorAll("text") ?? [])].map(({ textContent }) => textContent?.trim() ?? "");
  return { html, svg, texts, problems: diagnostics.map((found) => `${placed(found)} ${found.message}`) };
}

const kinds: [kind: string, source: string, texts: string[]][] = [
  ["flowchart", "graph LR\nA[One] -->|yes| B(Two)\nB --> C{Three}", ["One", "Two", "Three", "yes"]],
  ["state", "stateDiagram-v2\n[*] --> Idle\nIdle --> Busy: work\nBusy --> [*]", ["Idle", "Busy", "work"]],
  ["sequence", "sequenceDiagram\nparticipant A as User\nA->>B: call\nB-->>A: answer", ["User", "B", "call", "answer"]],
  ["class", "classDiagram\nclass Token {\n+transfer(to)\n}\nToken <|-- Extra : is", ["Token", "Extra", "is"]],
  ["entity", "erDiagram\nUSER ||--o{ TOKEN : owns\nUSER {\nstring name\n}", ["USER", "TOKEN", "owns"]],
];

test.each(kinds)("a %s diagram is drawn with its texts, and its source is below it", (_, source, expected) => {
  const { html, texts, problems } = draw(source);
  expect(problems).toEqual([]);
  expect(texts).toEqual(expect.arrayContaining(expected));
  expect(parseHtml(html).querySelector(".diagram details code")?.textContent?.trim()).toBe(source);
});

/** What the policy of pages forbids in a drawing, and what would load something or lead away. */
function forbiddenIn(svg: Element | null): string[] {
  return [...(svg?.querySelectorAll("*") ?? [])].flatMap((element) => [
    ...(/^(?:script|style|foreignobject|a|image|img)$/i.test(element.localName) ? [element.localName] : []),
    ...[...element.attributes].flatMap(({ name, value }) =>
      /^on|^style$|href$/.test(name) || /url\((?!#)|^#|script:/i.test(value) ? [`${name}=${value}`] : [],
    ),
  ]);
}

describe("a drawing has no styles, scripts, links, addresses and colours of its own", () => {
  test.each([
    ...kinds.map(([, source]) => source),
    'graph LR\nA["<script>alert(1)</script>"] --> B\nclick A href "javascript:alert(1)"',
    "graph LR\nA:::c --> B\nstyle A fill:url(http://x.example)\nclassDef c fill:#fff\nlinkStyle 0 stroke:#f00",
    "graph LR\nA[<img src=x onerror=alert(1)>] --> B[</text></svg><style>*{}</style>]",
  ])("%j", (source) => {
    const { svg } = draw(source);
    expect(svg?.querySelectorAll("text").length).toBeGreaterThan(0);
    expect(forbiddenIn(svg)).toEqual([]);
  });

  test("whatever a label says", () => {
    const part = fc.constantFrom("<", ">", "/", "script", "style", '="', "&lt;", "&#60;", "svg", " ", "x", "'", "]");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(forbiddenIn(draw(`graph LR\nA["${parts.join("")}"] --> B`).svg)).toEqual([]);
      }),
      { numRuns: runs(10) },
    );
  });
});

test.each([["gantt\ntitle x"], ['pie\n"a": 1'], [""]])("%j is shown as its source, with a word", (source) => {
  const { html, svg, problems } = draw(source);
  expect(svg).toBeNull();
  expect(problems).toEqual([
    "diagram-not-drawn 4:1 this diagram is not drawn: the library that draws it does not understand it",
  ]);
  expect(parseHtml(html).querySelector("pre")?.textContent).toContain(source);
});

test("a flowchart in the manner of SIMD-0001, with a group and colours, is drawn on the page of a proposal", async () => {
  const corpus = join(repositoryRoot, "../shared/corpora/simds/proposals/0001-simd-process.md");
  const own = `\`\`\`mermaid
flowchart LR
  Idea
  Draft

  subgraph fail[&nbsp]
    Stagnant
  end

  style fail fill:#ffe8e7,stroke:none
  style Draft fill:#f3f8dc,stroke:#c3db50;

  Idea ---> Draft;
  Draft ---> Stagnant;
\`\`\`
`;
  const path = "proposals/0001-simd-process.md";
  const text = existsSync(corpus)
    ? readFileSync(corpus, "utf8")
    : proposalText(1, { simd: "'0001'", category: "Meta", type: "Meta", authors: "Ada", created: "2022-10-18" }, own);
  const series = [{ profile: "simd" as const, source: "proposals" }];
  const built = await build(makeSite({ [path]: text }, { series, checks: { brokenLinks: "ignore" } }));
  expect(built.diagnostics.filter(({ code }) => code === "diagram-not-drawn")).toEqual([]);
  const svg = built.page("/simd/simd-0001").querySelector(".diagram svg");
  const texts = [...(svg?.querySelectorAll("text") ?? [])].map(({ textContent }) => textContent?.trim());
  expect(texts).toEqual(expect.arrayContaining(["Idea", "Draft", "Stagnant"]));
  expect(forbiddenIn(svg)).toEqual([]);
});
