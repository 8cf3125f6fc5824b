/**
 * What a generated proposal consists of, before it is written in a markup: tests of whole registers need texts with everything that real ones hold,
 * also in a clone that has no real ones beside it. Values follow from a seed, so that every run has the same texts.
 */
import fc from "fast-check";

/** A piece of a line. Numbers choose among what the register or the page has: another proposal, a heading. */
export type Part =
  | { kind: "words" | "strong" | "emphasis" | "code" | "math" | "url"; text: string }
  | { kind: "mention" | "link" | "place" | "definition"; choice: number; text: string }
  | { kind: "missing"; choice: number; text: string };

export type Block =
  | { kind: "paragraph" | "quote" | "details" | "footnote"; parts: Part[] }
  | { kind: "list" | "steps"; items: Part[][] }
  | { kind: "table"; rows: Part[][][] }
  | { kind: "code"; language: string; lines: string[] }
  | { kind: "formula"; text: string }
  | { kind: "picture" | "comment"; text: string };

export interface Section {
  title: string;
  blocks: Block[];
  parts: { title: string; blocks: Block[] }[];
}

const nouns =
  `account archive balance batch branch buffer channel checkpoint committee contract counter deposit digest epoch event
  fee field gateway header index journal key ledger limit list message method node oracle order owner packet peer proof quorum range receipt
  registry relay root rule schedule signature slot stake state storage token transfer tree validator vault version witness`.split(
    /\s+/,
  );
const verbs =
  `accepts adds batches changes checks closes computes counts delays encodes hashes holds limits lists moves names opens orders
  reads rejects removes reports returns sends signs sorts splits stores verifies writes`.split(/\s+/);

export const noun = fc.constantFrom(...nouns);
const clause = fc
  .tuple(noun, fc.constantFrom(...verbs), noun)
  .map(([who, does, what]) => `the ${who} ${does} a ${what}`);
const sentence = fc
  .array(clause, { minLength: 1, maxLength: 3 })
  .map((clauses) => `${clauses.join(", and ")}.`.replace(/^t/, "T"));

export const formula = fc.constantFrom(
  "\\frac{a + b}{2}",
  "\\sum_{i=1}^{n} x_i \\cdot y_i",
  "x \\in \\mathbb{N}",
  "\\left( \\frac{1}{1 + e^{-x}} \\right)",
  "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
  "2^{256} - 1",
);

const choice = fc.nat(1_000);
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 8, arbitrary: sentence.map((text): Part => ({ kind: "words", text })) },
  { weight: 1, arbitrary: clause.map((text): Part => ({ kind: "strong", text })) },
  { weight: 1, arbitrary: clause.map((text): Part => ({ kind: "emphasis", text })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(noun, fc.constantFrom("()", "[i] * 2", "<uint256>", " | 0", " == 'x'"))
      .map(([name, rest]): Part => ({ kind: "code", text: `${name}${rest}` })),
  },
  { weight: 1, arbitrary: formula.map((text): Part => ({ kind: "math", text })) },
  { weight: 1, arbitrary: noun.map((name): Part => ({ kind: "url", text: `https://${name}.example/a_b?c=d&e=1` })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("mention" as const, "link" as const, "place" as const, "definition" as const),
        choice,
        noun,
      )
      .map(([kind, index, text]): Part => ({ kind, choice: index, text })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(choice, noun).map(([index, text]): Part => ({ kind: "missing", choice: index, text })),
  },
);
const parts = fc.array(part, { minLength: 1, maxLength: 6 });

const codeLine = fc.constantFrom(
  "function transfer(address to, uint256 value) external returns (bool);",
  "    if (a < b && c > d) { return `x` + y; } // <b>not bold</b>",
  "def root(leaves: list[bytes]) -> bytes:",
  '\t{ "jsonrpc": "2.0", "id": 1, "method": "list", "params": [null, 1e3] }',
  "",
  "# a line that looks like a heading",
  "$ node --version | tee -a log.txt",
);
const cell = fc.array(part, { minLength: 1, maxLength: 2 });

const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 6, arbitrary: parts.map((list): Block => ({ kind: "paragraph", parts: list })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("quote" as const, "details" as const, "footnote" as const), parts)
      .map(([kind, list]): Block => ({ kind, parts: list })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("list" as const, "steps" as const), fc.array(parts, { minLength: 2, maxLength: 5 }))
      .map(([kind, items]): Block => ({ kind, items })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 2, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 6 }),
      )
      .map((rows): Block => ({ kind: "table", rows })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("solidity", "python", "json", "sh", "", "nosuchlanguage"),
        fc.array(codeLine, { minLength: 1, maxLength: 12 }),
      )
      .map(([language, lines]): Block => ({ kind: "code", language, lines })),
  },
  { weight: 1, arbitrary: formula.map((text): Block => ({ kind: "formula", text })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("picture" as const, "comment" as const), clause)
      .map(([kind, text]): Block => ({ kind, text })),
  },
);

/** Titles below a section come again, as in real texts: their anchors are counted. */
const subtitle = fc.oneof(
  fc.constantFrom("Parameters", "Notes"),
  fc.tuple(noun, noun).map((pair) => `The ${pair.join(" ")}`),
);
const blocks = fc.array(block, { minLength: 1, maxLength: 3 });

/** The body of a proposal under the given titles, one section for each. */
export function sections(titles: readonly string[]): fc.Arbitrary<Section[]> {
  const section = fc.record({ blocks, parts: fc.array(fc.record({ title: subtitle, blocks }), { maxLength: 2 }) });
  return fc
    .tuple(...titles.map(() => section))
    .map((made) => made.map((one, index) => ({ title: titles[index] ?? "", ...one })));
}
