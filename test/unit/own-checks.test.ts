/** Checks of a site's own configuration: configured, reported, excepted and fixed like the rules of the program; what is wrong in them is said with its place. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/cli/api/build.js";
import { lint } from "../../src/cli/api/lint.js";
import { review } from "../../src/cli/api/review.js";
import { Repository } from "../support/git.js";
import { makeSite, proposalText } from "../support/site.js";

const hasBudget = `{
  id: "has-budget",
  severity: "error",
  summary: "A proposal without a budget",
  help: "Somebody pays for it.\\n\\nWrong: no field\\nRight: \`budget: 5\`",
  scope: "proposals",
  options: { max: 100, teams: ["Ledger"] },
  check(text, { registers: [register] }, { max, teams }) {
    const { proposal } = text;
    if (!teams.includes(proposal.fields.team)) return [];
    const budget = text.field("Budget");
    if (!budget) return [{ message: \`\${proposal.label} of \${register.label} has no budget\`, line: 1, column: 1, help: "Add one." }];
    if (Number(budget.text) <= max) return [];
    const { line, column, length } = budget;
    return [{ message: \`the budget is more than \${max}\`, line, column, length }];
  },
}`;

const configWith = (checks: string, more = "") => `import { defineConfig } from "cipgen";
const hasBudget = ${hasBudget};
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  search: { provider: "none" },
  series: [{ profile: "cip", fields: [{ key: "cip" }, { key: "title" }, { key: "team", show: true }, { key: "budget", show: true }] }],
  checks: ${checks},
  ${more}
});
`;

const textOf = (number: number) => `content/cip/cbc/cip-${number}.md`;
const texts = {
  [textOf(20)]: proposalText(20, { team: "Ledger" }),
  [textOf(21)]: proposalText(21, { team: "Ledger", budget: 500 }),
  [textOf(22)]: proposalText(22, { team: "Ledger", budget: 5 }),
  [textOf(23)]: proposalText(23, { team: "Wallet" }),
};
const siteWith = (checks: string, more = "", files: Record<string, string> = texts) =>
  makeSite({ ...files, "cipgen.config.ts": configWith(checks, more) });

async function said(root: string, request = {}): Promise<string[]> {
  const { diagnostics } = await lint({ root, ...request });
  return diagnostics
    .filter(({ code }) => code === "has-budget" || code === "site-code-failed" || code.startsWith("config-"))
    .map(
      ({ severity, code, file, line, column, message }) => `${severity} ${code} ${file}:${line}:${column} ${message}`,
    );
}

const missing = "error has-budget content/cip/cbc/cip-20.md:1:1 CIP-20 of CIP has no budget";
const tooMuch = "error has-budget content/cip/cbc/cip-21.md:5:9 the budget is more than 100";

describe("a check", () => {
  test("gets a text with its fields, its proposal and the register, in a list or beside the levels of links", async () => {
    expect(await said(siteWith("[hasBudget]"))).toEqual([missing, tooMuch]);
    const beside = siteWith('{ brokenLinks: "warn", rules: [hasBudget] }');
    expect(await said(beside)).toEqual([missing, tooMuch]);
    expect(await build({ root: beside })).toMatchObject({ ok: true });
  });

  test("has severity, options and relaxed statuses in the configuration", async () => {
    const rules = (set: string) => siteWith("[hasBudget]", `lint: { rules: { "has-budget": ${set} } },`);
    expect(await said(rules('"off"'))).toEqual([]);
    expect(await said(rules('["warn", { max: 1000 }]'))).toEqual([missing.replace("error", "warning")]);
    expect(await said(rules('["error", { teams: ["Wallet"] }]'))).toMatchObject([expect.stringContaining("CIP-23")]);
    expect(await said(rules('["warn", { max: "much", min: 1 }]'))).toEqual([
      expect.stringMatching(
        /config-invalid.*lint\.rules\.has-budget\[1\]\.max: this must be a number, but it is "much"/,
      ),
      expect.stringMatching(/config-invalid.*lint\.rules\.has-budget\[1\]: there is no such key: min/),
    ]);
  });
});

describe("what is wrong in a check is said:", () => {
  const returning = (value: string) => hasBudget.replace(/check\(text[\s\S]*\n {2}\},/, `check: (text) => (${value}),`);

  test.each([
    ["no list", "undefined", "must return a list"],
    ["a promise", "Promise.resolve([])", "must return a list"],
    ["a finding without a message", "[{ line: 1, column: 1 }]", "must return findings {"],
    ["a line that the text does not have", '[{ message: "m", line: 99, column: 1 }]', "within the text, which has"],
    [
      "edits that it does not announce",
      '[{ message: "m", line: 1, column: 1, edits: [{ start: 0, end: 1, text: "" }] }]',
      "fixes: true",
    ],
    [
      "edits beyond the text",
      '[{ message: "m", line: 1, column: 1, edits: [{ start: 0, end: 9e9, text: "" }] }]',
      "within the text",
    ],
  ])("%s", async (_what, value, problem) => {
    expect(await said(siteWith(`[${returning(value)}]`))).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ["an id of the program", '[{ ...hasBudget, id: "title-length" }]', '"title-length" is an id of cipgen itself'],
    ["a code of the program", '[{ ...hasBudget, id: "broken-link" }]', '"broken-link" is an id of cipgen itself'],
    ["the same id twice", "[hasBudget, hasBudget]", 'checks[1].id: there is another check "has-budget"'],
    ["no function", '[{ ...hasBudget, check: "x" }]', "checks[0].check: a function is needed"],
    ["a misspelt key", "[{ ...hasBudget, scop: 1 }]", "checks[0].scop: there is no such key"],
    ["a misspelt level", '{ brokenLink: "warn" }', "checks.brokenLink: there is no such key"],
    ["another form", '"error"', "checks: this must be a list or an object with keys"],
  ])("%s", async (_what, checks, problem) => {
    expect(await said(siteWith(checks))).toEqual([expect.stringContaining(problem)]);
  });

  test("a rule that is set and that nobody has", async () => {
    const [problem] = await said(siteWith("[hasBudget]", 'lint: { rules: { "has-bugdet": "off" } },'));
    expect(problem).toContain('there is no rule "has-bugdet"');
  });
});

describe("of a change, only the base's checks run:", () => {
  const foreign = 'import { writeFileSync } from "node:fs";\nwriteFileSync(new URL("file:///nowhere/at/all"), "");\n';
  const changed = () => {
    const repository = new Repository(siteWith("[hasBudget]"));
    repository.commit("2024-01-01T00:00:00Z");
    repository.git(["branch", "base"]);
    const { root } = repository;
    // Without the check, and it would fail if it were run.
    writeFileSync(join(root, "cipgen.config.ts"), `${foreign}${configWith("[]")}`);
    writeFileSync(join(root, textOf(24)), proposalText(24, { team: "Ledger" }));
    appendFileSync(join(root, textOf(22)), "More.\n");
    return repository;
  };

  test("in a review", async () => {
    const repository = changed();
    repository.commit("2024-01-02T00:00:00Z");
    const { diagnostics, rules } = await review({ root: repository.root, base: "base" });
    expect(diagnostics.filter(({ code }) => code === "has-budget")).toMatchObject([{ file: textOf(24), line: 1 }]);
    expect(diagnostics.filter(({ code }) => /^(config|site-code)-/.test(code))).toEqual([]);
    expect(rules.map(({ id }) => id)).toContain("has-budget");
  });

  test("and one that fails in both commits is reported, not known", async () => {
    const repository = new Repository(
      siteWith(`[${hasBudget.replace("proposal.fields.team", "proposal.nothing.team")}]`),
    );
    repository.commit("2024-01-01T00:00:00Z");
    repository.git(["branch", "base"]);
    appendFileSync(join(repository.root, textOf(22)), "More.\n");
    repository.commit("2024-01-02T00:00:00Z");
    const { ok, diagnostics } = await review({ root: repository.root, base: "base" });
    expect(ok).toBe(false);
    expect(diagnostics.filter(({ code }) => code === "site-code-failed")).toHaveLength(1);
  });
});
