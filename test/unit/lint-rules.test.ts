/**
 * Every rule of `cipgen lint` has a folder in test/fixtures-lint: proposals that are right (`valid/`), proposals that are wrong (`invalid/`), what
 * the rule says of those (`expected.txt`), what `--fix` makes of them (`fixed/`), and the configuration that the rule needs (`config.json`).
 * UPDATE_FIXTURES=1 writes what is said and fixed again.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { rules } from "../../src/tools/lint/rules/index.js";
import { fixSite, type LintRun, lint } from "../support/lint.js";
import { makeSite, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const folder = join(repositoryRoot, "test/fixtures-lint");
const update = Boolean(process.env.UPDATE_FIXTURES);

/** The configuration of a rule's fixtures. */
function configOf(rule: string): Partial<ConfigInput> {
  const file = join(folder, rule, "config.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function setting(
  rule: string,
  severity: "off" | "warn" | "error",
): ["off" | "warn" | "error", Record<string, unknown>] {
  const given = configOf(rule).lint?.rules?.[rule];
  return [severity, Array.isArray(given) ? given[1] : {}];
}

/** A site of one series whose proposals are a fixture's. */
function fixture(rule: string, name: "valid" | "invalid"): string {
  const root = makeSite({}, configOf(rule));
  cpSync(join(folder, rule, name), join(root, "content/cip"), { recursive: true });
  return root;
}

test("every rule has fixtures, and every fixture a rule", () => {
  expect(readdirSync(folder).sort()).toEqual(rules.map(({ id }) => id).sort());
  for (const { id } of rules)
    for (const name of ["valid", "invalid"]) expect(readdirSync(join(folder, id, name))).not.toEqual([]);
});

test("every rule explains itself: why, what is wrong, what is right", () => {
  for (const { id, help, summary } of rules) {
    expect(help, id).toMatch(/Wrong: [\s\S]+\nRight: /);
    expect(summary, id).toMatch(/^[A-Z].*[^.]$/);
  }
});

describe.each(rules.map(({ id, fixes, adopts = [] }) => ({ id, fixes, codes: [id, ...adopts] })))("$id", ({
  id,
  fixes,
  codes,
}) => {
  const said = ({ diagnostics }: LintRun) =>
    diagnostics
      .filter(({ code }) => codes.includes(code))
      .map((d) => `${d.file?.replace("content/cip/", "")}:${d.line}:${d.column} ${d.severity} ${d.code}: ${d.message}`);
  let run: LintRun;
  beforeAll(async () => {
    run = await lint(fixture(id, "invalid"));
    const expected = join(folder, id, "expected.txt");
    if (update) writeFileSync(expected, `${said(run).join("\n")}\n`);
  });

  test("lets pass what is right", async () => {
    expect(said(await lint(fixture(id, "valid")))).toEqual([]);
  });

  test("finds what is wrong, where it is", () => {
    const expected = readFileSync(join(folder, id, "expected.txt"), "utf8")
      .trimEnd()
      .split("\n");
    expect(expected).not.toEqual([""]);
    expect(said(run)).toEqual(expected);
  });

  // What a rule takes over from the build is turned off with it.
  if (codes.length > 1 || id === "title-length")
    test("can be turned off, and set to another severity", async () => {
      const off = await lint(fixture(id, "invalid"), { rules: { [id]: setting(id, "off") } });
      expect(said(off)).toEqual([]);
      const warn = await lint(fixture(id, "invalid"), { rules: { [id]: setting(id, "warn") } });
      const asWarnings = said(run).map((line) => line.replace(" error ", " warning "));
      expect(said(warn).sort()).toEqual(asWarnings.sort());
    });

  if (!fixes) return;

  test("fixes what is safe to fix, and nothing when it is run again", async () => {
    const root = fixture(id, "invalid");
    await fixSite(root, id);
    const content = join(root, "content/cip");
    const fixed = join(folder, id, "fixed");
    if (update) {
      rmSync(fixed, { recursive: true, force: true });
      cpSync(content, fixed, { recursive: true });
    }
    expect(treeOf(content)).toEqual(treeOf(fixed));
    expect(await fixSite(root, id)).toEqual([]);
    expect((await lint(root)).diagnostics.length).toBeLessThan(run.diagnostics.length);
  });
});

test("a text of MediaWiki with tags is checked as others are", async () => {
  const root = makeSite(
    {
      "content/cip/cbc/cip-20.mediawiki": "<pre>\n  CIP: 20\n  Title: T\n</pre>\n\n== Part ==\n\nA <u>b</u> CIP 20.\n",
    },
    { series: [{ profile: "cip", files: "{category}/cip-{number}.mediawiki" }] },
  );
  expect((await lint(root)).diagnostics.map(({ code }) => code)).toContain("mention-form");
});

test("a mention keeps the capitals of the register's label", async () => {
  const root = makeSite(
    { "content/cip/cbc/cip-20.md": "---\ncip: 20\ntitle: T\n---\nAs in Cip20.\n" },
    { series: [{ profile: "cip", label: "Cip" }] },
  );
  const { diagnostics } = await lint(root);
  expect(diagnostics.find(({ code }) => code === "mention-form")?.message).toBe('"Cip20" is written Cip-20');
});

test("the address of a discussion has the form that the register asks for, wherever it is", async () => {
  const text = "---\ncip: 20\ntitle: T\ndiscussions-to: https://forum.example/20\n---\nText.\n";
  const root = makeSite({ "content/cip/cbc/cip-20.md": text });
  const rules = { "discussions-host": ["warn", { pattern: "/t/[0-9]+$" }] as ["warn", Record<string, unknown>] };
  const { diagnostics } = await lint(root, { rules });
  expect(diagnostics.map(({ code }) => code)).toContain("discussions-host");
});
