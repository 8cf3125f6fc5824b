/** `cipgen init --from`: a repository that has proposals and no configuration has a site afterwards, and nothing else in it has changed. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ReadSeries } from "../../src/shared/api.js";
import { describeRepository } from "../../src/tools/scaffold/from/from.js";
import { webAddress } from "../../src/tools/scaffold/from/repository.js";
import { buildJson, cipgen } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { repository } from "../support/repository.js";
import { build, makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

/** Three proposals in a form; `write` gives the text of one. */
function three(path: (number: number) => string, write: (number: number) => string): Record<string, string> {
  return Object.fromEntries([1, 2, 3].map((number) => [path(number), write(number)]));
}

const padded = (number: number) => String(number).padStart(4, "0");
const fields = (number: number) => ({
  Title: `Thing ${number}`,
  Author: `Ada <ada@x.example>, [Bob](https://github.com/bob)`,
  Status: ["Draft", "Final", "Withdrawn"][number - 1] ?? "",
  Type: ["Core", "Core", "Process"][number - 1] ?? "",
  Created: ["2022-03-01", "03-Mar-2022", "March 5, 2022"][number - 1] ?? "",
});
const lines = (number: number, line: (key: string, value: string) => string) =>
  Object.entries(fields(number))
    .map(([key, value]) => line(key, value))
    .join("\n");

test.each([
  ["0001-x.md", "# 1. X\n\nDate: 2024-03-01\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n", "adr/adr-0001"],
  [
    "EIPS/eip-7.md",
    "---\neip: 7\ntitle: X\nauthor: Ada (@ada)\nstatus: Final\ntype: Meta\ncreated: 2015-11-15\n---\n\nText.\n",
    "eip/eip-7",
  ],
  [
    "cip/core/cip-1.md",
    "---\ncip: 1\ntitle: X\nauthor: Ada\nstatus: Final\ncreated: 2020-01-01\n---\n\nText.\n",
    "cip/core/cip-1",
  ],
  ["text/0001-x.md", "- Feature Name: `x`\n- Start Date: 2024-01-01\n\n# Summary\n\nText.\n", "proposal/proposal-0001"],
  [
    "peps/pep-0008.rst",
    "PEP: 8\nTitle: X\nAuthor: Ada <ada@x.example>\nStatus: Active\nType: Process\nCreated: 05-Jul-2001\n\nText.\n",
    "pep/pep-0008",
  ],
])("%s alone is a register", async (path, text, page) => {
  const root = repository({ [path]: text, "README.md": "# About\n", "notes/2024-report.md": "# Report\n" });
  expect(await cipgen(["init", "--from", root])).toMatchObject({ code: 0 });
  expect((await build(root)).has(`${page}/index.html`)).toBe(true);
});

test("a file of redirects from an earlier attempt stops it before anything is written", async () => {
  const texts = three(
    (number) => `rfcs/${padded(number)}-thing.md`,
    (number) => `# Thing ${number}\n\n${lines(number, (key, value) => `- ${key}: ${value}`)}\n\nText.\n`,
  );
  const plugins = "plugins:\n  - redirects:\n      redirect_maps:\n        old.md: 0001-thing.md\n";
  const site = { "mkdocs.yml": `site_name: X\nsite_url: https://x.example/\ndocs_dir: rfcs\n${plugins}` };
  const root = repository({ ...texts, ...site, "redirects.json": "{}" });
  const { code, stderr } = await cipgen(["init", "--from", root]);
  expect([code, existsSync(join(root, "cipgen.config.ts"))]).toEqual([3, false]);
  expect(stderr).toContain("redirects.json");
});

const docusaurus = (route: string) =>
  `module.exports = { title: "X", url: "https://x.example", baseUrl: "/", presets: [["classic", { docs: { routeBasePath: "${route}" }, blog: false }]] };\n`;
const docs = { "docs/intro.md": "---\nslug: /\n---\n\n# Intro\n", "docs/start.md": "# Start\n" };
const xips = three(
  (n) => `xips/xip-${n}.md`,
  (n) => `---\nxip: ${n}\ntitle: Thing ${n}\nstatus: Draft\n---\n\nSee [more](more.rst) and [notes](notes.md).\n`,
);

const words = ["alpha", "beta", "gamma"];

test.each([
  [
    "titles",
    (n: number) => [`content/${words[n]}.md`, `---\ntitle: SIP-${n} - The ${words[n]}\n---\n\nText.\n`],
    "/sip/sip-1",
  ],
  [
    "fields",
    (n: number) => [
      `${n === 0 ? "core" : "apps"}/2020010${n + 1}-${words[n]}.md`,
      `---\nstatus: draft\nflip: ${n === 2 ? "FLIP-2" : n}\n---\n\n# The ${words[n]}\n`,
    ],
    "/flip/flip-1",
  ],
  ["folders of statuses", (n: number) => [`accepted/${words[n]}.md`, `# The ${words[n]}\n`], "/proposal/beta"],
  [
    "folders of statuses beside placeholders",
    (n: number) => [`accepted/0000-${words[n]}-words.md`, `# The ${words[n]}\n`],
    "/proposal/beta-words",
  ],
  [
    "years in folders of statuses",
    (n: number) => [
      n === 0 ? "proposed/alpha.md" : `accepted/202${n}/${words[n]}/${words[n]}.md`,
      `# The ${words[n]}\n`,
    ],
    "/proposal/beta",
  ],
  [
    "a folder of proposals",
    (n: number) => [`rfcs/${n === 0 ? "" : "more/"}${words[n]}.${n === 0 ? "MD" : "md"}`, `# The ${words[n]}\n`],
    "/rfc/beta",
  ],
  ["folders in one", (n: number) => [`designs/${words[n]}/README.md`, `# The ${words[n]}\n`], "/proposal/beta"],
])("without numbers in names, %s say what is a proposal", async (_, text, route) => {
  const root = repository({
    ...Object.fromEntries([0, 1, 2].map(text)),
    "README.md": "# About\n",
    "notes/x.md": "# X\n",
  });
  expect(await cipgen(["init", "--from", root])).toMatchObject({ code: 0 });
  const { json, page } = await build(root);
  const { total } = json<{ total: number }>(`${route.slice(0, route.lastIndexOf("/")).slice(1)}/index.json`);
  expect([total, page(route).querySelector("h1")?.textContent]).toEqual([3, expect.stringContaining("The beta")]);
});

test("two versions in names are no series among many texts without numbers", async () => {
  const names = [..."abcdefghijklmnopqrstuvwx", "net8.0-x", "net9.0-x"].map((name) => `accepted/${name}.md`);
  const files = Object.fromEntries(names.map((name) => [name, "# Words\n\n**Owner** Ada\n"]));
  const { value } = await describeRepository(repository(files));
  expect(value?.series).toMatchObject([{ files: "{status}/{slug}.md", proposals: 26 }]);
});

test("texts in one folder are a series if most have a status, in every format, and two of one name are one", async () => {
  const text = (n: number) => [
    `docs/${"abcde"[n]}.${n % 2 ? "md" : "rst"}`,
    `${n ? "- Status: Draft\n- Author: Ada" : "Text."}\n\nText.\n`,
  ];
  const root = repository({ ...Object.fromEntries([0, 1, 2, 3, 4].map(text)), "docs/b.rst": "Text.\n" });
  const { value, diagnostics } = await describeRepository(root);
  expect(value?.series).toMatchObject([{ files: "{slug}.{md,rst}", proposals: 5, read: { status: 4 } }]);
  expect(diagnostics[0]?.message).toMatch(/^1 text in docs with the name of another text, /);
});

test("the words of one text are not the address of all", async () => {
  const sphinx = { "neps/conf.py": 'project = "NEPs"\n' };
  const text = (n: number) => `NEP ${n}\n=====\n\n:Status: Draft\n\nText.\n`;
  const paths = ["nep-0001-alpha", "nep-0002-beta", "nep-0003-gamma"].map((name, n) => [
    `neps/${name}.rst`,
    text(n + 1),
  ]);
  const { value } = await describeRepository(
    repository({ ...sphinx, ...Object.fromEntries(paths), "neps/nep-0004.rst": text(4) }),
  );
  expect(value?.config).not.toMatch(/permalink: .*alpha"/);
});

describe("what is written builds, or nothing is written", () => {
  test.each([
    ["docs at the address of home", { "docusaurus.config.js": docusaurus("/"), ...docs }],
    ["docs at the address of the register", { "docusaurus.config.js": docusaurus("xip"), ...docs }],
    ["a linked text that includes what is not there", { "xips/more.rst": "More\n====\n\n.. include:: made.rst\n" }],
    ["a linked text that cannot be read", { "xips/notes.md": "---\ntitle: [x\n---\n\nText.\n" }],
    ["a text with the number of another", { "xips/copy.md": xips["xips/xip-1.md"] ?? "" }],
  ])("%s", async (_, files) => {
    const root = repository({ ...xips, ...files });
    symlinkSync("nowhere", join(root, "gone.txt"));
    expect(await cipgen(["init", "--from", root])).toMatchObject({ code: 0 });
    expect((await build(root)).has("xip/xip-3/index.html")).toBe(true);
  });

  test.each([
    [
      "front matter has no closing line",
      Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`rfc900${n}.md`, "---\ntitle: X\n\n--- abstract\n\nText.\n"])),
    ],
    ["/xip/index.html is the address of the page /xip", { ...xips, "content/static/xip/index.html": "<p>x</p>" }],
  ])("%s", async (message, files) => {
    const root = repository(files);
    const { code, stderr } = await cipgen(["init", "--from", root]);
    expect([code, stderr.includes(message), existsSync(join(root, "cipgen.config.ts"))]).toEqual([2, true, false]);
  });
});

const forms: [form: string, files: Record<string, string>][] = [
  [
    "yaml",
    three(
      (n) => `XIPS/xip-${n}.md`,
      (n) => `---\nxip: ${n}\n${lines(n, (k, v) => `${k}: "${v}"`)}\n---\n\nText.\n`,
    ),
  ],
  [
    "preamble",
    three(
      (n) => `xip-${padded(n)}.md`,
      (n) => `<pre>\n  XIP: ${n}\n${lines(n, (k, v) => `  ${k}: ${v}`)}\n</pre>\n\n## Abstract\n\nText.\n`,
    ),
  ],
  [
    "preamble",
    three(
      (n) => `XIP-${padded(n)}/README.md`,
      (n) => `## Preamble\n\n\`\`\`\nXIP: ${n}\n${lines(n, (k, v) => `${k}: ${v}`)}\n\`\`\`\n\nText.\n`,
    ),
  ],
  [
    "list",
    three(
      (n) => `text/${padded(n)}-thing.md`,
      (n) =>
        `# Thing ${n}\n\n- XIP: [XIP-${padded(n)}](${padded(n)}-thing.md)\n${lines(n, (k, v) => `- **${k}**: ${v}`)}\n\nText.\n`,
    ),
  ],
  [
    "table",
    three(
      (n) => `proposals/${n}-thing/README.md`,
      (n) => `| XIP | ${n} |\n|---|---|\n${lines(n, (k, v) => `| **${k}** | ${v} |`)}\n\nText.\n`,
    ),
  ],
  [
    "paragraphs",
    three(
      (n) => `sips/xip-${n}/xip-${n}-thing.md`,
      (n) => `# Preamble\n\nXIP Number: ${n}\n\n${lines(n, (k, v) => `${k}: ${v}\n`)}\n# Abstract\n\nText.\n`,
    ),
  ],
];

describe("every form of metadata", () => {
  test.each(forms)("%s: every proposal has every field that its source states", async (form, files) => {
    const root = repository({ "README.md": "# The XIPs\n\nText.\n", ...files });
    const { value, diagnostics } = await describeRepository(root);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(value?.series).toMatchObject([
      { id: "xip", metadata: form, proposals: 3, read: { number: 3, title: 3, status: 3, date: 3, authors: 3 } },
    ]);
    expect(value?.config).toContain('statuses: ["Draft", "Final", "Withdrawn"]');
    expect(value?.config.split("\n").length).toBeLessThanOrEqual(41);
  });

  test("nothing is invented where a source states nothing", async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`0${n}.md`, `NIP-0${n}\n======\n\nThing ${n}\n-------\n\nText.\n`]),
    );
    const { value } = await describeRepository(repository(files));
    expect(value?.series).toMatchObject([
      { id: "nip", metadata: "none", proposals: 5, read: { number: 5, title: 5, status: 0, date: 0, authors: 0 } },
    ]);
    expect(value?.config).not.toContain("statuses");
  });

  test("a register in the style of a profile without statuses has those of its texts", async () => {
    const text = (n: number) =>
      `---\nstage: ${["accepted", "released", "accepted"][n - 1]}\nstart-date: 2020-01-0${n}\nprs:\n  accepted: https://x.example/${n}\n---\n\n# Thing ${n}\n\nText.\n`;
    const { value, diagnostics } = await describeRepository(
      repository(three((n) => `text/${padded(n)}-thing.md`, text)),
    );
    expect(diagnostics).toEqual([]);
    expect(value?.series).toMatchObject([{ id: "rfc", proposals: 3, read: { title: 3, status: 3, date: 3 } }]);
    expect(value?.config).toContain('profile: "rfc"');
    expect(value?.config).toContain(
      'statuses: ["Draft", "Accepted", "Released"], // the order is a guess, and so is Draft',
    );
  });

  test("a register in the style of a profile keeps its own fields, beside those of the profile", async () => {
    const text = (n: number) =>
      `- Start Date: 2020-10-2${n}\n- Target Major Version: ${n}.x\n- RFC PR: https://x.example/${n}\n\n# Summary\n\nText.\n`;
    const root = repository(three((n) => `active-rfcs/${padded(n)}-thing.md`, text));
    const { value } = await describeRepository(root);
    expect(value?.config).toContain('profile: "rfc"');
    expect(value?.config).toContain('fields: [{ key: "Target Major Version", show: true }],');
    writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
    expect((await build(root)).page("/rfc/rfc-0002").body.textContent).toContain("2.x");
    expect((await lint(root)).diagnostics.map(({ code }) => code)).not.toContain("unknown-fields");
  });

  test("a map that is read in parts is known, and its other parts are shown", async () => {
    const text = (n: number) =>
      `\`\`\`\nXIP: ${n}\nTitle: T\nWorking Group:\n    Owner: Ada <ada@x.example>\n    Consulted: Bob ${n}\nStatus: Draft\n\`\`\`\n\nText.\n`;
    const root = repository(three((n) => `xip-${n}.md`, text));
    const { value } = await describeRepository(root);
    expect(value?.config).toContain('author: ["workinggroup.owner"]');
    expect(value?.config).toContain('{ key: "workinggroup.consulted", show: "Consulted" }');
    writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
    expect((await build(root)).page("/xip/xip-2").body.textContent).toMatch(/Consulted\s*Bob 2/);
    expect((await lint(root)).diagnostics.map(({ code }) => code)).not.toContain("unknown-fields");
  });

  test("numbered texts without metadata beside a series are reported, and a template is no proposal", async () => {
    const texts = (folder: string, label: string, count: number) =>
      Object.fromEntries(
        [...Array(count).keys()].map((n) => [
          `${folder}/${padded(n + 1)}-x.md`,
          `# ${label}-${padded(n + 1)}: X\n\nText.\n`,
        ]),
      );
    const root = repository({
      ...texts("plans", "PLAN", 7),
      ...texts("rfcs", "RFC", 6),
      "plans/0000-template.md": "# PLAN-0000: Template\n\nText.\n",
    });
    const { value, diagnostics } = await describeRepository(root);
    expect(value?.series).toMatchObject([{ id: "plan", proposals: 7, read: { number: 7 } }]);
    expect(value?.config).toContain('ignore: ["0000-template.md"]');
    expect(diagnostics.map(({ code, message, help }) => [code, message, help])).toEqual([
      [
        "series-left-out",
        "6 numbered texts in rfcs ({number}-{slug}.md) are in no series: they are few, or have no metadata",
        'If they are proposals, add a series with source: "rfcs" and files: "{number}-{slug}.md".',
      ],
    ]);
    expect((await cipgen(["init", "--from", root])).stdout).toContain("not taken: 6 numbered texts in rfcs");
  });

  test("texts whose names have no number in digits are counted, with the reason", async () => {
    const names = ["01", "02", "03", "04", "05", "7G", "8X"];
    const root = repository(Object.fromEntries(names.map((name) => [`${name}.md`, `NIP-${name}\n======\n\nText.\n`])));
    const { stdout } = await cipgen(["init", "--from", root]);
    expect(stdout).toContain(
      "  2 other texts are not taken, without the name {number}.md and without metadata: 7G.md, 8X.md\n",
    );
  });

  test("a decision record with the number 0 is no draft", async () => {
    const records = three(
      (n) => `docs/decisions/${padded(n - 1)}-thing.md`,
      (n) => `# Thing ${n}\n\n## Status\n\nAccepted\n`,
    );
    const text = "---\nparent: Decisions\n---\n\n# Use MADR\n";
    const { value } = await describeRepository(repository({ ...records, "docs/decisions/0000-thing.md": text }));
    expect(value?.series).toMatchObject([{ proposals: 3, read: { number: 3 } }]);
  });

  test("decision records in both forms, in one folder", async () => {
    const root = repository({
      "docs/decisions/0001-nygard.md":
        "# 1. Nygard\n\nDate: 2020-01-02\n\n## Status\n\nSuperseded by [2. MADR](0002-madr.md)\n\n## Context\n\nText.\n",
      "docs/decisions/0002-madr.md":
        "# MADR\n\n* Status: accepted\n* Deciders: Ada\n* Date: 2020-01-03\n\n## Context\n\nText.\n",
      "docs/decisions/README.md": "# Decisions\n",
    });
    const { value, diagnostics } = await describeRepository(root);
    expect(diagnostics).toEqual([]);
    expect(value?.series).toMatchObject([
      { id: "adr", proposals: 2, read: { number: 2, title: 2, status: 2, date: 2, authors: 1 } },
    ]);
    expect(value?.config).toContain('profile: "adr"');
  });

  test.each([
    ["docs/adr", "adr"],
    ["docs/records", undefined],
  ])("statuses that name what replaces a decision are one status, in %s", async (folder, profile) => {
    const status = (n: number) =>
      n === 6
        ? "Superseded by [2. Decision 2](0002-decision.md)"
        : n === 7
          ? `Superseded by ${profile ? "ADR" : "XIP"} 3`
          : "Accepted";
    const texts = [1, 2, 3, 4, 5, 6, 7].map((n): [string, string] => {
      const metadata = profile ? `## Status\n\n${status(n)}` : `- XIP: ${n}\n- Status: ${status(n)}`;
      return [`${folder}/${padded(n)}-decision.md`, `# ${n}. Decision ${n}\n\n${metadata}\n\n## Context\n\nText.\n`];
    });
    const root = repository(Object.fromEntries(texts));
    const { value, diagnostics } = await describeRepository(root);
    expect(diagnostics).toEqual([]);
    if (profile) expect(value?.config).toContain('profile: "adr"');
    else expect(value?.config).toMatch(/statuses: \["Draft", "Accepted", "Superseded"\]/);
    writeFileSync(join(root, "cipgen.config.ts"), value?.config ?? "");
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    const id = value?.series[0]?.id ?? "";
    const { items } = site.json<{ items: { status: string }[] }>(`${id}/register.json`);
    expect(items.filter((one) => one.status === "superseded")).toHaveLength(2);
  });

  test("folders side by side are categories, or statuses; a second text of a number is left out; one below the others is theirs", async () => {
    const text = (status: string) => `---\ntitle: T\n${status}created: 2020-01-01\n---\n\nText.\n`;
    const { value } = await describeRepository(
      repository({
        "rfcs/active/0001-a.md": text(""),
        "rfcs/archive/0002-b.md": text(""),
        "rfcs/archive/0003-c.md": text(""),
        "rfcs/archive/0003-moved.md": "Moved.\n",
      }),
    );
    expect(value?.series).toMatchObject([{ files: "{status}/{number}-{slug}.md", read: { status: 3 } }]);
    expect(value?.config).toContain('ignore: ["archive/0003-moved.md"]');
    const above = ["0001-a", "0002-b", "obsolete/0003-c", "obsolete/0004-d"].map((name) => [
      `rfcs/${name}.md`,
      text(""),
    ]);
    expect((await describeRepository(repository(Object.fromEntries(above)))).value?.series).toMatchObject([
      { files: "{,obsolete/}{number}-{slug}.md", proposals: 4 },
    ]);
  });

  test("folders side by side are no categories where most texts name others", async () => {
    const text = (number: number, category: string) =>
      `---\nxip: ${number}\ntitle: T\ncategory: ${category}\ncreated: 2020-01-01\n---\n\nText.\n`;
    const { value, diagnostics } = await describeRepository(
      repository({
        "xips/xip-1.md": text(1, "Core"),
        "xips/xip-2.md": text(2, "Wallet"),
        "withdrawn-xips/xip-3.md": text(3, "Core"),
      }),
    );
    expect(value?.series).toMatchObject([{ files: "*/xip-{number}.md", proposals: 3 }]);
    expect(value?.config).toContain('category: { from: "field"');
    expect(diagnostics).toEqual([]);
  });
});

describe("what a register writes once", () => {
  const many = (status: (n: number) => string, category: (n: number) => string, more = "") =>
    Object.fromEntries(
      [...Array(70).keys()].map((n) => [
        `XIPS/xip-${n}.md`,
        `---\nxip: ${n}\ntitle: T\nstatus: ${status(n)}\ntype: ${category(n)}\nauthor: A\ncreated: 2020-01-01\n---\n\n${more}Text.\n`,
      ]),
    );

  test("is a status or a category where other registers know it, and a slip otherwise", async () => {
    const { value } = await describeRepository(
      repository(
        many(
          (n) => ["Last Call", "Drafft"][n] ?? "Draft",
          (n) => ["Informational", "Croe"][n] ?? (n % 2 ? "Core" : "Interface"),
        ),
      ),
    );
    expect(value?.config).toContain('statuses: ["Draft", "Last Call"]');
    expect(value?.config).toMatch(/values: \["(?:Core|Interface)", "(?:Core|Interface)", "Informational"\]/);
  });
});

describe("the command", () => {
  const files = {
    ...three(
      (n) => `EIPS/eip-${n}.md`,
      (n) =>
        `---\neip: ${n}\ntitle: T\nstatus: Final\ntype: Core\nauthor: A\ncreated: 2020-01-01\n---\n\n[gone](./nowhere.txt) ![a](../resources/a.png)\n`,
    ),
    "resources/a.png": "x",
    ".git/config": '[remote "origin"]\n\turl = git@github.com:owner/XIPs.git\n',
    ".git/HEAD": "ref: refs/heads/master\n",
  };

  test("writes one file, says what it understood, and the site builds", async () => {
    const root = repository(files);
    const before = treeOf(root);
    const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
    const report = JSON.parse(stdout);
    expect([code, report.series.length, Object.keys(report)]).toEqual([0, 1, ["config", "series", "diagnostics"]]);
    const config = readFileSync(join(root, "cipgen.config.ts"), "utf8");
    for (const part of [
      'profile: "eip"',
      '"https://github.com/owner/XIPs"',
      "legacy: { until: 3 }",
      'profile: "eip"',
      "edit/master",
    ])
      expect(config).toContain(part);
    const after = treeOf(root);
    const baseline = "cipgen-baseline.json";
    expect({ ...after, "cipgen.config.ts": undefined, [baseline]: undefined }).toEqual({
      ...before,
      "cipgen.config.ts": undefined,
    });
    const { code: built } = await buildJson(["--root", root]);
    expect(built).toBe(0);
  });

  test("takes nothing from sites that were built before, wherever they are", async () => {
    const root = repository(forms[0]?.[1] ?? {});
    const before = (await describeRepository(root)).value?.config ?? "";
    writeFileSync(join(root, "cipgen.config.ts"), before);
    for (const out of ["site", "web/public"]) {
      const { report } = await buildJson(["--root", root, "--out", join(root, out), "--no-cache"]);
      expect(report.files).toBeGreaterThan(3);
    }
    expect((await describeRepository(root)).value?.config).toBe(before);
  });

  test("refuses where there is a configuration, and where there are no proposals", async () => {
    const root = repository({ ...files, "cipgen.config.json": "{}" });
    const before = treeOf(root);
    expect((await cipgen(["init", "--from", root])).code).toBe(3);
    expect(treeOf(root)).toEqual(before);
    const { code, stdout } = await cipgen(["init", "--from", repository({ "README.md": "# x" }), "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([3, { config: null, series: [], diagnostics: [expect.anything()] }]);
  });

  test("refuses where another command was quicker, and where a configuration is a link to nothing", async () => {
    const root = repository(files);
    symlinkSync("gone.ts", join(root, "cipgen.config.ts"));
    const { code, stderr } = await cipgen(["init", "--from", root]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("there is a cipgen.config.ts already")]);
  });

  test("refuses what is no folder", async () => {
    const root = makeFolder({ file: "x" });
    for (const [name, message] of [
      ["file", "is not a folder"],
      ["none", "there is no folder"],
      ["file/below", "there is no folder"],
    ] as const) {
      const { code, stderr } = await cipgen(["init", "--from", join(root, name)]);
      expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
    }
  });

  test("refuses a second folder, and writes into neither", async () => {
    const [root, other] = [makeFolder({ "adr/0001-use-x.md": "# 1. Use X\n" }), join(makeFolder(), "register")];
    const { code, stdout, stderr } = await cipgen(["init", other, "--from", root]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`leave out '${other}'`);
    expect([existsSync(other), existsSync(join(root, "cipgen.config.ts"))]).toEqual([false, false]);
  });

  test("a build without a configuration says that it would make one", async () => {
    const { code, stderr } = await cipgen(["build", "--root", repository(files)]);
    expect([code, stderr.includes("init --from .")]).toEqual([3, true]);
  });
});

test.each([
  ["git@github.com:owner/name.git", "https://github.com/owner/name"],
  ["https://github.com/owner/name.git", "https://github.com/owner/name"],
  ["https://user:token@gitlab.com/group/sub/name", "https://gitlab.com/group/sub/name"],
  ["ssh://git@codeberg.org:22/owner/name.git", "https://codeberg.org/owner/name"],
  ["/srv/git/name", undefined],
  ["../name", undefined],
])("the address of %s is %s", (remote, address) => {
  expect(webAddress(remote)).toBe(address);
});

test("three texts without metadata are proposals in a folder whose name says so, and in another none", async () => {
  const files = (folder: string) =>
    Object.fromEntries([1, 2, 4].map((n) => [`${folder}/000${n}-name.md`, `# Name ${n}\n\n## Summary\n\nWords.\n`]));
  const found = async (folder: string) => {
    const { code, stdout } = await cipgen(["init", "--from", makeFolder(files(folder)), "--json"]);
    return [code, JSON.parse(stdout).series.map(({ source, proposals }: ReadSeries) => [source, proposals])];
  };
  expect(await found("text")).toEqual([0, [["text", 3]]]);
  expect(await found("notes")).toEqual([3, []]);
});

test("the configuration of texts with diagrams has the command that installs what draws them, and that of texts with containers or emoji says so", async () => {
  const configOf = async (body: string) => {
    const files = three(
      (n) => `XIPS/xip-${n}.md`,
      (n) => `---\nxip: ${n}\ntitle: T\n---\n\n${body}\n`,
    );
    return (await describeRepository(repository(files))).value?.config;
  };
  const command = /^\/\/ Texts have diagrams.*: npm install beautiful-mermaid@\^\d+\.\d+\.\d+$/m;
  expect(await configOf("- ```mermaid\n  graph TD\n  A-->B\n  ```")).toMatch(command);
  expect(await configOf("Words.")).not.toContain("beautiful-mermaid");
  expect(await configOf(":::note\nText.\n:::\n\n::: warning A title\nText.\n:::\n")).toContain(
    'markdown: { containers: ["note", "warning"] }',
  );
  expect(await configOf("| :heavy_check_mark: |\n| - |\n| std::a::b |")).toContain('markdown: { extras: ["emoji"] }');
});
