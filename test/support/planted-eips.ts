/**
 * A register like the EIPs with one proposal that is right, and the faults that eipw, the EIPs' own linter, looks for: each changes one
 * thing. `lint` is eipw's id, `rule` ours. Faults that eipw does not find have no `lint`.
 */
export interface PlantedFault {
  name: string;
  lint?: string;
  /** A rule, or a code of the build. */
  rule: string;
  /** Others that the same fault breaks. */
  also?: string[];
  change(text: string): string;
}

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
  {
    name: "a field twice",
    also: ["front-matter-yaml"],
    lint: "preamble-no-dup",
    rule: "field-duplicate",
    change: behind("created", "created: 2022-05-29"),
  },
  {
    name: "two spaces behind a colon",
    lint: "preamble-trim",
    rule: "field-spacing",
    change: field("category", " Core"),
  },
  { name: "a number in words", lint: "preamble-eip", rule: "number-invalid", change: field("eip", "five thousand") },
  {
    name: "another number than the file's",
    lint: "preamble-file-name",
    rule: "number-mismatch",
    change: field("eip", "5001"),
  },
  {
    name: "an author without brackets",
    lint: "preamble-author",
    rule: "author-form",
    change: field("author", "Ada Example @ada"),
  },
  {
    name: "no author with a handle",
    lint: "preamble-author",
    rule: "author-handle",
    change: field("author", "Ada Example, Bob Example"),
  },
  {
    name: "two commas between authors",
    lint: "preamble-list-author",
    rule: "field-spacing",
    change: field("author", "Ada (@ada),, Bob"),
  },
  {
    name: "Standard in the title",
    lint: "preamble-re-title",
    rule: "title-words",
    change: field("title", "Gas Refund Standard"),
  },
  {
    name: "a colon in the title",
    lint: "preamble-re-title-colon",
    rule: "title-words",
    change: field("title", '"Gas: Refunds"'),
  },
  {
    name: "EIP1559 in the title",
    lint: "preamble-re-title-eip-dash",
    rule: "mention-form",
    change: field("title", "EIP1559 Refunds"),
  },
  {
    name: "ERC 20 in the title",
    lint: "preamble-re-title-erc-dash",
    rule: "mention-form",
    change: field("title", "ERC 20 Refunds"),
  },
  {
    name: "the wrong prefix in the title",
    lint: "preamble-refs-title",
    rule: "mention-form",
    change: (text) => field("requires", "20, 155, 1559")(field("title", "Refunds for EIP-20")(text)),
  },
  {
    name: "a title that names what is not required",
    lint: "preamble-requires-ref-title",
    rule: "requires-complete",
    change: field("title", "Refunds for ERC-20"),
  },
  {
    name: "a long title",
    lint: "preamble-len-title",
    rule: "title-length",
    change: field("title", "A very long title that says all that there is to say"),
  },
  { name: "code in the title", rule: "title-words", change: field("title", "Refunds of `SSTORE`") },
  {
    name: "standards in the description",
    lint: "preamble-re-description",
    rule: "title-words",
    change: field("description", "Sets standards for EIP-1559."),
  },
  {
    name: "a colon in the description",
    lint: "preamble-re-description-colon",
    rule: "title-words",
    change: field("description", '"Refunds: what blocks limit."'),
  },
  {
    name: "EIP 1559 in the description",
    lint: "preamble-re-description-eip-dash",
    rule: "mention-form",
    change: field("description", "Limits refunds as EIP 1559 did."),
  },
  {
    name: "ERC20 in the description",
    lint: "preamble-re-description-erc-dash",
    rule: "mention-form",
    change: field("description", "Limits refunds as ERC20 did."),
  },
  {
    name: "the wrong prefix in the description",
    lint: "preamble-refs-description",
    rule: "mention-form",
    change: field("description", "Limits refunds as ERC-1559 did."),
  },
  {
    name: "a description that names what is not required",
    lint: "preamble-requires-ref-description",
    rule: "requires-complete",
    change: field("description", "Limits refunds as EIP-3000 did."),
  },
  {
    name: "a long description",
    lint: "preamble-len-description",
    rule: "description-length",
    change: field("description", "Refunds ".repeat(20).trim()),
  },
  {
    name: "a discussion without URL",
    lint: "preamble-discussions-to",
    rule: "url-missing",
    change: field("discussions-to", "the forum"),
  },
  {
    name: "a discussion elsewhere",
    lint: "preamble-re-discussions-to",
    rule: "discussions-host",
    change: field("discussions-to", "https://github.com/ethereum/EIPs/issues/5000"),
  },
  {
    name: "requires without a value",
    also: ["field-spacing"],
    lint: "preamble-len-requires",
    rule: "surplus-fields",
    change: (text) => field("requires", "")(field("description", "Limits refunds.")(text)),
  },
  {
    name: "a word in requires",
    lint: "preamble-uint-requires",
    rule: "reference-invalid",
    change: field("requires", "155, some others, 1559"),
  },
  {
    name: "requires out of order",
    lint: "preamble-uint-requires",
    rule: "requires-order",
    change: field("requires", "1559, 155"),
  },
  {
    name: "no space in requires",
    lint: "preamble-list-requires",
    rule: "field-spacing",
    change: field("requires", "155,1559"),
  },
  { name: "no description", lint: "preamble-req", rule: "required-fields", change: without("description") },
  { name: "no title", lint: "preamble-req", rule: "field-missing", change: without("title") },
  {
    name: "an unknown field",
    lint: "preamble-order",
    rule: "unknown-fields",
    change: behind("requires", "updated-on: 2022-06-01"),
  },
  {
    name: "fields out of order",
    lint: "preamble-order",
    rule: "field-order",
    change: (text) => behind("eip", "created: 2022-05-28")(without("created")(text)),
  },
  {
    name: "a date that does not exist",
    lint: "preamble-date-created",
    rule: "date-invalid",
    change: field("created", "2022-02-30"),
  },
  {
    name: "a date in another form",
    lint: "preamble-date-created",
    rule: "date-form",
    change: field("created", "2022-5-28"),
  },
  {
    name: "no deadline in last call",
    lint: "preamble-req-last-call-deadline",
    rule: "required-fields",
    change: field("status", "Last Call"),
  },
  {
    name: "a deadline without last call",
    lint: "preamble-req-last-call-deadline",
    rule: "surplus-fields",
    change: behind("status", "last-call-deadline: 2022-07-01"),
  },
  {
    name: "a deadline that does not exist",
    lint: "preamble-date-last-call-deadline",
    rule: "date-invalid",
    change: (text) => behind("status", "last-call-deadline: 2022-07-32")(field("status", "Last Call")(text)),
  },
  {
    name: "no category on the standards track",
    also: ["field-missing"],
    lint: "preamble-req-category",
    rule: "required-fields",
    change: without("category"),
  },
  {
    name: "a category elsewhere",
    lint: "preamble-req-category",
    rule: "surplus-fields",
    change: field("type", "Informational"),
  },
  {
    name: "no reason for a withdrawal",
    lint: "preamble-req-withdrawal-reason",
    rule: "required-fields",
    change: field("status", "Withdrawn"),
  },
  {
    name: "a reason without a withdrawal",
    lint: "preamble-req-withdrawal-reason",
    rule: "surplus-fields",
    change: behind("requires", "withdrawal-reason: I wanted to"),
  },
  {
    name: "an unknown status",
    lint: "preamble-enum-status",
    rule: "status-unknown",
    change: field("status", "Finished"),
  },
  {
    name: "a status in lower case",
    lint: "preamble-enum-status",
    rule: "field-values",
    change: field("status", "review"),
  },
  { name: "an unknown type", lint: "preamble-enum-type", rule: "field-values", change: field("type", "Standard") },
  {
    name: "an unknown category",
    lint: "preamble-enum-category",
    rule: "category-unknown",
    change: field("category", "Kernel"),
  },
  {
    name: "a draft is required",
    lint: "preamble-requires-status",
    rule: "requires-status",
    change: field("requires", "155, 1559, 3000"),
  },
  {
    name: "a required proposal that does not exist",
    lint: "preamble-requires-status",
    rule: "reference-unknown",
    change: field("requires", "155, 1559, 4999"),
  },
  {
    name: "the wrong prefix in the text",
    lint: "markdown-refs",
    rule: "mention-form",
    change: say("As in [EIP-20](./eip-20.md)."),
  },
  {
    name: "a number that nobody has",
    also: ["mentions-linked"],
    lint: "markdown-refs",
    rule: "mention-form",
    change: say("As in EIP-4999."),
  },
  { name: "a comment", lint: "markdown-html-comments", rule: "html-comments", change: say("<!-- explain here -->") },
  {
    name: "no section for security",
    lint: "markdown-req-section",
    rule: "required-sections",
    change: replace("## Security Considerations\n\nNone.\n\n", ""),
  },
  {
    name: "a section too many",
    lint: "markdown-order-section",
    rule: "section-order",
    change: replace("## Copyright", "## References\n\nNone.\n\n## Copyright"),
  },
  {
    name: "sections out of order",
    lint: "markdown-order-section",
    rule: "section-order",
    change: (text) =>
      replace("## Abstract", "## Motivation")(replace("## Motivation", "## X")(text)).replace("## X", "## Abstract"),
  },
  { name: "EIP155 in the text", lint: "markdown-re-eip-dash", rule: "mention-form", change: say("As in EIP155.") },
  { name: "erc20 in the text", lint: "markdown-re-erc-dash", rule: "mention-form", change: say("As in erc20.") },
  {
    name: "a first mention that is no link",
    lint: "markdown-link-first",
    rule: "mentions-linked",
    change: say("As in EIP-155."),
  },
  {
    name: "a link behind the first mention",
    lint: "markdown-link-first",
    rule: "mentions-linked",
    change: say("As in EIP-155, see [EIP-155](./eip-155.md)."),
  },
  { name: "a proposal as code", lint: "markdown-no-backticks", rule: "mention-form", change: say("As in `EIP-155`.") },
  {
    name: "a link to another site",
    lint: "markdown-rel-links",
    rule: "link-hosts",
    change: say("See [this post](https://example.org/post)."),
  },
  {
    name: "a link in HTML",
    lint: "markdown-rel-links",
    rule: "link-hosts",
    change: say('See <a href="https://example.org/post">this post</a>.'),
  },
  {
    name: "the address of a proposal's page",
    lint: "markdown-rel-links",
    rule: "link-hosts",
    change: say("See [EIP-155](https://eips.ethereum.org/EIPS/eip-155)."),
  },
  {
    name: "a link from the root",
    lint: "markdown-rel-links",
    rule: "link-hosts",
    change: say("See [EIP-155](/EIPS/eip-155)."),
  },
  {
    name: "a style attribute",
    lint: "markdown-rel-links",
    rule: "broken-markup",
    change: say('Blocks <b style="color: red">limit</b>.'),
  },
  {
    name: "a link to a draft",
    lint: "markdown-link-status",
    rule: "requires-status",
    change: say("As in [EIP-3000](./eip-3000.md)."),
  },
  {
    name: "a link to a file that is not there",
    lint: "markdown-link-status",
    rule: "broken-markdown-link",
    change: say("As in [EIP-4999](./eip-4999.md)."),
  },
  {
    name: "a citation without DOI",
    lint: "markdown-json-cite",
    rule: "citation",
    change: replace(/ {2}"DOI".*\n/, ""),
  },
  {
    name: "a citation that is no JSON",
    lint: "markdown-json-cite",
    rule: "citation",
    change: replace('"id": 1,', '"id": 1'),
  },
  {
    name: "a heading without a space",
    lint: "markdown-headings-space",
    rule: "broken-markup",
    change: say("###Details"),
  },
  { name: "curly quotes", rule: "smart-quotes", change: say("Blocks \u201climit\u201d refunds.") },
  { name: "another license", rule: "required-sections", change: replace(copyright, "All rights reserved.") },
  {
    name: "text before the first section",
    rule: "section-order",
    change: replace("## Abstract", "Some words.\n\n## Abstract"),
  },
];

/** The file of the fault with this index: each has a proposal of its own. */
export const plantedName = (index: number) => `eip-${5010 + 10 * index}.md`;

export function plantedFiles(): Record<string, string> {
  const number = (index: number) => String(5010 + 10 * index);
  return Object.fromEntries(
    plantedFaults.map(({ change }, index) => [
      plantedName(index),
      change(rightProposal).replace(/^eip: 5000$/m, `eip: ${number(index)}`),
    ]),
  );
}
