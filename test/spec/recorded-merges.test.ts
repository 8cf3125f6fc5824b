/** Merges as public registers have them: of each exactly the errors for which an editor would not merge it, and none where one would. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  adr,
  bip,
  cip,
  eip,
  type Files,
  type Form,
  forms,
  RecordedRegister,
  rust,
  simd,
  swift,
} from "../support/recorded-registers.js";
import { drawn } from "../support/runs.js";

interface Merge {
  name: string;
  change: Files | Files[];
  actor?: string;
  /** `change label` of each proposal. */
  proposals: string[];
  /** `code file` of each error; without any, an editor merges it. */
  errors?: string[];
  /** What main got meanwhile. */
  meanwhile?: Files;
}

const edited = (text: string, from: string, to: string) => {
  if (!text.includes(from)) throw new Error(`${from} is not in the text`);
  return text.replace(from, to);
};
const all = forms as Record<Form, Record<string, string>>;
const of = (form: Form, path: string) => all[form][path] ?? "";
const simd40 = { earlier: "proposals/0040-zero-knowledge.md", later: "proposals/0040-accounts.md" };

const merges: Record<Form, Merge[]> = {
  eip: [
    { name: "a new draft", change: { "EIPS/eip-200.md": eip(200) }, proposals: ["new EIP-200"] },
    {
      name: "a new text in which nothing is right",
      change: {
        "EIPS/eip-200.md": eip(
          201,
          { status: "Finished", category: "Kernel", created: "2022-02-30" },
          { Motivation: "[gone](./eip-9999.txt) ![gone](../assets/eip-200/gone.png)" },
        ),
      },
      proposals: ["new EIP-201"],
      errors: [
        "number-mismatch",
        "status-unknown",
        "category-unknown",
        "date-invalid",
        "broken-link",
        "broken-link",
      ].map((code) => `${code} EIPS/eip-200.md`),
    },
    {
      name: "a new text whose front matter cannot be read",
      change: { "EIPS/eip-200.md": eip(200, { title: "[unclosed" }) },
      proposals: ["new EIP-200"],
      errors: ["front-matter-yaml EIPS/eip-200.md"],
    },
    {
      name: "a new text that has no number yet",
      change: { "EIPS/eip-draft_subject.md": eip("TBD") },
      proposals: ["new EIP"],
      errors: ["review-number EIPS/eip-draft_subject.md"],
    },
    {
      name: "a new text that is final already",
      change: { "EIPS/eip-200.md": eip(200, { status: "Final" }) },
      proposals: ["new EIP-200"],
      errors: ["review-initial EIPS/eip-200.md"],
    },
    {
      name: "a bot makes a draft stagnant",
      change: { "EIPS/eip-100.md": eip(100, { status: "Stagnant" }) },
      actor: "@eth-bot",
      proposals: ["changed EIP-100"],
    },
    {
      name: "the last call is over",
      change: { "EIPS/eip-102.md": eip(102, { status: "Final" }) },
      proposals: ["changed EIP-102"],
    },
    {
      name: "the last call is not over",
      change: { "EIPS/eip-103.md": eip(103, { status: "Final" }) },
      proposals: ["changed EIP-103"],
      errors: ["review-deadline EIPS/eip-103.md"],
    },
    {
      name: "a typing error in a final text",
      change: { "EIPS/eip-20.md": edited(of("eip", "EIPS/eip-20.md"), "some words", "many words") },
      proposals: ["changed EIP-20"],
    },
    {
      name: "a final text is written anew",
      change: {
        "EIPS/eip-20.md": eip(20, { status: "Final", category: "ERC" }, { Specification: "A b c d e f ".repeat(9) }),
      },
      proposals: ["changed EIP-20"],
      errors: ["review-terminal EIPS/eip-20.md"],
    },
    {
      name: "a text that was broken before, whose wrong category becomes another wrong one",
      change: { "EIPS/eip-104.md": edited(of("eip", "EIPS/eip-104.md"), "Kernel", "Engine") },
      proposals: ["changed EIP-104"],
      errors: ["category-unknown EIPS/eip-104.md"],
    },
    {
      name: "front matter that could not be read is repaired, and shows what else was wrong",
      change: {
        "EIPS/eip-105.md": edited(of("eip", "EIPS/eip-105.md"), "[unclosed", "Closed"),
      },
      proposals: ["changed EIP-105"],
    },
    {
      name: "a draft is deleted",
      change: { "EIPS/eip-100.md": undefined },
      proposals: ["removed EIP-100"],
      errors: ["review-removed EIPS/eip-100.md"],
    },
    {
      name: "the picture of another proposal is replaced",
      change: { "EIPS/eip-200.md": eip(200), "assets/eip-20/flow.png": "other" },
      proposals: ["new EIP-200"],
    },
    {
      name: "a new draft, while another one came in with its number",
      change: { "EIPS/eip-200.md": eip(200) },
      meanwhile: { "EIPS/eip-200.md": eip(200, { title: "Another" }) },
      proposals: ["new EIP-200"],
      errors: ["review-number EIPS/eip-200.md"],
    },
  ],
  cip: [
    {
      name: "a new draft with the number of a proposal of another category",
      change: { "cip/core/cip-3.md": cip(3, { title: "Zoe's" }) },
      proposals: ["new CIP-3"],
      errors: ["number-taken cip/core/cip-3.md"],
    },
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
    {
      name: "a draft gets another number",
      change: { "cip/core/cip-2.md": undefined, "cip/core/cip-70.md": cip(70, { title: "Subject 2" }) },
      proposals: ["renamed CIP-70"],
      errors: ["review-number cip/core/cip-70.md"],
    },
    {
      name: "a new text in a folder that is no category",
      change: { "cip/kernel/cip-9.md": cip(9) },
      proposals: ["new CIP-9"],
      errors: ["category-unknown cip/kernel/cip-9.md"],
    },
    {
      name: "a text without a number and a title",
      change: { "cip/core/cip-9.md": cip("", { cip: undefined, title: undefined }) },
      proposals: ["new CIP-9"],
      errors: ["field-missing cip/core/cip-9.md", "field-missing cip/core/cip-9.md"],
    },
  ],
  simd: [
    { name: "a new proposal", change: { "proposals/0050-votes.md": simd("0050") }, proposals: ["new SIMD-0050"] },
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
      change: { [simd40.later]: undefined, "proposals/0041-accounts.md": simd("0041", { title: "The second" }) },
      proposals: ["renamed SIMD-0041"],
    },
    {
      name: "the earlier of two with one number gets another",
      change: { [simd40.earlier]: undefined, "proposals/0041-zero-knowledge.md": simd("0041", { title: "The first" }) },
      proposals: ["renamed SIMD-0041"],
      errors: ["review-number proposals/0041-zero-knowledge.md"],
    },
    {
      name: "a new text with the wrong number and without authors",
      change: { "proposals/0050-votes.md": simd("0051", { authors: undefined }) },
      proposals: ["new SIMD-0051"],
      errors: ["number-mismatch proposals/0050-votes.md", "required-fields proposals/0050-votes.md"],
    },
  ],
  rust: [
    {
      name: "a new text that gets its number later",
      change: { "text/0000-tables.md": rust("tables") },
      proposals: ["new RFC"],
    },
    {
      name: "a text gets its number",
      change: { "text/0000-named-macros.md": undefined, "text/3932-named-macros.md": rust("named_macros", "3932") },
      proposals: ["renamed RFC-3932"],
    },
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
    {
      name: "a new text with a number that is taken",
      change: { "text/3900-arrays.md": rust("arrays", "3900") },
      proposals: ["new RFC-3900"],
      errors: ["number-taken text/3900-arrays.md"],
    },
  ],
  bip: [
    {
      name: "a new proposal with test vectors, and its line in the list",
      change: {
        "bip-0350.mediawiki": bip(350),
        "bip-0350/vectors.json": "{}\n",
        "README.mediawiki": "List of proposals.\n\n* [[bip-0350.mediawiki|350]]\n",
      },
      proposals: ["new BIP-350"],
    },
    {
      name: "a proposal becomes Markdown",
      change: {
        "bip-0002.mediawiki": undefined,
        "bip-0002.md": `\`\`\`\n${bip(2, { Status: "Complete" })
          .replace(/<\/?pre>\n?/g, "")
          .replace("\n\n==", "\n```\n\n==")
          .replaceAll(/== (\w+) ==/g, "## $1")}`,
      },
      proposals: ["renamed BIP-2"],
    },
    {
      name: "a second text with the number of a proposal, in another format",
      change: { "bip-0002.md": of("bip", "bip-0003.md").replaceAll("3", "2") },
      proposals: ["new BIP-2"],
      errors: ["number-taken bip-0002.md"],
    },
  ],
  adr: [
    {
      name: "a new decision that replaces another",
      change: {
        "docs/adr/0003-use-postgres.md": adr("Use PostgreSQL"),
        "docs/adr/0001-use-sqlite.md": adr("Use SQLite", "Superseded by [ADR-0003](0003-use-postgres.md)"),
      },
      proposals: ["changed ADR-0001", "new ADR-0003"],
    },
    {
      name: "two people take one number",
      change: { "docs/adr/0003-use-postgres.md": adr("Use PostgreSQL") },
      meanwhile: { "docs/adr/0003-use-redis.md": adr("Use Redis") },
      proposals: ["new ADR-0003"],
      errors: ["review-number docs/adr/0003-use-postgres.md"],
    },
    {
      name: "the number 0000 is taken where the first decision has it",
      change: { "docs/adr/0000-use-git.md": adr("Use git") },
      proposals: ["new ADR-0000"],
      errors: ["number-taken docs/adr/0000-use-git.md"],
    },
  ],
  swift: [
    {
      name: "a new proposal",
      change: { "proposals/0005-loops.md": swift("0005", "0005-loops.md", "Active review") },
      proposals: ["new SE-0005"],
    },
    {
      name: "a new proposal with the number of another",
      change: { "proposals/0003-arguments.md": swift("0003", "0003-arguments.md", "Active Review") },
      proposals: ["new SE-0003"],
      errors: ["number-taken proposals/0003-arguments.md"],
    },
  ],
};

describe.each(Object.keys(merges) as Form[])("%s", (form) => {
  let register: RecordedRegister;
  beforeAll(async () => {
    register = await RecordedRegister.make(form);
  });

  test.each(drawn(merges[form], 0.5))("$name", async ({ change, actor, proposals, errors = [], meanwhile }) => {
    const head = register.branch([change].flat());
    const base = meanwhile ? register.branch([meanwhile]) : "main";
    const result = await register.review(head, actor, base);
    const found = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(found.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([...errors].sort());
    expect(result.ok).toBe(errors.length === 0);
    expect(result.proposals.map((one) => `${one.change} ${one.label}`).sort()).toEqual([...proposals].sort());
  });
});
