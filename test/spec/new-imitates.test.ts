/** `cipgen new` in a register of another form: the new text looks like the others, and is read like them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initFrom } from "../../src/api/init.js";
import { newProposal } from "../../src/api/new-proposal.js";
import { loadConfig } from "../../src/config/loading.js";
import { cipgen } from "../support/cli.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

const padded = (number: number) => String(number).padStart(4, "0");

/** @returns the text of a new proposal, and the proposal as the site shows it. */
async function written(files: Record<string, string>) {
  const root = repository(files);
  expect((await initFrom({ folder: root })).ok).toBe(true);
  const made = await newProposal({ root, title: "Use PostgreSQL", author: "Ada Lovelace", date: "2026-03-05" });
  expect(made.diagnostics).toEqual([]);
  const site = await build(root);
  const text = readFileSync(join(root, made.path ?? ""), "utf8");
  const { value: config } = await loadConfig(root);
  const { id } = config?.series[0] ?? {};
  const { items } = site.json<{ items: { number: number; title: string; status: string; date: string }[] }>(
    `${id}/register.json`,
  );
  return { path: made.path, text, read: items.at(-1) };
}

describe("decision records", () => {
  const adr = (n: number) =>
    `# ${n}. Record ${n}\n\nDate: 2024-01-0${n}\n\n## Status\n\nAccepted\n\n## Context\n\nThe issue ${n}.\n\n\`\`\`\n## No heading\n\`\`\`\n\n## Decision\n\nWe decided.\n\n## Consequences\n\nSome.\n`;

  test("of adr-tools keep title, date, status and sections", async () => {
    const { path, text, read } = await written(numbered(3, (n) => `docs/adr/${padded(n)}-record-${n}.md`, adr));
    expect(path).toBe("docs/adr/0004-use-postgresql.md");
    expect(text).toBe(
      "# 4. Use PostgreSQL\n\nDate: 2026-03-05\n\n## Status\n\nAccepted\n\n## Context\n\nTo be written.\n\n## Decision\n\nTo be written.\n\n## Consequences\n\nTo be written.\n",
    );
    expect(read).toMatchObject({ number: 4, title: "Use PostgreSQL", status: "accepted", date: "2026-03-05" });
  });

  test("of adr-tools take the template that is there", async () => {
    const template =
      "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Context\n\nWhat motivates this?\n\n## Decision\n\nWhat do we do?\n";
    const { text } = await written({
      ...numbered(3, (n) => `docs/adr/${padded(n)}-record-${n}.md`, adr),
      "docs/adr/templates/template.md": template,
    });
    expect(text).toBe(
      template
        .replace("NUMBER", "4")
        .replace("TITLE", "Use PostgreSQL")
        .replace("DATE", "2026-03-05")
        .replace("STATUS", "Accepted"),
    );
  });

  const madr = (n: number) =>
    `---\nstatus: "proposed"\ndate: 2024-01-0${n}\ndecision-makers: Bob\n---\n\n# Record ${n}\n\n## Context and Problem Statement\n\nText.\n\n## Considered Options\n\n* one\n* two\n\n## Decision Outcome\n\nChosen: one.\n\n### Consequences\n\n* Good.\n`;

  test("of MADR keep their keys, the title and the sections", async () => {
    const { text, read } = await written(numbered(3, (n) => `docs/decisions/${padded(n)}-record-${n}.md`, madr));
    expect(text).toBe(
      '---\nstatus: "proposed"\ndate: 2026-03-05\ndecision-makers: Ada Lovelace\n---\n\n# Use PostgreSQL\n\n## Context and Problem Statement\n\nTo be written.\n\n## Considered Options\n\nTo be written.\n\n## Decision Outcome\n\nTo be written.\n\n### Consequences\n\nTo be written.\n',
    );
    expect(read).toMatchObject({ number: 4, title: "Use PostgreSQL", status: "proposed", date: "2026-03-05" });
  });

  test("of MADR take the template that is there, with its hints", async () => {
    const { text, read } = await written({
      ...numbered(3, (n) => `docs/decisions/${padded(n)}-record-${n}.md`, madr),
      "docs/decisions/adr-template.md":
        '---\n# These are optional.\nstatus: "{proposed | rejected | accepted}"\ndate: {YYYY-MM-DD when the decision was last updated}\ndecision-makers: {list everyone involved}\nconsulted: {list everyone}\n---\n\n# {short title, representative of solved problem}\n\n## Context and Problem Statement\n\n{Describe the context.}\n\n## Considered Options\n\n* {title of option 1}\n',
    });
    expect(text).toBe(
      '---\n# These are optional.\nstatus: "proposed"\ndate: 2026-03-05\ndecision-makers: Ada Lovelace\nconsulted:\n---\n\n# Use PostgreSQL\n\n## Context and Problem Statement\n\n{Describe the context.}\n\n## Considered Options\n\n* {title of option 1}\n',
    );
    expect(read).toMatchObject({ title: "Use PostgreSQL", status: "proposed" });
  });
});

describe("every form of metadata keeps its signs, keys and order", () => {
  const status = (n: number) => ["Draft", "Final", "Draft"][n - 1];
  test.each([
    [
      "a list below the title, with a link to the own file",
      (n: number) => `proposals/${padded(n)}-thing.md`,
      (n: number) =>
        `# Thing ${n}\n\n* Proposal: [SE-${padded(n)}](${padded(n)}-thing.md)\n* Author: [Bob](https://github.com/bob)\n* Status: **${status(n)}**\n* Date: 1${n}/02/2024\n* Bug: [#${n}](https://x.example/${n})\n\n## Introduction\n\nText.\n`,
      "# Use PostgreSQL\n\n* Proposal: [SE-0004](0004-use-postgresql.md)\n* Author: Ada Lovelace\n* Status: **Draft**\n* Date: 05/03/2026\n* Bug:\n\n## Introduction\n\nTo be written.\n",
    ],
    [
      "a preamble in a block of code",
      (n: number) => `xip-${n}.md`,
      (n: number) =>
        `\`\`\`\n  XIP: ${n}\n  Title: Thing ${n}\n  Author: Bob <b@x.example>\n          Carl <c@x.example>\n  Status: ${status(n)}\n  Created: 2024-01-0${n}\n  License: CC0\n\`\`\`\n\n== Abstract ==\n\n## Abstract\n\nText.\n`,
      "```\n  XIP: 4\n  Title: Use PostgreSQL\n  Author: Ada Lovelace\n  Status: Draft\n  Created: 2026-03-05\n  License: CC0\n```\n\n## Abstract\n\nTo be written.\n",
    ],
    [
      "a table",
      (n: number) => `rfcs/${padded(n)}-thing.md`,
      (n: number) =>
        `# RFC-${padded(n)}: Thing ${n}\n\n|                 |          |\n| --------------- | -------- |\n| **Start Date**  | January ${n}, 2024 |\n| **Status** | ${status(n)} |\n| **Authors** | Bob |\n\n## Summary\n\nText.\n`,
      "# RFC-0004: Use PostgreSQL\n\n|                 |          |\n| --------------- | -------- |\n| **Start Date**  | March 5, 2026   |\n| **Status** | Draft |\n| **Authors** | Ada Lovelace |\n\n## Summary\n\nTo be written.\n",
    ],
  ])("%s", async (_, path, write, expected) => {
    const { text, read } = await written(numbered(3, path, write));
    expect(text).toBe(expected);
    expect(read).toMatchObject({ number: 4, title: "Use PostgreSQL", date: "2026-03-05" });
  });

  test("the template of rust-lang/rfcs, in the root", async () => {
    const rfc = (n: number) =>
      `- Feature Name: \`thing_${n}\`\n- Start Date: 2024-01-0${n}\n- RFC PR: [rust-lang/rfcs#${n}](https://github.com/rust-lang/rfcs/pull/${n})\n\n# Summary\n\nText.\n`;
    const { path, text } = await written({
      ...numbered(3, (n) => `text/${padded(n)}-thing.md`, rfc),
      "0000-template.md":
        "- Feature Name: (fill me in with a unique ident, `my_awesome_feature`)\n- Start Date: (fill me in with today's date, YYYY-MM-DD)\n- RFC PR: [rust-lang/rfcs#0000](https://github.com/rust-lang/rfcs/pull/0000)\n\n## Summary\n[summary]: #summary\n\nOne paragraph explanation of the feature.\n",
    });
    expect(path).toBe("text/0004-use-postgresql.md");
    expect(text).toBe(
      "- Feature Name: use_postgresql\n- Start Date: 2026-03-05\n- RFC PR: [rust-lang/rfcs#0000](https://github.com/rust-lang/rfcs/pull/0000)\n\n## Summary\n[summary]: #summary\n\nOne paragraph explanation of the feature.\n",
    );
  });
});

describe("without numbers", () => {
  const names = ["apples", "bananas", "cherries"];
  const series = (path: (name: string) => string, write: (name: string, day: number) => string) =>
    Object.fromEntries(names.map((name, index) => [path(name), write(name, index + 1)]));

  test("the template is filled in, also where its heading has a place for a number", async () => {
    const { path, text, read } = await written({
      ...series(
        (name) => `rfcs/${name}.md`,
        (name, day) =>
          `---\ntitle: All ${name}\nslug: ${name}\nstatus: Draft\ncreated: 2024-01-0${day}\n---\n\n## Motivation\n\nText.\n`,
      ),
      "rfcs/TEMPLATE.md":
        "---\ntitle: <the title>\nslug: <name of the file>\nstatus: Draft\ncreated: <YYYY-MM-DD>\nauthor: <you>\n---\n\n# RFC-0000: <the title>\n\n## Motivation\n\nWhy?\n",
    });
    expect(path).toBe("rfcs/use-postgresql.md");
    expect(text).toBe(
      "---\ntitle: Use PostgreSQL\nslug: use-postgresql\nstatus: Draft\ncreated: 2026-03-05\nauthor: Ada Lovelace\n---\n\n# Use PostgreSQL\n\n## Motivation\n\nWhy?\n",
    );
    expect(read).toMatchObject({ number: null, title: "Use PostgreSQL", status: "draft", date: "2026-03-05" });
  });

  test("the name begins with a year as those of the others, and headings that one text alone has are left out", async () => {
    const { path, text, read } = await written(
      series(
        (name) => `designs/2024-${name}/README.md`,
        (name, day) =>
          `- Start Date: 2024-01-0${day}\n- Authors: Bob\n\n# All ${name}\n\n## Motivation\n\nText.\n\n## Detailed Design\n\n### Of ${name}\n\nText.\n`,
      ),
    );
    expect(path).toBe("designs/2026-use-postgresql/README.md");
    expect(text).toBe(
      "- Start Date: 2026-03-05\n- Authors: Ada Lovelace\n\n# Use PostgreSQL\n\n## Motivation\n\nTo be written.\n\n## Detailed Design\n\nTo be written.\n",
    );
    expect(read).toMatchObject({ title: "Use PostgreSQL", date: "2026-03-05" });
  });

  test("texts that have a title alone get no fields", async () => {
    const { text } = await written(
      series(
        (name) => `rfcs/${name}.md`,
        (name) => `# RFC: All ${name}\n\nText.\n\n## The ${name}\n\nText.\n`,
      ),
    );
    expect(text).toBe("# RFC: Use PostgreSQL\n\nTo be written.\n");
  });
});

test("git says who writes: with the address where the register has addresses, and not where it has none", async () => {
  const git = (root: string) => {
    spawnSync("git", ["init", "-q"], { cwd: root });
    spawnSync("git", ["config", "user.name", "Ada Lovelace"], { cwd: root });
    spawnSync("git", ["config", "user.email", "ada@x.example"], { cwd: root });
  };
  const author = async (name: string) => {
    const root = repository(
      numbered(
        3,
        (n) => `xips/xip-${n}.md`,
        (n) => `---\nxip: ${n}\ntitle: Thing ${n}\nauthor: ${name}\nstatus: Draft\n---\n\nText.\n`,
      ),
    );
    expect((await initFrom({ folder: root })).ok).toBe(true);
    git(root);
    const { stdout } = await cipgen(["new", "One more", "--root", root], { cwd: root });
    return /^author: (.*)$/m.exec(readFileSync(join(root, stdout.trim()), "utf8"))?.[1];
  };
  expect(await author("Bob (@bob)")).toBe("Ada Lovelace <ada@x.example>");
  expect(await author("Bob")).toBe("Ada Lovelace");
});
