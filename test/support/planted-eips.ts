/**
 * A register like the EIPs with one proposal that is right, and the faults that eipw, the EIPs' own linter, looks for: each changes one
 * thing. `lint` is eipw's id, `rule` ours, or a code of the build. Faults that eipw does not find have no `lint`.
 */
export type PlantedFault = [
  lint: string | undefined,
  rule: string,
  change: (text: string) => string,
  /** Other rules that the same fault breaks. */
  also?: string[],
];

const copyright = "Copyright and related rights waived via [CC0](../LICENSE.md).";

export const rightProposal = `---
eip: 5000
title: Gas Refunds per Block
description: Limits the gas that a block may refund, as EIP-1559 proposed.
author: Ada Example (@ada), Bob Example <bob@example.org>
discussions-to: https://ethereum-magicians.org/t/gas-refunds-per-block/5000
status: Review
type: Standards Track
category: Core
created: 2022-05-28
requires: 155, 1559
---

## Abstract

This proposal limits refunds, which [EIP-1559](./eip-1559.md) left open. Later, EIP-1559 is only named.

## Motivation

Tokens such as [ERC-20](./eip-20.md) need it.

## Specification

Blocks limit refunds.

| Name | Value |
| ---- | ----- |
| MAX  | 5000  |

\`\`\`csl-json
{
  "type": "article",
  "id": 1,
  "author": [{ "family": "Example", "given": "Ada" }],
  "DOI": "00.0000/a00000-000-0000-y",
  "title": "Refunds",
  "original-date": { "date-parts": [[2022, 12, 31]] },
  "URL": "https://example.org/refunds"
}
\`\`\`

## Rationale

It is simple.

## Backwards Compatibility

None.

## Security Considerations

None.

## Copyright

${copyright}
`;

const other = (fields: string, body: string) => `---\n${fields}\ncreated: 2019-01-01\n---\n\n${body}`;
const author = "author: Ada Example (@ada)\ndiscussions-to: https://ethereum-magicians.org/t/a/1";
const core = (number: number, status: string) =>
  other(
    `eip: ${number}\ntitle: Thing ${number}\ndescription: A thing that exists.\n${author}\nstatus: ${status}\ntype: Standards Track\ncategory: Core`,
    `## Abstract\n\nOne.\n\n## Specification\n\nTwo.\n\n## Rationale\n\nThree.\n\n## Security Considerations\n\nFour.\n\n## Copyright\n\n${copyright}\n`,
  );

/** Proposals that the planted one names, by their file names. */
export const besidePlanted: Record<string, string> = {
  "eip-20.md": other(
    `eip: 20\ntitle: Tokens\ndescription: A thing that exists.\n${author}\nstatus: Final\ntype: Standards Track\ncategory: ERC`,
    `## Abstract\n\nOne.\n\n## Specification\n\nTwo.\n\n## Rationale\n\nThree.\n\n## Security Considerations\n\nFour.\n\n## Copyright\n\n${copyright}\n`,
  ),
  "eip-155.md": core(155, "Final"),
  "eip-1559.md": core(1559, "Final"),
  "eip-3000.md": core(3000, "Draft"),
};

const replace = (from: string | RegExp, to: string) => (text: string) => {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing to plant: ${from}`);
  return changed;
};
const field = (key: string, value: string) => replace(new RegExp(`^${key}: .*$`, "m"), `${key}: ${value}`);
const without = (key: string) => replace(new RegExp(`^${key}: .*\n`, "m"), "");
const behind = (key: string, line: string) => replace(new RegExp(`^(${key}: .*\n)`, "m"), `$1${line}\n`);
const say = (sentence: string) => replace("Blocks limit refunds.", sentence);

export const plantedFaults: PlantedFault[] = [
  ["preamble-no-dup", "field-duplicate", behind("created", "created: 2022-05-29"), ["front-matter-yaml"]],
  ["preamble-trim", "field-spacing", field("category", " Core")],
  ["preamble-eip", "number-invalid", field("eip", "five thousand")],
  ["preamble-file-name", "number-mismatch", field("eip", "5001")],
  ["preamble-author", "author-form", field("author", "Ada Example @ada")],
  ["preamble-author", "author-handle", field("author", "Ada Example, Bob Example")],
  ["preamble-list-author", "field-spacing", field("author", "Ada (@ada),, Bob")],
  ["preamble-re-title", "title-words", field("title", "Gas Refund Standard")],
  ["preamble-re-title-colon", "title-words", field("title", '"Gas: Refunds"')],
  ["preamble-re-title-eip-dash", "mention-form", field("title", "EIP1559 Refunds")],
  ["preamble-re-title-erc-dash", "mention-form", field("title", "ERC 20 Refunds")],
  [
    "preamble-refs-title",
    "mention-form",
    (text) => field("requires", "20, 155, 1559")(field("title", "Refunds for EIP-20")(text)),
  ],
  ["preamble-requires-ref-title", "requires-complete", field("title", "Refunds for ERC-20")],
  ["preamble-len-title", "title-length", field("title", "A very long title that says all that there is to say")],
  [undefined, "title-words", field("title", "Refunds of `SSTORE`")],
  ["preamble-re-description", "title-words", field("description", "Sets standards for EIP-1559.")],
  ["preamble-re-description-colon", "title-words", field("description", '"Refunds: what blocks limit."')],
  ["preamble-re-description-eip-dash", "mention-form", field("description", "Limits refunds as EIP 1559 did.")],
  ["preamble-re-description-erc-dash", "mention-form", field("description", "Limits refunds as ERC20 did.")],
  ["preamble-refs-description", "mention-form", field("description", "Limits refunds as ERC-1559 did.")],
  ["preamble-requires-ref-description", "requires-complete", field("description", "Limits refunds as EIP-3000 did.")],
  ["preamble-len-description", "description-length", field("description", "Refunds ".repeat(20).trim())],
  ["preamble-discussions-to", "url-missing", field("discussions-to", "the forum")],
  [
    "preamble-re-discussions-to",
    "discussions-host",
    field("discussions-to", "https://github.com/ethereum/EIPs/issues/5000"),
  ],
  [
    "preamble-len-requires",
    "surplus-fields",
    (text) => field("requires", "")(field("description", "Limits refunds.")(text)),
    ["field-spacing"],
  ],
  ["preamble-uint-requires", "reference-invalid", field("requires", "155, some others, 1559")],
  ["preamble-uint-requires", "requires-order", field("requires", "1559, 155")],
  ["preamble-list-requires", "field-spacing", field("requires", "155,1559")],
  ["preamble-req", "required-fields", without("description")],
  ["preamble-req", "field-missing", without("title")],
  ["preamble-order", "unknown-fields", behind("requires", "updated-on: 2022-06-01")],
  ["preamble-order", "field-order", (text) => behind("eip", "created: 2022-05-28")(without("created")(text))],
  ["preamble-date-created", "date-invalid", field("created", "2022-02-30")],
  ["preamble-date-created", "date-form", field("created", "2022-5-28")],
  ["preamble-req-last-call-deadline", "required-fields", field("status", "Last Call")],
  ["preamble-req-last-call-deadline", "surplus-fields", behind("status", "last-call-deadline: 2022-07-01")],
  [
    "preamble-date-last-call-deadline",
    "date-invalid",
    (text) => behind("status", "last-call-deadline: 2022-07-32")(field("status", "Last Call")(text)),
  ],
  ["preamble-req-category", "required-fields", without("category"), ["field-missing"]],
  ["preamble-req-category", "surplus-fields", field("type", "Informational")],
  ["preamble-req-withdrawal-reason", "required-fields", field("status", "Withdrawn")],
  ["preamble-req-withdrawal-reason", "surplus-fields", behind("requires", "withdrawal-reason: I wanted to")],
  ["preamble-enum-status", "status-unknown", field("status", "Finished")],
  ["preamble-enum-status", "field-values", field("status", "review")],
  ["preamble-enum-type", "field-values", field("type", "Standard")],
  ["preamble-enum-category", "category-unknown", field("category", "Kernel")],
  ["preamble-requires-status", "requires-status", field("requires", "155, 1559, 3000")],
  ["preamble-requires-status", "reference-unknown", field("requires", "155, 1559, 4999")],
  ["markdown-refs", "mention-form", say("As in [EIP-20](./eip-20.md).")],
  ["markdown-refs", "mention-form", say("As in EIP-4999."), ["mentions-linked"]],
  ["markdown-html-comments", "html-comments", say("<!-- explain here -->")],
  ["markdown-req-section", "required-sections", replace("## Security Considerations\n\nNone.\n\n", "")],
  ["markdown-order-section", "section-order", replace("## Copyright", "## References\n\nNone.\n\n## Copyright")],
  [
    "markdown-order-section",
    "section-order",
    (text) =>
      replace("## Abstract", "## Motivation")(replace("## Motivation", "## X")(text)).replace("## X", "## Abstract"),
  ],
  ["markdown-re-eip-dash", "mention-form", say("As in EIP155.")],
  ["markdown-re-erc-dash", "mention-form", say("As in erc20.")],
  ["markdown-link-first", "mentions-linked", say("As in EIP-155.")],
  ["markdown-link-first", "mentions-linked", say("As in EIP-155, see [EIP-155](./eip-155.md).")],
  ["markdown-no-backticks", "mention-form", say("As in `EIP-155`.")],
  ["markdown-rel-links", "link-hosts", say("See [this post](https://example.org/post).")],
  ["markdown-rel-links", "link-hosts", say('See <a href="https://example.org/post">this post</a>.')],
  ["markdown-rel-links", "link-hosts", say("See [EIP-155](https://eips.ethereum.org/EIPS/eip-155).")],
  ["markdown-rel-links", "link-hosts", say("See [EIP-155](/EIPS/eip-155).")],
  ["markdown-rel-links", "broken-markup", say('Blocks <b style="color: red">limit</b>.')],
  ["markdown-link-status", "requires-status", say("As in [EIP-3000](./eip-3000.md).")],
  ["markdown-link-status", "broken-markdown-link", say("As in [EIP-4999](./eip-4999.md).")],
  ["markdown-json-cite", "citation", replace(/ {2}"DOI".*\n/, "")],
  ["markdown-json-cite", "citation", replace('"id": 1,', '"id": 1')],
  ["markdown-headings-space", "broken-markup", say("###Details")],
  [undefined, "smart-quotes", say("Blocks \u201climit\u201d refunds.")],
  [undefined, "required-sections", replace(copyright, "All rights reserved.")],
  [undefined, "section-order", replace("## Abstract", "Some words.\n\n## Abstract")],
];

/** The file of the fault with this index: each has a proposal of its own. */
export const plantedName = (index: number) => `eip-${5010 + 10 * index}.md`;

export function plantedFiles(): Record<string, string> {
  const number = (index: number) => String(5010 + 10 * index);
  return Object.fromEntries(
    plantedFaults.map(([, , change], index) => [
      plantedName(index),
      change(rightProposal).replace(/^eip: 5000$/m, `eip: ${number(index)}`),
    ]),
  );
}
