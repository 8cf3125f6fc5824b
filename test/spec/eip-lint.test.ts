/** Section 11: what eipw, the linter of the EIPs, checks, the profiles `eip` and `erc` check too. test/trust/peers.test.ts compares both. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { lint } from "../support/lint.js";
import { besidePlanted, plantedFaults, plantedFiles, plantedName, rightProposal } from "../support/planted-eips.js";
import { makeSite } from "../support/site.js";

/** Lints texts, by their names, as a register of one profile. */
async function findingsOf(
  profile: "eip" | "erc",
  files: Record<string, string>,
  more: Partial<ConfigInput> = {},
): Promise<Diagnostic[]> {
  const entries = Object.entries(files).map(([name, text]): [string, string] => [`content/cip/${name}`, text]);
  const root = makeSite(
    { ...Object.fromEntries(entries), "content/LICENSE.md": "CC0" },
    { series: [{ profile }], checks: { brokenLinks: "warn" }, ...more },
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

it("says nothing of what EIP-1 allows: its sources, files and notes after the license, code in a description", async () => {
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

it("lets a heading name a proposal that the text after it links", async () => {
  const text = rightProposal.replace(
    "## Rationale\n",
    "## Rationale\n\n### Since EIP-155\n\nAs in [EIP-155](./eip-155.md).\n",
  );
  expect(await findingsOf("eip", { ...besidePlanted, "eip-5000.md": text })).toEqual([]);
});

it("reads links by reference on a site with containers, and comments of several lines before the first section", async () => {
  const text = rightProposal
    .replace("(../LICENSE.md).", ".\n\n[CC0]: ../LICENSE.md")
    .replace("## Abstract", "<!--\n  Read the guide.\n-->\n\n## Abstract");
  const found = await findingsOf(
    "eip",
    { ...besidePlanted, "eip-5000.md": text },
    { markdown: { containers: ["note"] } },
  );
  expect(found.map(({ code }) => code)).toEqual(["html-comments"]);
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
  ["a license by its own name", (text: string) => text.replace("(../LICENSE.md).", "\n\n[CC0]: ../LICENSE.md")],
  ["a license below an underlined heading", (text: string) => text.replace("## Copyright", "Copyright\n---------")],
  ["a bold license", (text: string) => text.replace("[CC0](../LICENSE.md)", "**[CC0](../LICENSE.md)**")],
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
  expect((await findingsOf("eip", files)).filter(({ code }) => code === "broken-anchor")).toEqual([]);
});

const elsewhere = { elsewhere: [{ label: "ERC", url: "https://ercs.example.org/erc-{number}" }] };

it("knows that the ERCs, which share the numbers of the EIPs, are linked by the files that they had there", async () => {
  const see = (text: string) => rightProposal.replace("## Rationale\n", `## Rationale\n\nAs in ${text}.\n`);
  const files = (text: string) => ({ ...besidePlanted, "eip-5000.md": see(text) });
  expect(await findingsOf("eip", files("[ERC-7562](./eip-7562.md)"), elsewhere)).toEqual([]);
  const eips = { elsewhere: [{ label: "EIP", url: "https://eips.example.org/eip-{number}" }] };
  const erc = asErc(see("[it]")).replace("[it]", "[ERC-7702](./eip-7702.md)");
  const others = Object.entries(besidePlanted).map(([name, text]) => [name.replace("eip", "erc"), asErc(text)]);
  const found = await findingsOf("erc", { ...Object.fromEntries(others), "erc-5000.md": erc }, eips);
  expect(found.filter(({ code }) => code === "broken-markdown-link")).toEqual([]);
  for (const text of ["[EIP-7562](./eip-7562.md)", "[ERC-7561](./eip-7562.md)", "[validation](./eip-7562.md)"]) {
    const found = await findingsOf("eip", files(text), elsewhere);
    expect(
      found.map(({ code }) => code),
      text,
    ).toContain("broken-markdown-link");
  }
});

it("keeps the names of another register's documents of the process, and the folder of their pictures", async () => {
  const text = "---\neip: 1\ntitle: Guidelines\nstatus: Living\ntype: Meta\n---\n\n![A flow](../assets/eip-1/a.png)\n";
  const root = makeSite(
    {
      "content/ERCS/eip-1.md": text,
      "content/assets/eip-1/a.png": "",
      "content/ERCS/erc-5000.md": asErc(rightProposal),
      "content/LICENSE.md": "CC0",
    },
    { series: [{ profile: "erc", source: "content/ERCS" }], checks: { brokenLinks: "warn" } },
  );
  const found = (await lint(root)).diagnostics.filter(({ file }) => file === "content/ERCS/eip-1.md");
  expect(found).toEqual([]);
});

const say = (line: string) => (text: string) => text.replace("## Rationale\n", `## Rationale\n\n${line}\n`);

it.each([
  [
    "section-order",
    (text: string) => text.replace("## Rationale", "## Overview\n\nMore.\n\n## Rationale"),
    /^the series names no section "Overview": Make it a part \(###\) of one of these sections: Abstract, Motivation, /,
  ],
  [
    "section-order",
    (text: string) => text.replace("## Abstract", "## Simple Summary\n\nRefunds.\n\n## Abstract"),
    /^the series names no section "Simple Summary": Move its text into one of these sections: Abstract, /,
  ],
  [
    "section-order",
    (text: string) => text.replace("## Abstract", "## Note\n\nRead it.\n\n## Summary\n\nRefunds.\n\n## Abstract"),
    /^the series names no section "(?:Note|Summary)": Move its text into one of these sections: Abstract, /,
    2,
  ],
  ["link-hosts", say("See [this](https://ietf)."), /^a link to ietf: Write the whole address\.$/],
  ["link-hosts", say("As in [it](https://eips.ethereum.org/EIPS/eip-155/)."), /: Write \.\/eip-155\.md$/],
  ["unfilled", say("To be written."), /^this is a placeholder: To be written\.: /],
  ["url-unsafe", say("![A flow](upload://a.png)"), /so this is not a picture: /],
  [
    "link-hosts",
    say("See [BIP-32](https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki)."),
    /: Name a commit, with all 40 digits, in place of master\.$/,
  ],
  [
    "link-hosts",
    say("See [this](https://www.ietf.org/rfc/rfc3986.txt)."),
    /: Write https:\/\/www\.rfc-editor\.org\/rfc\/rfc3986$/,
  ],
  ["link-hosts", say("See [this](https://github.com/example/bips/blob/master/a)."), /: Leave it out, or /],
  [
    "mention-form",
    say("As in EIP-712."),
    /^this register has no EIP-712: Check the number, or write ERC-712 if it is one of the ERCs\.$/,
  ],
  [
    "mention-form",
    say("As in [EIP-20].\n\n[EIP-20]: ./eip-20.md"),
    /^"EIP-20" is ERC-20: Write ERC-20, here and in the definition of the link\.$/,
  ],
  ["mention-form", say("As in [EIP-20](./eip-20.md)."), /^"EIP-20" is ERC-20: Write ERC-20\.$/],
  [
    "file-refused",
    say("See [the results](./eip-5000/results)."),
    /: Give the file the extension of its kind, such as \.txt\.$/,
  ],
] as const)("says of %s what an author can do, and what is so (%#)", async (code, change, said, times: number = 1) => {
  const files = { ...besidePlanted, "eip-5000.md": change(rightProposal), "eip-5000/results": "1 ms\n" };
  const found = (await findingsOf("eip", files, elsewhere)).filter((one) => one.code === code);
  expect(found.map(({ message, help }) => `${message}: ${help}`)).toEqual(
    Array(times).fill(expect.stringMatching(said)),
  );
});

it("lets a final proposal require one that was withdrawn, which does not change either, and no stagnant one", async () => {
  const required = (status: string) => besidePlanted["eip-155.md"]?.replace(/^status: .*/m, `status: ${status}`) ?? "";
  const text = say("As in [EIP-155](./eip-155.md).")(rightProposal)
    .replace(/^status: .*/m, "status: Final")
    .replace(/^created: .*/m, "$&\nrequires: 155");
  const codes = async (status: string) => {
    const found = await findingsOf("eip", { ...besidePlanted, "eip-155.md": required(status), "eip-5000.md": text });
    return found.filter(({ file }) => file?.endsWith("eip-5000.md")).map(({ code }) => code);
  };
  expect(await codes("Withdrawn")).not.toContain("requires-status");
  expect(await codes("Stagnant")).toContain("requires-status");
});

it("asks for no link to a proposal that the register does not have", async () => {
  const found = await findingsOf("eip", { ...besidePlanted, "eip-5000.md": say("As in EIP-712.")(rightProposal) });
  expect(found.map(({ code }) => code)).toEqual(["mention-form"]);
});

it("leaves the label of a mention beside a proposal as it is written", async () => {
  const files = { ...besidePlanted, "eip-5000.md": rightProposal, "eip-5000/notes.md": "# Notes\n\nAs in ERC20.\n" };
  const found = await findingsOf("eip", files);
  expect(found.map(({ message }) => message)).toEqual(['"ERC20" is written ERC-20']);
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

  it.each(plantedFaults.map(([lint, rule, , also = []], index) => ({ lint, rule, also, index })))("$rule, $lint", ({
    rule,
    also,
    index,
  }) => {
    const own = found.filter(({ file }) => file?.endsWith(`/${plantedName(index)}`));
    expect(own.map(({ code }) => code)).toContain(rule);
    expect(own.filter(({ code }) => code !== rule && !also.includes(code))).toEqual([]);
  });
});
