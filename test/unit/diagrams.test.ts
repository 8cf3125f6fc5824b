/** Mermaid diagrams: what is drawn says what its source says; what would not is shown as its source, with a word. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDiagrams } from "../../src/formats/diagrams/index.js";
import { markdown, placed } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { parseHtml } from "../support/site.js";

beforeAll(loadDiagrams);

const fence = (source: string) => `Text\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`;

/** What a reader sees: the texts of a drawing. */
function draw(source: string) {
  const { html, diagnostics } = markdown(fence(source));
  const svg = parseHtml(html).querySelector(".diagram svg");
  const texts = [...(svg?.querySelectorAll("text") ?? [])].map(({ textContent }) => textContent?.trim() ?? "");
  return { svg, texts, problems: diagnostics.map((found) => `${placed(found)} ${found.message}`) };
}

describe("flowcharts", () => {
  test.each([
    ["flowchart\nA --> B", ["A", "B"]],
    ["graph TD;\nA-->B;B-->C;", ["A", "B", "C"]],
    ["graph LR; A-->B; B-->C", ["A", "B", "C"]],
    ["graph LR; ;A[One]-->\nB[Two]", ["One", "Two"]],
    ["graph LR\nA[One] --- B(Two) ==> C{Three}", ["One", "Two", "Three"]],
    ['graph LR\nA[One] -- yes --> B\nA --"no [x]"--> C', ["One", "B", "C", "yes", "no [x]"]],
    ["graph LR\nA -.->|maybe (soon)| B & C", ["A", "B", "C", "maybe (soon)", "maybe (soon)"]],
    ["graph LR\nA[\"f(x)[0] <T> *y* & 'z'\"] --> B", ["f(x)[0] <T> *y* & 'z'", "B"]],
    ["graph LR\nA -->\nB[Late]\nA[Early]", ["Early", "Late"]],
    ["flowchart TD\nsubgraph one [Group]\nA\nend\nA ----> B", ["A", "B", "Group"]],
    ["%% a word\n%%{init: {\n}}%%\ngraph LR\nA --> B\nstyle A fill:#fff\nclassDef x y;\nclass A x", ["A", "B"]],
    ["graph LR\nA[a#quot;b&nbsp;c] --> B[x<br/>y]", ['a"b c', "xy"]],
  ])("%j has these texts", (source, expected) => {
    const { texts, problems } = draw(source);
    expect(problems).toEqual([]);
    expect([...texts].sort()).toEqual([...expected].sort());
  });

  test("any texts come through as they are", () => {
    const label = fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 })
      .map((text) => text.replace(/["`\\#&;]/g, "x").trim() || "x");
    fc.assert(
      fc.property(label, label, label, (one, two, three) => {
        const { texts, problems } = draw(`graph LR\nA["${one}"] -->|"${two}"| B["${three}"]`);
        expect(problems).toEqual([]);
        const plain = (text: string) => text.replace(/<\/?(?:b|i|u|em|strong|small|center|br)\s*\/?>|\s+/gi, "");
        expect(texts.map(plain).sort()).toEqual([one, two, three].map(plain).sort());
      }),
      { numRuns: runs(20) },
    );
  });
});

describe("other kinds", () => {
  test.each([
    [
      "stateDiagram-v2\n[*] --> Idle\nIdle --> Busy: work (1)\nBusy --> [*]\nIdle: waits here",
      ["waits here", "Busy", "work (1)"],
    ],
    ['stateDiagram\nstate "Long name" as a\na --> b\nstate c {\n[*] --> d\n}', ["Long name", "b", "c", "d"]],
    [
      "sequenceDiagram\nparticipant A as User\nA->>API server: call [x]\nNote over A: a note",
      ["User", "API server", "call [x]", "a note"],
    ],
    [
      "sequenceDiagram\nNote over A,B: first\nalt one\nA->>B: yes\nelse two\nB-->>A: no\nend",
      ["A", "B", "first", "alt [one]", "[two]", "yes", "no"],
    ],
    [
      "classDiagram\nclass Token {\n+uint256 supply\n+transfer(to, value) bool\n}\nToken <|-- Extra : is",
      ["Token", "Extra", "is", "+ uint256 supply", "+ transfer(to, value): bool"],
    ],
    [
      "erDiagram\nUSER ||--o{ TOKEN : owns\nUSER {\nstring name PK\n}",
      ["USER", "TOKEN", "owns", "string", "name", "PK"],
    ],
  ])("%j has these texts", (source, expected) => {
    const { texts, problems } = draw(source);
    expect(problems).toEqual([]);
    const all = texts.join("\n").replace(/\s/g, "");
    for (const text of expected) expect(all).toContain(text.replace(/\s/g, ""));
  });

  test("a line without a head is drawn without one", () => {
    const { svg } = draw("sequenceDiagram\nA->B: one\nA->>B: two");
    expect(svg?.querySelectorAll("[marker-end]")).toHaveLength(1);
  });

  test("a message that only made room is not in the drawing", () => {
    const { svg, texts } = draw("sequenceDiagram\nNote over A,B: first\nA->>B: one");
    expect(svg?.querySelectorAll(".message")).toHaveLength(1);
    expect(texts.every((text) => /^[\x20-\x7e]*$/.test(text))).toBe(true);
  });
});

test.each([
  ["gantt\ntitle x", 4, "a diagram of type gantt is not supported"],
  ["---\ntitle: T\n---\ngraph LR\nA --> B", 4, "it has a title"],
  ["graph LR\nA --> B\nA --o C", 6, '"--o C" is not understood'],
  ["graph LR\nA[/in/] --> B", 5, "it has a shape or text that is not understood"],
  ["graph LR\nA@{ shape: x }", 5, "it has a shape that is not drawn"],
  ["graph LR\nclick A href", 5, "it has links"],
  ["graph LR\nsubgraph x\nA\nend\nB --> x", 4, "an arrow leads to or from a subgraph"],
  ["stateDiagram-v2\nA --> B\nnote right of A\nx\nend note", 6, '"note right of A" is not drawn in a state diagram'],
  ["stateDiagram-v2\nstate c <<choice>>", 5, '"state c <<choice>>" is not drawn in a state diagram'],
  ["sequenceDiagram\nA-xB: lost", 5, '"A-xB: lost" is not drawn in a sequence diagram'],
  ["classDiagram\nA -- B", 5, '"A -- B" is not drawn in a class diagram'],
  ["erDiagram\nA only one to B", 5, '"A only one to B" is not drawn in an entity diagram'],
  ["", 4, "it is empty"],
])("%j stays code, with a word where", (source, line, reason) => {
  const { svg, problems } = draw(source);
  expect(svg).toBeNull();
  expect(problems).toEqual([`diagram-not-drawn ${line}:1 this diagram is not drawn: ${reason}`]);
});
