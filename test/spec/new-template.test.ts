/** `cipgen new` in a register of another form: its template is filled in, and without one the fields of the series are written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initFrom } from "../../src/cli/api/init.js";
import { lint } from "../../src/cli/api/lint.js";
import { newProposal } from "../../src/cli/api/new-proposal.js";
import { loadConfig } from "../../src/config/loading.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

const padded = (number: number) => String(number).padStart(4, "0");
const adr = (n: number) =>
  `# ${n}. Record ${n}\n\nDate: 2024-01-0${n}\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n`;
const madr = (n: number) =>
  `---\nstatus: "proposed"\ndate: 2024-01-0${n}\ndecision-makers: Bob\n---\n\n# Record ${n}\n\nText.\n`;
const swift = (n: number) =>
  `# Thing ${n}\n\n* Proposal: [SE-${padded(n)}](${padded(n)}-thing.md)\n* Authors: Bob\n* Status: **Accepted**\n\n## Introduction\n\nText.\n`;

test.each<[string, Record<string, string>, template: [path: string, text: string] | undefined, expected: string]>([
  [
    "adr-tools",
    numbered(3, (n) => `docs/adr/${padded(n)}-record-${n}.md`, adr),
    [
      "docs/adr/templates/template.md",
      "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Context\n\n```sh\n# install\n```\n",
    ],
    "# 4. Use PostgreSQL\n\nDate: 2026-03-05\n\n## Status\n\nDraft\n\n## Context\n\n```sh\n# install\n```\n",
  ],
  [
    "MADR, whose hints stay where an author has to write",
    numbered(3, (n) => `docs/decisions/${padded(n)}-record-${n}.md`, madr),
    [
      "docs/decisions/adr-template.md",
      '---\n# Ask an editor\nstatus: "{proposed | rejected}"\ndate: {YYYY-MM-DD when it was updated}\ndecision-makers: {everyone}\nconsulted: {everyone}\n---\n\n# {short title}\n\n{Describe it.}\n',
    ],
    '---\n# Ask an editor\nstatus: "Draft"\ndate: 2026-03-05\ndecision-makers: Ada Lovelace\nconsulted: {everyone}\n---\n\n# Use PostgreSQL\n\n{Describe it.}\n',
  ],
  [
    "Swift Evolution, with the name of the file",
    numbered(3, (n) => `proposals/${padded(n)}-thing.md`, swift),
    [
      "proposals/templates/0000-template.md",
      "# Feature name\n\n* Proposal: [SE-NNNN](NNNN-filename.md)\n* Authors: [Author 1](https://x.example)\n* Status: **Awaiting**\n\n## Introduction\n",
    ],
    "# Use PostgreSQL\n\n* Proposal: [SE-0004](0004-use-postgresql.md)\n* Authors: Ada Lovelace\n* Status: Awaiting review\n\n## Introduction\n",
  ],
  [
    "BitShares, whose fields are indented",
    numbered(
      3,
      (n) => `bsip-${padded(n)}.md`,
      (n) => `    BSIP: ${padded(n)}\n    Title: T\n    Status: Draft\n\n# Abstract\n`,
    ),
    ["BSIP-Template.md", "\n    BSIP: <number>\n    Title: <title>\n    Status: [ Draft | Final ]\n\n## Abstract\n"],
    "    BSIP: 0004\n    Title: Use PostgreSQL\n    Status: Draft\n\n## Abstract\n",
  ],
])("the template of %s", async (_, texts, [path, template] = ["", ""], expected) => {
  const { text, read } = await written({ ...texts, [path]: template });
  expect(text).toBe(expected);
  expect(read).toMatchObject({ title: expect.stringMatching(/^Use PostgreSQL$/i) });
});

test("without a template the fields of the series are front matter, which is read", async () => {
  const { text, read } = await written(numbered(3, (n) => `docs/adr/${padded(n)}-record-${n}.md`, adr));
  expect(text).toMatch(/^---\n(?:.*\n)*?title: Use PostgreSQL\n(?:.*\n)*?---\n/);
  expect(read).toMatchObject({ number: 4, title: "Use PostgreSQL", status: "draft", date: "2026-03-05" });
});

test("what the template and most texts do is no fault of a new text, and everything else is", async () => {
  const head = (name: string, day: string, issue = "") =>
    `---\nfeature: ${name}\nstart-date: ${day}\nissue:${issue}\n---\n`;
  const rfc = (n: number) =>
    `${head(`thing ${n}`, `${n} May 2021`, " 7")}\n# Thing ${n}\n\nIt\u2019s a \u201cword\u201d.\n`;
  const template = `${head("# a name", "# today, YYYY-MM-DD")}\n# Title\n\n<!-- Say it. -->\n\nText.\n`;
  const root = repository({
    ...numbered(4, (n) => `text/${padded(n)}-thing.md`, rfc),
    "text/0000-template.md": template,
  });
  expect((await initFrom({ folder: root })).ok).toBe(true);
  const { path = "" } = await newProposal({ root, title: "More", author: "Ada (@ada)", date: "2026-03-05" });
  const text = readFileSync(join(root, path), "utf8");
  expect(text).toContain("start-date: 2026-03-05\n");
  const findings = async (edited: string) =>
    (await lint({ root, draft: { path: join(root, path), text: edited } })).diagnostics.map(({ code }) => code);
  const blameless = text.replace(/# a name/, "more").replace(/<!--.*-->/, "Why?");
  expect(await findings(blameless.replace("05", "5"))).toEqual([]);
  expect(await findings(`${blameless}<!-- Later. -->\n`)).toEqual(["html-comments"]);
});

/** @returns the text of a new proposal, and the proposal as the site shows it. */
async function written(files: Record<string, string>) {
  const root = repository(files);
  expect((await initFrom({ folder: root })).ok).toBe(true);
  const made = await newProposal({ root, title: "Use PostgreSQL", author: "Ada Lovelace", date: "2026-03-05" });
  expect(made.diagnostics).toEqual([]);
  const { value: config } = await loadConfig(root);
  const { items } = (await build(root)).json<{ items: { title: string }[] }>(`${config?.series[0]?.id}/register.json`);
  return {
    text: readFileSync(join(root, made.path ?? ""), "utf8"),
    read: items.find(({ title }) => /postgres/i.test(title)),
  };
}
