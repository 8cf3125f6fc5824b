/** Merges as public registers have them: of each exactly the errors for which an editor would not merge it, and none where one would. */
import { beforeAll, describe, expect, test } from "vitest";
import { adr, bip, cip, type Files, type Form, RecordedRegister, rust, simd } from "../support/recorded-registers.js";

interface Merge {
  name: string;
  change: Files;
  /** `change label` of each proposal. */
  proposals: string[];
  /** `code file` of each error; without any, an editor merges it. */
  errors?: string[];
}

const merges = {
  cip: [
    {
      name: "a draft moves to another category and is written anew by its author",
      change: {
        "cip/core/cip-2.md": undefined,
        "cip/cbc/cip-2.md": cip(
          2,
          { title: "New" },
          { Abstract: "A b c. ".repeat(99), Motivation: "D e f. ".repeat(99) },
        ),
      },
      proposals: ["renamed CIP-2"],
    },
  ],
  simd: [
    {
      name: "a new text with the number of an accepted proposal, before it in the alphabet",
      change: { "proposals/0026-alpha.md": simd("0026", { title: "Alpha" }) },
      proposals: ["new SIMD-0026"],
      errors: ["number-taken proposals/0026-alpha.md"],
    },
    {
      name: "an accepted proposal is replaced by that of somebody else",
      change: {
        "proposals/0026-zeta.md": undefined,
        "proposals/0026-alpha.md": simd(
          "0026",
          { title: "Alpha", authors: "\n  - Zoe (Else)" },
          { Summary: "A b c. ".repeat(300) },
        ),
      },
      proposals: ["new SIMD-0026", "removed SIMD-0026"],
      errors: ["review-removed proposals/0026-zeta.md"],
    },
    {
      name: "the later of two with one number gets another",
      change: {
        "proposals/0040-accounts.md": undefined,
        "proposals/0041-accounts.md": simd("0041", { title: "The second" }),
      },
      proposals: ["renamed SIMD-0041"],
    },
    {
      name: "the earlier of two with one number gets another",
      change: {
        "proposals/0040-zero-knowledge.md": undefined,
        "proposals/0041-zero-knowledge.md": simd("0041", { title: "The first" }),
      },
      proposals: ["renamed SIMD-0041"],
      errors: ["review-number proposals/0041-zero-knowledge.md"],
    },
  ],
  rust: [
    {
      name: "a text gets its number and is written anew",
      change: {
        "text/0000-named-macros.md": undefined,
        "text/3932-named-macros.md": rust("named_macros", "3932", {
          Motivation: "A b c. ".repeat(200),
          Drawbacks: "D e f. ".repeat(99),
        }),
      },
      proposals: ["renamed RFC-3932"],
    },
  ],
  bip: [
    {
      name: "a proposal becomes Markdown, and another has files of its own",
      change: {
        "bip-0002.mediawiki": undefined,
        "bip-0002.md": `\`\`\`\n${bip(2, { Status: "Complete" })
          .replace(/<\/?pre>\n?/g, "")
          .replace("\n\n==", "\n```\n\n==")
          .replaceAll(/== (\w+) ==/g, "## $1")}`,
        "bip-0350.mediawiki": bip(350),
        "bip-0350/vectors.json": "{}\n",
      },
      proposals: ["new BIP-350", "renamed BIP-2"],
    },
  ],
  adr: [
    {
      name: "a new decision replaces another",
      change: {
        "docs/adr/0003-use-postgres.md": adr("Use PostgreSQL"),
        "docs/adr/0001-use-sqlite.md": adr("Use SQLite", "Superseded by [ADR-0003](0003-use-postgres.md)"),
      },
      proposals: ["changed ADR-0001", "new ADR-0003"],
    },
    {
      name: "the number 0000 is taken where the first decision has it",
      change: { "docs/adr/0000-use-git.md": adr("Use git") },
      proposals: ["new ADR-0000"],
      errors: ["number-taken docs/adr/0000-use-git.md"],
    },
  ],
} satisfies Partial<Record<Form, Merge[]>>;

describe.each(Object.keys(merges) as (keyof typeof merges)[])("%s", (form) => {
  let register: RecordedRegister;
  beforeAll(async () => {
    register = await RecordedRegister.make(form);
  });

  test.each<Merge>(merges[form])("$name", async ({ change, proposals, errors = [] }) => {
    const result = await register.review(register.branch([change]));
    const found = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(found.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([...errors].sort());
    expect(result.ok).toBe(errors.length === 0);
    expect(result.proposals.map((one) => `${one.change} ${one.label}`).sort()).toEqual([...proposals].sort());
  });
});
