/** `cipgen init --from` where the usual fields are below another key, such as the name of the series. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeRepository } from "../../src/tools/scaffold/from/from.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

test("a key of the same name further down does not replace the one of the text", async () => {
  const text = (n: number) =>
    `---\ntitle: Thing ${n}\nstatus: Draft\nreview:\n  status: Final\n  by: Ann\n---\n\nText.\n`;
  const { value } = await describeRepository(repository(numbered(4, (n) => `xip-${n}.md`, text)));
  expect(value?.config).toMatch(/statuses: \["Draft"\]/);
  expect(value?.config).not.toContain("review.status");
});

test.each([
  "CreatedAt",
  "created_at",
  "Created on",
  "Proposed",
])("the date of %s is that of the proposals", async (key) => {
  const text = (n: number) => `---\ntitle: Thing ${n}\n${key}: 2022-01-0${n}\nUpdatedAt: 2022-02-0${n}\n---\n\nText.\n`;
  const { value } = await describeRepository(repository(numbered(3, (n) => `xip-${n}.md`, text)));
  expect(value?.series).toMatchObject([{ read: { date: 3 } }]);
  expect(value?.config).toContain(`date: ["${key}"]`);
  expect(value?.config).toContain('updated: ["UpdatedAt"]');
});

test("status, date and authors are found in a map of the register's own", async () => {
  const text = (n: number) =>
    `---\ntitle: Thing ${n}\nmep:\n  id: "000${n}"\n  status: Draft\n  created: 2022-01-0${n}\n  authors: [Ada]\n---\n\nText.\n`;
  const { value } = await describeRepository(repository(numbered(3, (n) => `meps/mep-000${n}.md`, text)));
  expect(value?.series).toMatchObject([{ read: { number: 3, status: 3, date: 3, authors: 3 } }]);
});

describe("people with other parts than the authors", () => {
  const write = (people: string) => (n: number) => `# Thing ${n}\n\n* **Status**: Draft\n${people}\n\nText.\n`;
  const items = async (files: Record<string, string>) => {
    const root = repository(files);
    const { value } = await describeRepository(root);
    writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
    const site = await build(root);
    const list = site.json<{ items: { authors: { name: string }[]; fields?: object }[] }>("xip/register.json").items;
    return list.map(({ authors, fields = {} }) => [authors.map(({ name }) => name), fields]);
  };

  const helpers = ["Contributors", "Owner", "Champion", "Editor", "Editors"];
  const lineOf = (key: string, value = "Bob, Cleo") => `* **${key}**: ${value}`;

  test("beside an author are shown, and no authors", async () => {
    const all = write([lineOf("Author", "Ann"), ...helpers.map((key) => lineOf(key))].join("\n"));
    const shown = Object.fromEntries(helpers.map((key) => [key, "Bob, Cleo"]));
    expect(await items(numbered(4, (n) => `xip-${n}.md`, all))).toEqual(Array(4).fill([["Ann"], shown]));
  });

  test.each(helpers)("%s are the authors where nobody else is named", async (key) => {
    const theirs = numbered(4, (n) => `xip-${n}.md`, write(lineOf(key)));
    expect(await items(theirs)).toEqual(Array(4).fill([["Bob", "Cleo"], {}]));
  });

  test("are the authors of the few texts that name nobody else", async () => {
    const some = numbered(2, (n) => `xip-0${n}.md`, write(lineOf("Owner")));
    const both = numbered(4, (n) => `xip-${n + 5}.md`, write(lineOf("Author", "Ann")));
    expect((await items({ ...both, ...some })).slice(0, 2)).toEqual(Array(2).fill([["Bob", "Cleo"], {}]));
  });
});

test("what is for a generator is no field of a register's own, and what every tenth text has is", async () => {
  const keys = ["layout", "permalink", "redirect_from", "redirect_to", "nav_order"];
  const text = (n: number) =>
    `---\ntitle: Thing ${n}\nstatus: Draft\n${n === 1 ? "reviewer: Bob\n" : ""}${keys.map((key) => `${key}: /things/${n}\n`).join("")}---\n\nText.\n`;
  const { value } = await describeRepository(repository(numbered(8, (n) => `xip-${n}.md`, text)));
  expect(value?.config).toContain('fields: [{ key: "reviewer", show: true }]');
});

test("one text with a section about its status makes no decision records of the others", async () => {
  const text = (n: number) =>
    n === 3
      ? `# Proposal: Thing ${n}\n\nAnn\n\n## Status\n\nDone.\n`
      : `# Proposal: Thing ${n}\n\nAuthor: Ann\n\nText.\n`;
  const root = repository(numbered(6, (n) => `design/1${n}-thing.md`, text));
  const { value } = await describeRepository(root);
  expect(value?.series).toMatchObject([{ id: "proposal" }]);
  writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
  const { items } = (await build(root)).json<{ items: object[] }>("proposal/register.json");
  expect(items).toMatchObject([1, 2, 3, 4, 5, 6].map((n) => ({ label: `Proposal-1${n}`, title: `Thing ${n}` })));
});

describe("keys are known by what is written there", () => {
  const config = async (folder: string, write: (n: number) => string) =>
    (await describeRepository(repository(numbered(5, (n) => `${folder}/000${n}-my-thing.md`, write)))).value;
  const fields = (...lines: string[]) => `${lines.map((line) => `- ${line}`).join("\n")}\n\n# Summary\n\nText.\n`;

  test("posts that are only days are a field of the register's own", async () => {
    const found = await config("xips", (n) => fields("Author: Ann", "Status: Draft", `Post-History: 2020-01-0${n}`));
    expect(found?.config).not.toContain("discussions");
    expect(found?.config).toContain('fields: [{ key: "Post-History", show: true }]');
  });

  test("relations, statuses and authors are found by keys with the label", async () => {
    const found = await config("cips", (n) =>
      fields(
        `CIP: ${n}`,
        "CIP Status: Draft",
        "CIP Author: Ann",
        `Required CIPs (*optional): ${n - 1}`,
        "Created: 2026-01-01",
      ),
    );
    expect(found?.config).toContain('requires: ["Required CIPs"]');
    expect(found?.series).toMatchObject([{ read: { status: 5, authors: 5 } }]);
  });

  test("the release in which a proposal came is not its status", async () => {
    const found = await config("xips", (n) =>
      fields("Author: Ann", `Status: ${n % 2 ? "Done in v1" : "Tried 2020-01-0"}${n}`),
    );
    expect(found?.config).toMatch(/statuses: \["(?:Done|Tried)", "(?:Done|Tried)"\]/);
  });

  test("the label is that of keys with the number, or with a status", async () => {
    const named = await config("texts", () => fields("Start Date: 2020-01-01", "SEP Status: Draft"));
    expect(named?.series).toMatchObject([{ id: "sep", read: { status: 5 } }]);
    const write = (n: number) => `    ZIP00${n}: Thing ${n}\n    Proposer: Ann\n    Status: Draft\n\nText.\n`;
    expect((await config("texts", write))?.series).toMatchObject([{ id: "zip", read: { title: 5, authors: 5 } }]);
  });
});

describe("registers in other languages", () => {
  const languages: [status: string, date: string, labels: [string, string], day: string][] = [
    ["ステータス", "日付", ["採用 (Accepted)", "提案"], "2026年3月1日"],
    ["Статус", "Дата", ["Принято", "Отклонено"], "2026-03-01"],
    ["Estado", "Fecha", ["Aceptado", "Rechazado"], "2026-03-01"],
    ["状态", "日期", ["已接受", "已废弃"], "2026/3/1"],
  ];
  const forms = {
    sections: (status: string, date: string, label: string, day: string) =>
      `## ⚡ ${status}\n\n${label}\n\n## ${date}\n\n${day}\n\n## A\n\nText.\n`,
    list: (status: string, date: string, label: string, day: string) =>
      `- ${status}: ${label}\n- ${date}: ${day}\n\n## A\n\nText.\n`,
  };

  test.each(languages)("have statuses and dates: %s, %s", async (status, date, labels, day) => {
    for (const [form, write] of Object.entries(forms)) {
      const text = (n: number) => `# ADR-000${n}: T ${n}\n\n${write(status, date, labels[n % 2] ?? "", day)}`;
      const root = repository(numbered(4, (n) => `docs/adr/000${n}-x.md`, text));
      const { value, diagnostics } = await describeRepository(root);
      expect(diagnostics).toEqual([]);
      expect(value?.series).toMatchObject([{ metadata: form, read: { number: 4, title: 4, status: 4, date: 4 } }]);
      for (const label of labels) expect(value?.config).toContain(`"${label.replace(/ \(.*/, "")}"`);
      writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
      const { diagnostics: problems, ...built } = await build(root);
      expect(problems).toEqual([]);
      const { items } = built.json<{ items: { date: string }[] }>("adr/register.json");
      expect(items.map((item) => item.date)).toEqual(Array(4).fill("2026-03-01"));
    }
  });
});
