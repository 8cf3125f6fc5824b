/** Section 11: what eipw, the linter of the EIPs, checks, the profiles `eip` and `erc` check too. test/trust/peers.test.ts compares both. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { lint } from "../support/lint.js";
import { besidePlanted, plantedFaults, plantedFiles, plantedName, rightProposal } from "../support/planted-eips.js";
import { makeSite } from "../support/site.js";

/** Lints texts, by their names, as a register of one profile. */
async function findingsOf(profile: "eip" | "erc", files: Record<string, string>): Promise<Diagnostic[]> {
  const entries = Object.entries(files).map(([name, text]): [string, string] => [`content/cip/${name}`, text]);
  const root = makeSite(
    { ...Object.fromEntries(entries), "content/LICENSE.md": "CC0" },
    { series: [{ profile }], checks: { brokenLinks: "warn" } },
  );
  return (await lint(root)).diagnostics;
}

const asErc = (text: string) =>
  text
    .replaceAll(/\bEIP(?=[- ]?\d)/g, "ERC")
    .replaceAll("/eip-", "/erc-")
    .replace("category: Core", "category: ERC");

it("finds nothing in a proposal that is right, in either profile", async () => {
  const files = { ...besidePlanted, "eip-5000.md": rightProposal };
  expect(await findingsOf("eip", files)).toEqual([]);
  const others = Object.entries(files).map(([name, text]) => [name.replace("eip", "erc"), asErc(text)]);
  expect(await findingsOf("erc", Object.fromEntries(others))).toEqual([]);
});

it("says nothing of what EIP-1 allows: its sources, files and notes behind the license, code in a description", async () => {
  const links = [
    "https://github.com/ethereum/execution-apis/blob/dd00287101e368752ba264950585dde4b61cdc17/README.md",
    "https://nvd.nist.gov/vuln/detail/CVE-2023-29638",
  ].map((url) => `[Allowed](${url})`);
  const text = rightProposal
    .replace(/^description: .*/m, "description: Reserves `0xEB`, and what follows it")
    .replace("## Rationale\n", `## Rationale\n\nSee ERC20.sol, {ERC20} and ${links.join(" and ")}.[^note]\n`);
  const files = { ...besidePlanted, "eip-5000.md": `${text}\n[^note]: A note.\n\n[unused]: #rationale\n` };
  expect(await findingsOf("eip", files)).toEqual([]);
});

it("lets a heading name a proposal that the text behind it links", async () => {
  const text = rightProposal.replace(
    "## Rationale\n",
    "## Rationale\n\n### Since EIP-155\n\nAs in [EIP-155](./eip-155.md).\n",
  );
  expect(await findingsOf("eip", { ...besidePlanted, "eip-5000.md": text })).toEqual([]);
});

it("counts the characters of a title that readers see", async () => {
  const title = "Refunds of `gas` ".padEnd(46, "x");
  const text = rightProposal.replace(/^title: .*/m, `title: ${title}`);
  const found = await findingsOf("eip", { "eip-5000.md": text });
  expect(found.map(({ code }) => code)).toContain("title-words");
  expect(found.map(({ code }) => code)).not.toContain("title-length");
});

it.each([
  ["a license without its full stop", (text: string) => text.replace("(../LICENSE.md).", "(../LICENSE.md)")],
  ["a license by reference", (text: string) => text.replace("(../LICENSE.md).", "[cc0].\n\n[cc0]: ../LICENSE.md")],
  [
    "a question as a heading with its line",
    (text: string) => text.replace("It is simple.", "Why?\n----\n\nIt is simple."),
  ],
])("reads %s", async (_, change) => {
  expect(change(rightProposal)).not.toBe(rightProposal);
  const found = await findingsOf("eip", { ...besidePlanted, "eip-5000.md": change(rightProposal) });
  expect(found.filter(({ code }) => code === "required-sections" || code === "broken-markup")).toEqual([]);
});

it("lets a link to a part of a text that moved to the other register be, and code in a text beside a proposal", async () => {
  const stub =
    "---\neip: 721\ntitle: Tokens\nstatus: Moved\n---\n\nThis EIP was moved to https://github.com/ethereum/ercs/blob/master/ERCS/erc-721.md\n";
  const text = rightProposal.replace(
    "## Rationale\n",
    "## Rationale\n\nAs in [ERC-721](./eip-721.md#specification).\n",
  );
  const files = {
    ...besidePlanted,
    "eip-721.md": stub,
    "eip-5000.md": text,
    "eip-5000/notes.md": "# Notes\n\n```\na\n```\n",
  };
  expect((await findingsOf("eip", files)).filter(({ code }) => /^(?:broken-anchor|code-language)$/.test(code))).toEqual(
    [],
  );
});

it("leaves the documents of the process to their editors, but not their Markdown", async () => {
  const own = "## How to link\n\n<!-- An example. -->\nSee [a page](https://example.org), ** here **.\n";
  const rules = rightProposal.replace("eip: 5000", "eip: 5069").replace(/\n## [\s\S]*/, `\n${own}`);
  const found = await findingsOf("eip", { ...besidePlanted, "eip-5069.md": rules });
  expect(found.map(({ code }) => code)).toEqual(["broken-markup"]);
});

describe("the profile eip finds, as an error of the rule and nothing else,", () => {
  let found: Diagnostic[];
  beforeAll(async () => {
    found = await findingsOf("eip", { ...besidePlanted, ...plantedFiles() });
  });

  it.each(plantedFaults.map((fault, index) => ({ ...fault, index })))("$name", ({ rule, index, also = [] }) => {
    const own = found.filter(({ file }) => file?.endsWith(`/${plantedName(index)}`));
    expect(own.map(({ code }) => code)).toContain(rule);
    expect(own.filter(({ code }) => code !== rule && !also.includes(code))).toEqual([]);
  });
});
