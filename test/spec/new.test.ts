/** `cipgen new`: a proposal that builds and lints at once, under the next free number, and never in the place of another file. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { newCommand } from "../../src/cli/commands/new.js";
import type { ConfigInput } from "../../src/index.js";
import { pathBelow } from "../../src/platform/path-below.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { mount, unmount } from "../support/mount.js";
import { build, makeFolder, makeSite, proposalText } from "../support/site.js";

const first = { "content/cip/cbc/cip-20.md": proposalText(20) };

/** @returns what was printed, with the path relative to the root. */
async function create(root: string, title: string, options: Record<string, string> = {}) {
  let [result, talk] = ["", ""];
  const output = {
    result: (text: string) => {
      result += text;
    },
    talk: (text: string) => {
      talk += text;
    },
  };
  const code = await newCommand(title, { root, ...options }, output, "2026-01-15");
  const path = result.trim() === "" ? "" : pathBelow(root, resolve(result.trim()));
  return { code, path, talk, text: path && readFileSync(join(root, path), "utf8") };
}

test("prints the path alone, as it is seen from where it was called", async () => {
  const root = makeSite(first);
  const run = await cipgenProcess(["new", "Token Standard", "--author", "Ada (@ada)"], { cwd: root });
  expect(run).toEqual({ code: 0, stdout: "content/cip/cbc/cip-21.md\n", stderr: "" });
  const text = readFileSync(join(root, "content/cip/cbc/cip-21.md"), "utf8");
  expect(text).toMatch(/^---\ncip: 21\ntitle: Token Standard\n[\s\S]*author: Ada \(@ada\)\n/);
});

/** What lint says of any new proposal, because its author has not written yet. */
const toBeDone = new Set(["unfilled", "author-handle"]);

describe("the new proposal builds and lints without a word", () => {
  test("whatever its title is", async () => {
    const titles = [
      'A "quoted": title, #1',
      ..."yes null ~ true 2021-01-01 0x10 1155".split(" "),
      "- dash",
      "[list] {map} & *alias !tag",
      "日本語の標準 – „deutsch“",
      "it's 100% @handle",
      "line\nbreak \u202eturned\u0000",
      "../../etc/passwd",
    ];
    const root = makeSite(first);
    for (const [index, title] of titles.entries()) {
      const { code, path, text } = await create(root, title);
      expect([code, path]).toEqual([0, `content/cip/cbc/cip-${21 + index}.md`]);
      expect(text).toContain("date: 2026-01-15\n");
    }
    const site = await build(root);
    expect(site.diagnostics).toEqual([]);
    const { items } = site.json<{ items: { title: string }[] }>("cip/register.json");
    const clean = (title: string) =>
      title
        .replace(/\s|\p{C}/gu, " ")
        .replace(/ +/g, " ")
        .trim();
    expect(items.slice(1).map(({ title }) => title)).toEqual(titles.map(clean));
    const found = (await lint(root)).diagnostics.filter(({ file }) => !file?.endsWith("/cip-20.md"));
    expect(found.filter(({ code }) => !toBeDone.has(code) && code !== "smart-quotes")).toEqual([]);
  });

  const own = {
    id: "rfc",
    label: "RFC",
    title: "RFCs",
    route: "/rfc",
    statuses: [{ id: "new", label: "New", tone: "draft" as const }],
  };
  const registers: [string, ConfigInput["series"], string][] = [
    ["eip", [{ profile: "eip" }], "content/cip/eip-1.md"],
    ["simd", [{ profile: "simd" }], "content/cip/0001-ünï-code-etc.md"],
    [
      "names of which anything may be a part",
      [{ ...own, files: "*/{status}/{number}*/*.md" }],
      "content/cip/rfc/new/1/README.md",
    ],
  ];
  test.each(registers)("in a register of another kind: %s", async (_, series, expected) => {
    const root = makeSite({}, { series });
    const { code, path } = await create(root, "Ünï: code / ../etc");
    expect([code, path]).toEqual([0, expected]);
    expect((await build(root)).diagnostics).toEqual([]);
    expect((await lint(root)).diagnostics.filter(({ code }) => !toBeDone.has(code))).toEqual([]);
  });
});

describe("the name is like those of the others", () => {
  const bip = [{ profile: "bip" as const }];
  const simd = [{ profile: "simd" as const, files: "{number}-{slug}.md" }];
  const folders = [{ profile: "eip" as const, files: "*/eip-{number}.md", category: { from: "none" as const } }];
  test.each([
    ["zeros before the number", bip, ["bip-0009.md", "bip-0010.md"], "bip-0011.md"],
    ["no zeros, although addresses have them", simd, ["9-a.md", "10-b.md"], "11-a.md"],
    ["fewer zeros than addresses have", simd, ["009-a.md", "010-b.md"], "011-a.md"],
    ["a number with more digits", bip, ["bip-0009.md", "bip-12345.md"], "bip-12346.md"],
    ["the folder of most", folders, ["old/eip-1.md", "live/eip-2.md", "live/eip-3.md"], "live/eip-4.md"],
  ] as [string, ConfigInput["series"], string[], string][])("%s", async (_, series, names, expected) => {
    const files = names.map((name) => {
      const number = Number(/\d+/.exec(name)?.[0]);
      return [`content/cip/${name}`, `---\neip: ${number}\ntitle: T${number}\n---\n`];
    });
    const root = makeSite(Object.fromEntries(files), { series });
    expect((await create(root, "A")).path).toBe(`content/cip/${expected}`);
  });
});

test("a field below another key is written there", async () => {
  const keys = { number: ["number"], status: ["xip.status"], date: ["xip.created"] };
  const own = {
    id: "xip",
    label: "XIP",
    title: "XIPs",
    route: "/xip",
    files: "{number}.md",
    statuses: ["Draft"],
    keys,
  };
  const root = makeSite({}, { series: [own] });
  const { text } = await create(root, "A");
  expect(text).toContain("\nxip:\n  status: Draft\n  created: 2026-01-15\n");
  const { items } = (await build(root)).json<{ items: object[] }>("xip/register.json");
  expect(items).toMatchObject([{ number: 1, status: "draft", date: "2026-01-15" }]);
});

describe("the number", () => {
  test("is after the highest of the series, of files that cannot be read as well", async () => {
    const root = makeSite({ ...first, "content/cip/core/cip-30.md": "broken" });
    expect((await create(root, "A", { category: "Core protocol" })).path).toBe("content/cip/core/cip-31.md");
  });

  test("passes over several runs, in whatever order they are configured", async () => {
    const runs: [number, number][] = [
      [100, 111],
      [9, 9],
      [10, 99],
      [112, 120],
    ];
    const root = makeSite(
      { "content/cip/cbc/cip-8.md": proposalText(8) },
      { numbering: { reading: "continuous", runs } },
    );
    expect((await create(root, "A")).path).toBe("content/cip/cbc/cip-121.md");
  });

  test("can be chosen, unless it is taken", async () => {
    const root = makeSite(first);
    expect((await create(root, "A", { number: "7" })).path).toBe("content/cip/cbc/cip-7.md");
    const taken = await create(root, "A", { number: "20", category: "core" });
    expect(taken).toMatchObject({ code: 2, path: "" });
    expect(taken.talk).toContain("CIP-20 is taken");
    expect(existsSync(join(root, "content/cip/core/cip-20.md"))).toBe(false);
  });

  test("is never one that a build refuses because it is too long", async () => {
    const root = makeSite(first);
    expect((await create(root, "Last", { number: "999999999" })).code).toBe(0);
    expect((await build(root)).diagnostics).toEqual([]);
    const next = await create(root, "After");
    expect(next).toMatchObject({ code: 2, path: "" });
    expect(next.talk).toContain("the next number, 1000000000, has more than 9 digits");
    expect(next.talk).toContain("--number N");
    expect((await create(root, "After", { number: "1000000000" })).code).toBe(3);
    expect((await create(root, "After", { number: "21" })).code).toBe(0);
  });
});

test("never replaces a file", async () => {
  const root = makeSite(
    { "content/cip/proposal-1.md": "notes" },
    {
      series: [
        { profile: "cip", files: "proposal-{number}.md", ignore: ["proposal-1.md"], category: { from: "none" } },
      ],
    },
  );
  const { code, talk } = await create(root, "A");
  expect(code).toBe(2);
  expect(talk).toContain("a file of this name already exists");
  expect(readFileSync(join(root, "content/cip/proposal-1.md"), "utf8")).toBe("notes");
});

test.each([
  [{ category: "cor" }, 'Did you mean "core"?'],
  [{ series: "cap" }, 'Did you mean "cip"?'],
  [{ number: "-1" }, "is not a number of up to 9 digits"],
])("%j is bad usage, and says what is right", async (options, message) => {
  const { code, talk } = await create(makeSite(first), "A", options as Record<string, string>);
  expect(code).toBe(3);
  expect(talk).toContain(message);
});

test.each([
  [{}, "ERC"],
  [{ category: "meta" }, "Meta"],
])("a new ERC is an ERC unless it is told otherwise: %j", async (options, category) => {
  const erc = proposalText(20).replace("cip: 20", "eip: 20");
  const root = makeSite({ "content/cip/erc-20.md": erc }, { series: [{ profile: "erc" }] });
  const { code, text } = await create(root, "Token", options);
  expect(code).toBe(0);
  expect(text).toContain(`\ncategory: ${category}\n`);
});

test("a category is bad usage where the series has none", async () => {
  const root = makeSite({}, { series: [{ profile: "simd", category: { from: "none" } }] });
  const { code, talk } = await create(root, "A", { category: "core" });
  expect([code, talk]).toEqual([3, expect.stringContaining("--category: SIMD has no categories")]);
});

test("a title or an author of nothing is bad usage", async () => {
  expect((await create(makeSite(first), " \n ")).code).toBe(3);
  expect((await create(makeSite(first), "A", { author: " \n " })).code).toBe(3);
});

test("an author is one line, as a title is", async () => {
  const root = makeSite(first);
  expect((await create(root, "A", { author: "Ada\nstatus: final\u0000" })).text).toContain(
    'author: "Ada status: final"\n',
  );
  expect((await build(root)).diagnostics).toEqual([]);
});

describe("the template", () => {
  test("beside the proposals: its text, and the fields that the series does not know", async () => {
    const template =
      "---\ncip: <to be assigned>\ntitle: <title>\nlicense: CC0-1.0\nsponsor: <name>\n---\n\n## My section\n\n<Text.>\n";
    const { text } = await create(makeSite({ ...first, "content/cip/_template.md": template }), "A");
    expect(text).toMatch(/\nlicense: CC0-1\.0\n---\n\n## My section\n\n<Text\.>\n$/);
    expect(text).not.toContain("sponsor");
  });

  test("a page that shows it as code", async () => {
    const page =
      "---\ntitle: CIP-0\n---\nHow to.\n\n```yaml\n---\ncip: 1\n---\n```\n\n````markdown\n## Abstract\n\n```text\ncode\n```\n````\n\nMore.\n";
    const root = makeSite(
      { ...first, "content/docs/cip-0.md": page },
      { series: [{ profile: "cip", template: "content/docs/cip-0.md" }] },
    );
    expect((await create(root, "A")).text).toMatch(/---\n\n## Abstract\n\n```text\ncode\n```\n$/);
  });

  test("a page that is one, below front matter shown as code", async () => {
    const page =
      "---\ntitle: CIP-0\n---\n**Front matter**\n\n```yaml\n---\ncip: 1\n---\n```\n\n> Hint.\n\n## Abstract\n";
    const root = makeSite(
      { ...first, "content/docs/cip-0.md": page },
      { series: [{ profile: "cip", template: "content/docs/cip-0.md" }] },
    );
    expect((await create(root, "A")).text).toMatch(/---\n\n> Hint\.\n\n## Abstract\n$/);
  });

  test("one that is configured and missing is a problem of the configuration", async () => {
    const { code, talk } = await create(makeSite(first, { series: [{ profile: "cip", template: "no.md" }] }), "A");
    expect(code).toBe(3);
    expect(talk).toContain("series[0].template: there is no file no.md");
    expect(talk).toMatch(/cipgen\.config\.json:\d+:7\b/);
  });
});

describe.runIf(process.getuid?.() === 0 && mount(join(makeFolder(), "try")))("on a disk that is read-only", () => {
  afterAll(unmount);

  test("a proposal or a register is refused with the reason", async () => {
    const root = makeSite({});
    mount(join(root, "content/cip"), "ro");
    const written = await create(root, "One");
    expect(written.code).toBe(1);
    expect(written.talk).toMatch(/cannot make the folder .*cip.cbc: the file system is read-only \(EROFS\)/);
    const begun = await cipgen(["init", "content/cip/a/b"], { cwd: root });
    expect(begun.code).toBe(1);
    expect(begun.stderr).toMatch(/cannot make the folder .*cip.a.b: the file system is read-only \(EROFS\)/);
  });
});
