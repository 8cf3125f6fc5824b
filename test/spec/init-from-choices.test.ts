/** `cipgen init --from` where texts leave a choice: it decides as their register does, and says what it left out. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeRepository } from "../../src/tools/scaffold/from/from.js";
import { cipgen } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

/** A folder with the configuration that `init --from` writes for it. */
async function configured(files: Record<string, string>) {
  const root = repository(files);
  const { value, diagnostics } = await describeRepository(root);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  writeFileSync(join(root, "cipgen.config.ts"), value.config);
  return { root, ...value, diagnostics };
}

describe("authors", () => {
  test.each(["Authors", "Author(s)"])("are those of %s, and the owner where a text has no authors", async (key) => {
    const authors = (n: number) => (n === 4 ? "" : `    ${key}: Anna ${n}, Ben\n`);
    const text = (n: number) =>
      `\`\`\`\nXIP: ${n}\nTitle: T\nWorking Group:\n    Owner: Olga\n${authors(n)}Status: Draft\n\`\`\`\n\nText.\n`;
    const { root } = await configured(numbered(4, (n) => `xip-${n}.md`, text));
    const { items } = (await build(root)).json<{ items: { authors: { name: string }[] }[] }>("xip/register.json");
    expect(items.map(({ authors: people }) => people.map(({ name }) => name).join())).toEqual([
      "Anna 1,Ben",
      "Anna 2,Ben",
      "Anna 3,Ben",
      "Olga",
    ]);
  });
});

test("a number that is a day is the date of a text without one", async () => {
  const text = (n: number) => `# Thing ${n}\n\n* Author(s): Ann\n* State: Draft\n\nText.\n`;
  const files = { ...numbered(3, (n) => `000${n}-s-thing.md`, text), "20230621-s-thing.md": text(4) };
  const { root } = await configured(files);
  const { items } = (await build(root)).json<{ items: { date: string }[] }>("proposal/register.json");
  expect(items.map(({ date }) => date).filter(Boolean)).toEqual(["2023-06-21"]);
});

test("authors and dates of a register like a known one are read by its own keys, too", async () => {
  const text = (n: number) =>
    `- Feature Name: f${n}\n- Date created: 2020-01-0${n}\n- Proposed by: Ann\n\n# Thing ${n}\n\nText.\n`;
  const { config, series } = await configured(numbered(4, (n) => `rfcs/000${n}-x.md`, text));
  expect(config).toContain('profile: "rfc"');
  expect(series).toMatchObject([{ read: { date: 4, authors: 4 } }]);
});

describe("the order of fields", () => {
  const text = (...lines: string[]) => `---\n${lines.join("\n")}\n---\n\n## Abstract\n\nText.\n`;
  const rest = ["title: T", "author: Ann (@ann)", "status: Draft", "type: Core", "created: 2022-01-04"];
  const misplaced = async (root: string) =>
    (await lint(root)).diagnostics.filter(({ code }) => code === "field-order").map(({ message }) => message);

  test("is not that of fields which are only shown", async () => {
    const write = (n: number) => text("version: 1.0.0", `zap: ${n}`, ...rest);
    const { root, config } = await configured(numbered(4, (n) => `zap-${n}.md`, write));
    expect(config).toContain(`fields: [{ key: "version", show: true }`);
    expect(await misplaced(root)).toEqual([]);
  });

  test("is the profile's where few texts have another", async () => {
    const lines = ["title: T", "description: D", "author: Ann (@ann)", "status: Draft", "type: Core"];
    const write = (n: number) => text(`eip: ${n}`, ...(n === 2 ? lines.toReversed() : lines));
    const { config } = await configured(numbered(4, (n) => `EIPS/eip-${n}.md`, write));
    expect(config).toContain('profile: "eip"');
    expect(config).not.toContain("fields:");
  });
});

describe("metadata of a few texts", () => {
  test("in a register without metadata is an example, and stays in its text", async () => {
    const manifest = "kind: Pod\nname: web\nlayer: Edge\nmetadata: none\n";
    const write = (n: number) =>
      `# Change ${n}\n\nText.\n${n > 8 ? `\n\`\`\`yaml\n${n > 9 ? manifest : manifest.replace("Pod", "Job")}\`\`\`\n` : ""}`;
    const { root, config } = await configured(numbered(11, (n) => `plans/000${n}-x.md`, write));
    expect(config).not.toMatch(/category:|fields:|statuses:/);
    const built = await build(root);
    const { items } = built.json<{ items: { url: string; category?: string; fields?: object }[] }>(
      "proposal/register.json",
    );
    expect(items.filter(({ category, fields }) => category || fields)).toEqual([]);
    expect(built.page(items[10]?.url ?? "").body.textContent).toContain("layer: Edge");
  });

  test("is no number if another program orders pages by it", async () => {
    const write = (n: number) => `---\nparent: Decisions\nnav_order: ${n}\nstatus: On hold\n---\n# Use ${n}\n\nText.\n`;
    const files = {
      ...numbered(5, (n) => `docs/decisions/000${n}-x.md`, write),
      "docs/decisions/index.md": write(100).replace("status: On hold\n", ""),
    };
    const { config, series } = await configured(files);
    expect(config).not.toContain("nav_order");
    expect(series).toMatchObject([{ proposals: 5, read: { number: 5 } }]);
  });
});

describe("statuses", () => {
  const config = async (...statuses: string[]) => {
    const write = (n: number) => `- Status: ${statuses[n - 1]}\n- Date: 2020-01-0${n}\n\n# Thing ${n}\n\nText.\n`;
    const { root, config: text } = await configured(numbered(statuses.length, (n) => `xips/000${n}-x.md`, write));
    const { items } = (await build(root)).json<{ items: { status: string }[] }>("proposal/register.json");
    return [/statuses: (.*?\])/.exec(text)?.[1], items.map(({ status }) => status).join(" ")];
  };

  test("are stages that have a number, in their order", async () => {
    const written = ["**3 (finished)** <!-- set it -->", "3 (finished)", "0 (idea)", "**1 (draft)**", "X (abandoned)"];
    expect(await config(...written)).toEqual(['["0", "1", "3", "X"]', "3 3 0 1 x"]);
  });

  test("may have the version after a slash, and a proposal that is installed is not a draft", async () => {
    const written = ["Final/R-34 Replaced", "Final/27.0 Implemented in OTP 27", "Installed", "Installed", "Draft"];
    expect(await config(...written)).toEqual([
      '["Draft", "Final", "Installed"]',
      "final final installed installed draft",
    ]);
  });
});

test("folders are categories in their own letters, also for new texts, and not if a name has none", async () => {
  const text = (n: number) => `---\nxip: ${n}\ntitle: T ${n}\ncreated: 2020-01-01\n---\n\nText.\n`;
  const files = (first: string, second: string) => ({
    ...numbered(3, (n) => `xips/${first}/xip-${n}.md`, text),
    ...numbered(
      3,
      (n) => `xips/${second}/xip-${n + 3}.md`,
      (n) => text(n + 3),
    ),
  });
  const { root, config, diagnostics } = await configured(files("TAP-Core", "Wallets and Keys"));
  expect(diagnostics).toEqual([]);
  expect(config).toContain(
    '{ id: "tap-core", label: "TAP-Core" }, { id: "wallets-and-keys", label: "Wallets and Keys" }',
  );
  const { items } = (await build(root)).json<{ items: { category: string }[] }>("xip/register.json");
  expect(items.map(({ category }) => category)).toEqual([
    ...Array(3).fill("tap-core"),
    ...Array(3).fill("wallets-and-keys"),
  ]);
  const made = await cipgen(["new", "A", "--root", root, "--category", "wallets-and-keys"]);
  expect(made.stdout.trim()).toMatch(/xips\/Wallets and Keys\/xip-7\.md$/);
  const other = await configured(files("\u6838\u5fc3", "Core"));
  expect(other).toMatchObject({ diagnostics: [], series: [{ proposals: 6 }] });
});

test("texts beside folders of categories are proposals of the same series", async () => {
  const text = (n: number) => `# Thing ${n}\n\nText.\n`;
  const { series } = await configured({
    ...numbered(3, (n) => `text/000${n}-thing.md`, text),
    ...Object.fromEntries([4, 5].map((n) => [`text/logs/000${n}-thing.md`, text(n)])),
    ...Object.fromEntries([6, 7].map((n) => [`text/trace/000${n}-thing.md`, text(n)])),
  });
  expect(series).toMatchObject([{ source: "text", proposals: 7 }]);
});

test("names with and without a hyphen before the number are of one series", async () => {
  const text = (n: number) => `# BEP-${n}: Thing\n\nText.\n`;
  const { root, series } = await configured({
    ...numbered(4, (n) => `BEPs/BEP-10${n}.md`, text),
    ...numbered(3, (n) => `BEPs/BEP${n}.md`, text),
  });
  expect(series).toMatchObject([{ files: "BEP{-,}{number}.md", proposals: 7 }]);
  const { items } = (await build(root)).json<{ items: { number: number }[] }>("bep/register.json");
  expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 101, 102, 103, 104]);
});

test("a translation beside its original is not the proposal, however long it is", async () => {
  const write = (n: number, more = "") => `---\nNumber: "000${n}"\nStatus: Final\nTitle: T\n---\n\nText. ${more}\n`;
  const { config } = await configured({
    ...numbered(4, (n) => `rfcs/000${n}-thing/000${n}-thing.md`, write),
    "rfcs/0002-thing/0002-thing.zh.md": write(2, "Much longer. ".repeat(9)),
    "rfcs/0003-thing/0003-thing.zh-CN.md": write(3, "Much longer. ".repeat(9)),
  });
  expect(config).toContain('ignore: ["0002-thing/0002-thing.zh.md", "0003-thing/0003-thing.zh-CN.md"]');
});

test("texts of a program's tests are no proposals", async () => {
  const text = (n: number) =>
    `---\nsip: ${n}\ntitle: Thing ${n}\nauthor: Ada (@ada)\nstatus: Draft\ncreated: 2024-01-0${n}\n---\n\nText.\n`;
  const own = numbered(3, (n) => `SIPS/sip-${n}.md`, text);
  const { series } = await configured({
    ...own,
    ...numbered(4, (n) => `tools/validate/test/preamble/sip-${n}.md`, text),
  });
  expect(series).toMatchObject([{ source: "SIPS", proposals: 3 }]);
});

test("a folder may have other words after the number than its text", async () => {
  const text = (n: number) => `---\ntitle: T ${n}\nstatus: Draft\n---\n\nText.\n`;
  const files = numbered(4, (n) => `plans/0${n}-folder/0${n}-${n === 2 ? "folder" : "text"}.md`, text);
  const { root, config, series } = await configured(files);
  expect(config).toContain('files: "{number}-*/{number}-{slug}.md"');
  expect(series).toMatchObject([{ proposals: 4, read: { number: 4 } }]);
  expect((await build(root)).diagnostics).toEqual([]);
  const same = await configured(numbered(4, (n) => `plans/0${n}-x${n}/0${n}-x${n}.md`, text));
  expect(same.config).toContain('files: "{number}-{slug}/{number}-{slug}.md"');
});

describe("folders side by side", () => {
  const text = (n: number) => `---\nxip: ${n}\ntitle: T ${n}\ncreated: 2020-01-01\n---\n\nText.\n`;

  test("are one series though each has a template", async () => {
    const files = {
      ...numbered(3, (n) => `accepted/000${n}-a.md`, text),
      ...numbered(
        2,
        (n) => `withdrawn/001${n}-b.md`,
        (n) => text(n + 10),
      ),
      "accepted/0000-template.md": text(0),
      "withdrawn/0000-template.md": text(0),
    };
    const { config, series, diagnostics } = await configured(files);
    expect(config).toContain('ignore: ["accepted/0000-template.md", "withdrawn/0000-template.md"]');
    expect(series).toMatchObject([{ files: "{status}/{number}-{slug}.md", proposals: 5, read: { status: 5 } }]);
    expect(diagnostics).toEqual([]);
  });

  test("have names of their own where they are two series of one label", async () => {
    const files = {
      ...numbered(4, (n) => `core/xip-${n}-a.md`, text),
      ...numbered(4, (n) => `apps/deep/er/xip-${n}-b/README.md`, text),
    };
    const { config } = await configured(files);
    expect(config.match(/title: "XIPs.*"/g)).toEqual(['title: "XIPs"', 'title: "XIPs: core"']);
    const inRoot = await configured({
      ...numbered(4, (n) => `xip-${n}-a.md`, text),
      ...numbered(5, (n) => `old/xip-${n}-b/README.md`, text),
    });
    expect(inRoot.config).toMatch(/title: "XIPs: \w/);
  });

  test("are none where a far larger one has the number of a few other texts", async () => {
    const files = {
      ...numbered(
        12,
        (n) => `plans/00${n + 10}-a.md`,
        (n) => text(n + 10),
      ),
      "policies/0011-tiers.md": text(11),
      "templates/0000-template.md": text(0),
    };
    const { config, series, diagnostics } = await configured(files);
    expect(series).toMatchObject([{ source: "plans", files: "{number}-{slug}.md", proposals: 12 }]);
    expect(config).not.toContain("ignore");
    expect(diagnostics).toEqual([]);
  });

  test("are one series though a number or two occurs twice, which is said, and however an extension is written", async () => {
    const files = {
      ...numbered(30, (n) => `plans/core/${n}-x/README.${n === 7 ? "MD" : "md"}`, text),
      ...numbered(
        20,
        (n) => `plans/apps/${n + 29}-x/README.md`,
        (n) => text(n + 29),
      ),
    };
    const { series, diagnostics } = await configured(files);
    expect(series).toMatchObject([{ files: "{category}/{number}-{slug}/README.md", proposals: 49 }]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "1 numbered text in plans with the number of another text, and nothing says which of them has it: apps/30-x/README.md",
    ]);
  });
});

test("the label of a series is that of its repository's name where its texts show none", async () => {
  const files = numbered(
    5,
    (n) => `text/000${n}-a.md`,
    (n) => `# Thing ${n}\n\nText.\n`,
  );
  const git = '[remote "origin"]\n\turl = git@github.com:owner/rfcs.git\n';
  expect(
    (await configured({ ...files, ".git/config": git, ".git/HEAD": "ref: refs/heads/main\n" })).series,
  ).toMatchObject([{ id: "rfc", read: { title: 5 } }]);
  expect((await configured(files)).series).toMatchObject([{ id: "proposal" }]);
});

test("the number of a pull request or a discussion is not that of the proposal, though most have the same", async () => {
  const text = (n: number) =>
    `---\ntitle: T\nstatus: Draft\npr-number: ${n === 4 ? "14, 15" : n}\nissue-number: ${n}\n---\n\nText.\n`;
  const { config, diagnostics } = await configured(numbered(6, (n) => `${n}-thing/thing.md`, text));
  expect(config).not.toContain("number: [");
  expect(diagnostics).toEqual([]);
});

describe("what is left out", () => {
  const text = (n: number) => `---\nxip: ${n}\ntitle: T\nstatus: Draft\n---\n\nText.\n`;

  test("texts with the number of another are named, and templates are not", async () => {
    const files = {
      ...numbered(5, (n) => `core/000${n}-a.md`, text),
      ...numbered(
        4,
        (n) => `core/000${n}-b.md`,
        () => "# Another\n",
      ),
      "core/0000-template.md": text(0),
    };
    const { config, diagnostics } = await configured(files);
    expect(config).toContain('ignore: ["0000-template.md", "0001-b.md", "0002-b.md", "0003-b.md", "0004-b.md"]');
    expect(diagnostics.map(({ code, message, help }) => [code, message, help])).toContainEqual([
      "series-left-out",
      "4 numbered texts in core with the number of another text, which is older or longer: 0001-b.md, 0002-b.md, 0003-b.md, …",
      "They are in `ignore` of the series. If they are proposals, give them other numbers, or name the end of their names in `parts`, and remove them there.",
    ]);
  });

  test("a few exceptional names are not the form of a series", async () => {
    const files = { ...numbered(12, (n) => `core/xip-${n}.md`, text), "core/xip20.md": text(20) };
    const { config } = await configured(files);
    expect(config).toContain('files: "xip-{number}.md"');
  });

  test("a proposal with another form of name is none of them", async () => {
    const files = { ...numbered(3, (n) => `core/xip-000${n}.md`, text), "core/xip-0004-x.md": text(4) };
    const { diagnostics } = await configured(files);
    expect(diagnostics.map(({ code }) => code)).toEqual(["file-name"]);
  });

  test("the name that a text should have keeps its extension and leaves its words open", async () => {
    const records = numbered(
      4,
      (n) => `core/000${n}-a.rst`,
      (n) => `T\n=\n\n:XIP: ${n}\n:Status: Draft\n:Author: Ada\n`,
    );
    const { diagnostics } = await configured({ ...records, "core/words.markdown": text(9) });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "this proposal's file should be named 0009-{slug}.markdown",
    ]);
  });

  test("folders of years are no proposals, and other texts than a README may be those of numbered folders", async () => {
    const notes = (status: string) =>
      numbered(
        24,
        (n) => `meetings/${2010 + (n % 8)}/LDM-${2010 + (n % 8)}-0${n % 3}.md`,
        () => `# Notes\n\n${status}We met.\n`,
      );
    for (const status of ["", "- Status: Draft\n- Date: 2020-01-01\n\n"]) {
      const { value, diagnostics } = await describeRepository(repository(notes(status)));
      expect(value).toBeUndefined();
      expect(diagnostics[0]?.help).toMatch(/^Proposals are Markdown, .* Others need a configuration/);
    }
    const records = numbered(6, (n) => `records/000${n}/${["record", "annex-a", "annex-b"][n % 3]}.md`, text);
    expect((await configured(records)).series).toMatchObject([{ files: "{number}/*.md", proposals: 6 }]);
  });

  test("a register in reStructuredText is found, and the template beside its texts is a page", async () => {
    const head = (n: number | string) =>
      `PEP: ${n}\nTitle: T\nAuthor: Ada <ada@x.example>\nStatus: Draft\nType: Process\nCreated: 13-Jun-2000\n\nText\n====\n\n* A\n`;
    const files = {
      ...numbered(6, (n) => `peps/pep-000${n}.rst`, head),
      "peps/pep-0001/pep-NNNN.rst": head("<number>"),
    };
    const { diagnostics, series } = await configured(files);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const read = { number: 6, title: 6, status: 6, date: 6, authors: 6 };
    expect(series).toMatchObject([{ files: "pep-{number}.rst", metadata: "preamble", proposals: 6, read }]);
  });
});

describe("texts without a number beside proposals", () => {
  const text = (n: number) => `---\nxip: ${n}\ntitle: T ${n}\nstatus: Draft\ncreated: 2020-01-01\n---\n\nText.\n`;
  const numberless = (line: string) => text(4).replace("xip: 4\n", line);

  test("are left out where they would stop the first build, which is said", async () => {
    const { root, config, diagnostics } = await configured({
      ...numbered(3, (n) => `xips/xip-${n}.md`, text),
      "xips/CN/xip-3-CN.md": numberless("CIP No.: 3\n"),
    });
    expect(config).toContain('ignore: ["CN/xip-3-CN.md"]');
    expect(diagnostics).toMatchObject([{ code: "series-left-out", file: "xips/CN/xip-3-CN.md", severity: "warning" }]);
    expect((await cipgen(["build", "--root", root])).code).toBe(0);
  });

  test.each([
    [["0000-one.md", "0000-two.md"], "xip: 0000\n"],
    [["1NNN-one.md", "1NNN-two.md"], "xip: (number/id -- assigned by XIP Manager)\n"],
  ])("have no page yet, whatever is wrong in them: %s", async (names, line) => {
    const pending = numberless(line).replace("2020-01-01", "2020-14-03");
    const { root, config } = await configured({
      ...numbered(3, (n) => `xips/000${n}-a.md`, text),
      ...Object.fromEntries(names.map((name) => [`xips/${name}`, pending])),
    });
    expect(config).not.toContain("ignore");
    const { code, stderr } = await cipgen(["build", "--root", root]);
    expect(code, stderr).toBe(0);
    expect(stderr.match(/number-pending/g)).toHaveLength(2);
  });

  test.each([
    ["Active", 4],
    ["Draft", 3],
    ["Draft | Active", 3],
  ])("are a proposal where 0000 has a status that has to be given: %s", async (status, proposals) => {
    const zero = numberless("xip: 0000\n").replace("Draft", status);
    const { root } = await configured({ ...numbered(3, (n) => `xips/xip-000${n}.md`, text), "xips/xip-0000.md": zero });
    const { items } = (await build(root)).json<{ items: object[] }>("xip/register.json");
    expect(items).toHaveLength(proposals);
  });
});
