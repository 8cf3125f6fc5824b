/** Writing the site: only what differs, only where it is ours, and whatever fails, the site is what it was. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { checkOutputPath } from "../../src/output/emit/output-folder.js";
import type { OutputFile } from "../../src/shared/output.js";
import { emit, filesOf } from "../support/emit.js";
import { isWindows } from "../support/machine.js";
import { mount, unmount } from "../support/mount.js";
import { rebuildUnderReaders } from "../support/readers.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const canMount = mount(join(makeFolder(), "try"));
afterAll(unmount);

const first = { "index.html": "one", "cip/index.html": "list", "old/gone.html": "x" };
const second = { "index.html": "two", "cip/index.html": "list", "cip/new/index.html": "n" };

/** What is in a folder: names and inodes, and of files sizes and times. A build takes its lock in one of the folders, which dates it. */
const snapshot = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const info = lstatSync(join(folder, path));
      return `${path} ${info.ino}${info.isDirectory() ? "" : ` ${info.mtimeMs} ${info.size}`}`;
    });

const own = (out: string) => readdirSync(join(out, ".cipgen")).sort();

describe("a new site", () => {
  test("is written with its folders, and counted in bytes", async () => {
    const root = makeFolder({ "source.bin": "12345" });
    const out = join(root, "deep/er/build");
    const copy: OutputFile = { path: "img/größe.png", content: { copyOf: join(root, "source.bin") } };
    const bytes: OutputFile = { path: "b.bin", content: new Uint8Array([0, 255]) };
    const emitted = await emit([...filesOf({ "index.html": "ä" }), copy, bytes], out);
    expect(emitted).toEqual({ value: { files: 3, bytes: 9, written: 3, removed: 0 }, diagnostics: [] });
    expect(treeOf(out)).toEqual({ "index.html": "ä", "img/größe.png": "12345", "b.bin": "\u0000\ufffd" });
    expect(own(out)).toEqual(["manifest.json"]);
    expect(readdirSync(join(root, "deep/er"))).toEqual(["build"]);
  });

  test("files that the last build wrote and that are gone are removed, with folders that were left empty", async () => {
    const out = join(makeFolder(), "build");
    await emit(first, out);
    expect((await emit(second, out)).value).toMatchObject({ written: 2, removed: 1 });
    expect(treeOf(out)).toEqual(second);
    expect(existsSync(join(out, "old"))).toBe(false);
  });

  test.skipIf(isWindows)("modes are 0644 and 0755 under every umask, and whatever a copied file has", async () => {
    const root = makeFolder({ "source.sh": "x" });
    chmodSync(join(root, "source.sh"), 0o700);
    const copy = { path: "deep/s.sh", content: { copyOf: join(root, "source.sh") } };
    const before = process.umask();
    for (const mask of [0o077, 0o022, 0o000]) {
      const out = join(root, `build-${mask}`);
      process.umask(mask);
      try {
        await emit([...filesOf({ "index.html": "x", "cip/a.html": "a" }), copy], out);
      } finally {
        process.umask(before);
      }
      const mode = (path: string) => (statSync(join(out, path)).mode & 0o777).toString(8);
      expect(["", "cip", "deep", ".cipgen"].map(mode)).toEqual(["755", "755", "755", "755"]);
      expect(["index.html", "cip/a.html", "deep/s.sh", ".cipgen/manifest.json"].map(mode)).toEqual(
        Array(4).fill("644"),
      );
    }
  });
});

describe("what did not change", () => {
  test("is the same file with the same date; what did is another one", async () => {
    const out = join(makeFolder(), "build");
    await emit(first, out);
    const before = statSync(join(out, "cip/index.html"));
    const home = statSync(join(out, "index.html")).ino;
    await emit(second, out);
    const after = statSync(join(out, "cip/index.html"));
    expect([after.ino, after.mtimeMs, after.nlink]).toEqual([before.ino, before.mtimeMs, 1]);
    expect(statSync(join(out, "index.html")).ino).not.toBe(home);
  });

  test("is not written: the same site again changes nothing on disk", async () => {
    const root = makeFolder({ "big.bin": "b".repeat(5_000_000), "small.bin": "s" });
    const copies = ["big.bin", "small.bin"].map((path) => ({ path, content: { copyOf: join(root, path) } }));
    const out = join(root, "build");
    const site = [...filesOf({ ...first, "large.txt": "ü".repeat(900_000) }), ...copies];
    await emit(site, out);
    const before = snapshot(out);
    expect((await emit(site, out)).value).toMatchObject({ written: 0, removed: 0 });
    expect(snapshot(out)).toEqual(before);
    writeFileSync(join(root, "big.bin"), `${"b".repeat(4_999_999)}c`);
    expect((await emit(site, out)).value).toMatchObject({ written: 1 });
    expect(readFileSync(join(out, "big.bin"), "utf8").endsWith("bc")).toBe(true);
  });
});

test("whatever is built, edited and damaged: the output is the last site, byte for byte", async () => {
  const names = ["a", "a/b", "a/b/e", "a/c/d", "c/index.html", "c/d/e.json", "f.css"];
  const site = fc.dictionary(fc.constantFrom(...names), fc.constantFrom("1", "2", "33"));
  const damage = fc.option(fc.tuple(fc.constantFrom(...names), fc.constantFrom("x", "22", undefined)));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(site, damage), { minLength: 1, maxLength: 5 }), async (steps) => {
      const out = join(makeFolder(), "build");
      for (const [wanted, harm] of steps) {
        const texts = { ...wanted };
        // A site cannot have a file and a folder of one name.
        for (const path of ["a", "a/b"])
          if (names.some((name) => name in texts && name.startsWith(`${path}/`))) delete texts[path];
        expect((await emit(texts, out)).diagnostics).toEqual([]);
        expect(existsSync(out) ? treeOf(out) : {}).toEqual(texts);
        if (harm && harm[0] in texts) {
          if (harm[1] === undefined) rmSync(join(out, harm[0]));
          else writeFileSync(join(out, harm[0]), harm[1]);
        }
      }
    }),
    { numRuns: 60 },
  );
});

describe("a failure", () => {
  const failing = (root: string): [string, OutputFile[], RegExp][] => [
    [
      "a path that another file has",
      [...filesOf(second), ...filesOf({ "cip/index.html": "other" })],
      /two files .* cip\/index\.html/,
    ],
    ["a path in a file", filesOf({ ...second, cip: "x", "cip/index.html": "y" }), /cip\/.*index\.html needs a folder/],
    [
      "a file that cannot be copied",
      [...filesOf(second), { path: "x", content: { copyOf: join(root, "missing") } }],
      /missing/,
    ],
    [
      "a name that is too long",
      filesOf({ ...second, [`${"n".repeat(300)}.html`]: "x" }),
      /nnn\.html: the name is too long/,
    ],
    [
      "a name that is not UTF-8",
      [{ path: "x", content: { copyOf: join(root, "bl\ufffde.png") } }],
      /bl.e\.png: its name is not UTF-8/,
    ],
  ];

  test.each([0, 1, 2, 3, 4])("while files are written says which, and changes nothing (%i)", async (index) => {
    const root = makeFolder();
    const out = join(root, "build");
    await emit(first, out);
    const before = snapshot(out);
    const [name, bad, message] = failing(root)[index] ?? ["", [], /./];
    await expect(emit(bad, out), name).rejects.toThrow(message);
    expect(snapshot(out)).toEqual(before);
  });

  test.runIf(canMount)("wherever a disk ends changes nothing", async () => {
    const outcomes = new Set<string>();
    for (let inodes = 12; !outcomes.has("written"); inodes++) {
      const out = join(makeFolder(), "disk");
      mount(out, `nr_inodes=${inodes}`);
      await emit(first, out);
      const next = { ...second, "a/b/c/d/index.html": "x", "new.css": "x" };
      const outcome = await emit(next, out).then(
        () => "written",
        ({ message }: Error) => /cannot (?:write|make the folder) .*: the disk is full/.exec(message)?.[0] ?? message,
      );
      outcomes.add(outcome.replace(/ \/.*:/, ""));
      expect(treeOf(out)).toEqual(outcome === "written" ? next : first);
      unmount();
    }
    expect([...outcomes].sort()).toEqual([
      "cannot make the folder the disk is full",
      "cannot write the disk is full",
      "written",
    ]);
  });

  test.each([
    "../secret.txt",
    "/etc/x",
    "a/../../secret.txt",
    ".git/config",
    "a/.GIT/config",
    ".cipgen/manifest.json",
    "",
    "a//b",
    "./a",
  ])("a path that leads out of the output or into what is not the site's writes nothing: %s", async (path) => {
    const root = makeFolder({ "secret.txt": "mine" });
    await expect(emit({ "index.html": "x", [path]: "yours" }, join(root, "build"))).rejects.toThrow();
    expect(treeOf(root)).toEqual({ "secret.txt": "mine" });
  });
});

describe("files that no build wrote", () => {
  test("beside a site are kept by every build", async () => {
    const out = join(makeFolder(), "build");
    await emit(first, out);
    mkdirSync(join(out, "old/mine"), { recursive: true });
    writeFileSync(join(out, "old/mine/notes.txt"), "mine");
    writeFileSync(join(out, "cip/notes.txt"), "mine");
    expect((await emit(second, out)).diagnostics).toEqual([]);
    expect(treeOf(out)).toEqual({ ...second, "old/mine/notes.txt": "mine", "cip/notes.txt": "mine" });
  });

  test.each<[string, string, Record<string, string>]>([
    ["a page's file", "cip/new/index.html", second],
    ["a folder's name", "cip/new", second],
    ["a folder in a file's place", "robots.txt/mine", { ...second, "robots.txt": "x" }],
  ])("that take %s are an error that names them, and nothing changes", async (_, path, site) => {
    const out = join(makeFolder(), "build");
    await emit(first, out);
    mkdirSync(join(out, path, ".."), { recursive: true });
    writeFileSync(join(out, path), "mine");
    const before = snapshot(out);
    const { value, diagnostics } = await emit(site, out, { force: true });
    expect([value, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["output-taken"]]);
    expect(diagnostics[0]?.message).toContain(join(out, path));
    expect(snapshot(out)).toEqual(before);
  });

  test("that replaced a file of ours, as a folder or a link, are kept and reported", async () => {
    const root = makeFolder({ "elsewhere/index.html": "mine", "elsewhere/list.txt": "mine" });
    const out = join(root, "build");
    await emit({ ...first, "deep/a/index.html": "a" }, out);
    rmSync(join(out, "index.html"));
    mkdirSync(join(out, "index.html"));
    writeFileSync(join(out, "index.html/mine.txt"), "mine");
    rmSync(join(out, "cip/index.html"));
    symlinkSync(join(root, "elsewhere/list.txt"), join(out, "cip/index.html"));
    rmSync(join(out, "deep/a"), { recursive: true });
    symlinkSync(join(root, "elsewhere"), join(out, "deep/a"));
    const before = snapshot(root);
    const { diagnostics } = await emit({ ...first, "deep/a/index.html": "a" }, out);
    expect(diagnostics.map(({ message }) => message.split(" ")[0])).toEqual([
      join(out, "cip/index.html"),
      join(out, "deep/a"),
      join(out, "index.html/mine.txt"),
    ]);
    expect(snapshot(root)).toEqual(before);
    // A site that has none of them leaves all of them alone.
    expect((await emit({ "other.html": "x" }, out)).diagnostics).toEqual([]);
    expect(lstatSync(join(out, "cip/index.html")).isSymbolicLink()).toBe(true);
    expect(treeOf(join(root, "elsewhere"))).toEqual({ "index.html": "mine", "list.txt": "mine" });
    expect(readFileSync(join(out, "index.html/mine.txt"), "utf8")).toBe("mine");
  });

  test("and that hosts read survive, make no folder somebody's, and are never replaced", async () => {
    const out = makeFolder({ ".git": "gitdir: x", CNAME: "a.example", ".nojekyll": "", ".well-known/x": "x" });
    const site = { "index.html": "x", CNAME: "a.example" };
    expect((await emit(site, out)).diagnostics).toEqual([]);
    const before = snapshot(out);
    expect((await emit(site, out)).value?.written).toBe(0);
    expect(snapshot(out)).toEqual(before);
    expect((await emit({ ...site, CNAME: "b.example" }, out)).diagnostics[0]?.message).toContain("CNAME");
    await emit({ "index.html": "y" }, out);
    const kept = { ".git": "gitdir: x", CNAME: "a.example", ".nojekyll": "", ".well-known/x": "x" };
    expect(treeOf(out)).toEqual({ ...kept, "index.html": "y" });
  });

  test("a host's file that the site itself has is replaced, and never removed", async () => {
    const out = join(makeFolder(), "build");
    await emit({ "index.html": "x", CNAME: "a.example" }, out);
    expect((await emit({ "index.html": "x", CNAME: "b.example" }, out)).diagnostics).toEqual([]);
    expect(treeOf(out).CNAME).toBe("b.example");
    await emit({ "index.html": "x" }, out);
    expect(treeOf(out).CNAME).toBe("b.example");
    await emit({ ".well-known/x": "a file" }, out);
    await emit({ ".well-known/x/y": "in a folder" }, out);
    expect(treeOf(out)).toMatchObject({ ".well-known/x/y": "in a folder" });
  });
});

test("an output may be below the root, also where the root itself is the source", () => {
  const root = makeFolder({ "a.md": "x" });
  expect(checkOutputPath(join(root, "build"), { root, sources: [root, join(root, "static")] })).toEqual([]);
  for (const name of ["contents", "..build"])
    expect(checkOutputPath(join(root, name), { root, sources: [join(root, "content")] })).toEqual([]);
});

test("readers find every file that both versions have, whole, while the site is rebuilt", async () => {
  const { polls, missing, torn } = await rebuildUnderReaders(8, 1);
  expect([missing, torn]).toEqual([0, 0]);
  expect(polls).toBeGreaterThan(50);
});
