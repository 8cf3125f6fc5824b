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
