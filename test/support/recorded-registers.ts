/** Small registers in the forms of public ones, with what `init --from` makes of them, for recorded merges. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { initFrom } from "../../src/cli/api/init.js";
import { review } from "../../src/cli/api/review.js";
import type { ReviewResult } from "../../src/shared/api.js";
import { Repository } from "./git.js";

/** Files by path; undefined for one that is removed. */
export type Files = Record<string, string | undefined>;

const words = "What this part says is a sentence with some words of its own.";

const body = (titles: readonly string[], more: Record<string, string> = {}) =>
  titles.map((title) => `\n## ${title}\n\n${more[title] ?? `${title}: ${words}`}\n`).join("");

const lines = (fields: Record<string, string | undefined>) =>
  Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));

const eip = (number: string | number, fields: Record<string, string | undefined> = {}, more = {}) => {
  const all = {
    eip: String(number),
    title: `Subject of ${number}`,
    description: `A sentence on ${number}`,
    author: "Ada Lovelace (@ada)",
    "discussions-to": `https://ethereum-magicians.org/t/subject/${Number(number) || 7}`,
    status: "Draft",
    "last-call-deadline": undefined,
    type: "Standards Track",
    category: "Core",
    created: "2019-05-01",
    ...fields,
  };
  const titles = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations"];
  const end = "\n## Copyright\n\nCopyright and related rights waived via [CC0](../LICENSE.md).\n";
  return `---\n${lines(all).join("\n")}\n---\n${body(titles, more)}${end}`;
};

export const cip = (number: string | number, fields: Record<string, string | undefined> = {}, more = {}) => {
  const all = { cip: String(number), title: `Subject ${number}`, author: "Ada (@ada)", status: "draft", ...fields };
  const titles = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations", "Copyright"];
  return `---\n${lines(all).join("\n")}\n---\n${body(titles, more)}`;
};

export const simd = (number: string, fields: Record<string, string | undefined> = {}, more = {}) => {
  const all = {
    simd: `'${number}'`,
    title: `Subject ${number}`,
    authors: "\n  - Ada Lovelace (Anza)",
    category: "Standard",
    type: "Core",
    status: "Review",
    created: "2019-05-01",
    feature: "(fill in with feature key and github tracking issues once accepted)",
    ...fields,
  };
  const titles = [
    "Summary",
    "Motivation",
    "New Terminology",
    "Detailed Design",
    "Alternatives Considered",
    "Impact",
    "Security Considerations",
  ];
  return `---\n${lines(all).join("\n")}\n---\n${body(titles, more)}`;
};

export const rust = (name: string, pr = "0000", more = {}) =>
  `- Feature Name: \`${name}\`\n- Start Date: 2019-05-01\n- RFC PR: [rust-lang/rfcs#${pr}](https://github.com/rust-lang/rfcs/pull/${pr})\n- Rust Issue: [rust-lang/rust#1${pr}](https://github.com/rust-lang/rust/issues/1${pr})\n\n# Summary\n\nThe feature ${name}.\n${body(["Motivation", "Drawbacks"], more).replaceAll("\n## ", "\n# ")}`;

export const bip = (number: string | number, fields: Record<string, string> = {}) => {
  const all = {
    BIP: String(number),
    Title: `Subject ${number}`,
    Authors: "Ada Lovelace <ada@x.example>",
    Status: "Draft",
    Type: "Specification",
    Assigned: "2019-05-01",
    License: "BSD-2-Clause",
    ...fields,
  };
  return `<pre>\n${lines(all)
    .map((line) => `  ${line}`)
    .join("\n")}\n</pre>\n\n== Abstract ==\n\n${words}\n\n== Specification ==\n\n${words}\n`;
};

export const adr = (title: string, status = "Accepted") =>
  `# ${title}\n\nDate: 2019-05-01\n\n## Status\n\n${status}\n${body(["Context", "Decision", "Consequences"])}`;

const swift = (number: string, file: string, status: string, more = "") =>
  `# Subject ${number}\n\n* Proposal: [SE-${number}](${file})\n* Authors: [Ada Lovelace](https://github.com/ada)\n* Review Manager: [Bob](https://github.com/bob)\n* Status: **${status}**\n\n## Introduction\n\n${words}\n\n## Motivation\n\n${words} ${more}\n`;

export const forms = {
  eip: {
    "LICENSE.md": "CC0\n",
    "EIPS/eip-1.md": eip(1, { status: "Living", type: "Meta", category: undefined }),
    "EIPS/eip-20.md": eip(20, { status: "Final", category: "ERC" }),
    "EIPS/eip-100.md": eip(100),
    "EIPS/eip-101.md": eip(101, { status: "Review" }),
    "EIPS/eip-102.md": eip(102, { status: "Last Call", "last-call-deadline": "2020-01-05" }),
    "EIPS/eip-103.md": eip(103, { status: "Last Call", "last-call-deadline": "2020-02-05" }),
    "EIPS/eip-104.md": eip(104, { category: "Kernel", created: "2018-02-30" }),
    "EIPS/eip-105.md": eip(105, { title: "[unclosed", category: "Kernel" }),
    "assets/eip-20/flow.png": "twenty",
  },
  cip: {
    "cip/cbc/cip-1.md": cip(1, { status: "final" }),
    "cip/core/cip-2.md": cip(2),
    "cip/cbc/cip-3.md": cip(3, { author: "Bob (@bob)" }),
    "cip/informational/cip-4.md": cip(4),
  },
  simd: {
    "proposals/0001-simd-process.md": simd("0001", { status: "Living", type: "Meta" }),
    "proposals/0026-zeta.md": simd("0026", { status: "Accepted", title: "Zeta" }),
    "proposals/0030-fees.md": simd("0030", { title: "Fees" }),
    "proposals/0040-zero-knowledge.md": simd("0040", { title: "The first" }),
  },
  rust: {
    "text/0001-private-fields.md": rust("private_fields", "0001"),
    "text/0002-rfc-process.md": rust("rfc_process", "0002"),
    "text/3900-lists.md": rust("lists", "3900"),
    "text/0000-named-macros.md": rust("named_macros"),
    "0000-template.md": rust("fill_me_in"),
  },
  bip: {
    "README.mediawiki": "List of proposals.\n",
    "bip-0001.mediawiki": bip(1, { Type: "Process" }),
    "bip-0002.mediawiki": bip(2, { Status: "Complete" }),
    "bip-0003.md": `\`\`\`\n${bip(3)
      .replace(/<\/?pre>\n?/g, "")
      .replace("\n\n==", "\n```\n\n==")
      .replaceAll(/== (\w+) ==/g, "## $1")}`,
  },
  adr: {
    "docs/adr/0000-record-decisions.md": adr("Record decisions"),
    "docs/adr/0001-use-sqlite.md": adr("Use SQLite"),
    "docs/adr/0002-cache-answers.md": adr("Cache answers", "Proposed"),
  },
  swift: {
    "proposals/0001-keywords.md": swift("0001", "0001-keywords.md", "Implemented (Swift 2.2)"),
    "proposals/0002-currying.md": swift("0002", "0002-currying.md", "Active Review (January 5...15)"),
    "proposals/0003-parameters.md": swift("0003", "0003-parameters.md", "Awaiting Review"),
    "proposals/0004-closures.md": swift("0004", "0004-closures.md", "Awaiting Review"),
  },
} satisfies Record<string, Record<string, string>>;

export type Form = keyof typeof forms;

const today = "2020-01-10";

/** A register with its history; its configuration is what `init --from` wrote. */
export class RecordedRegister {
  readonly repository = new Repository();
  readonly root = this.repository.root;

  static async make(form: Form): Promise<RecordedRegister> {
    const register = new RecordedRegister();
    const { repository, root } = register;
    repository.commit("2019-06-01T00:00:00Z", forms[form]);
    // Another text got the number of an accepted one before anybody checked.
    if (form === "simd")
      repository.commit("2019-07-01T00:00:00Z", {
        "proposals/0040-accounts.md": simd("0040", { title: "The second" }),
      });
    const { ok, diagnostics } = await initFrom({ folder: root });
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    // Both doubles are proposals: a maintainer does not leave one out.
    const config = join(root, "cipgen.config.ts");
    const written = readFileSync(config, "utf8").replace(/^\s*ignore: \["0040-accounts\.md"\].*\n/m, "");
    repository.commit("2019-08-01T00:00:00Z", { "cipgen.config.ts": written });
    return register;
  }

  /** @param steps a commit each. @returns the name of a new branch. */
  branch(steps: readonly Files[]): string {
    return this.repository.branch(steps);
  }

  review(head: string): Promise<ReviewResult> {
    return review({ root: this.root, base: "main", head, today });
  }
}
