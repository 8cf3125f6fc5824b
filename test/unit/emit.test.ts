/** Writing the site: whatever happens, there is the old site or the new one, never a mixture and never nothing. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkOutput, emit } from "../../src/emit/emit.js";
import type { OutputFile } from "../../src/shared/output.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const files = (texts: Record<string, string>): OutputFile[] =>
  Object.entries(texts).map(([path, content]) => ({ path, content }));
const first = { "index.html": "one", "cip/index.html": "list", "old/gone.html": "x" };
const second = { "index.html": "two", "cip/index.html": "list", "cip/new/index.html": "n" };

/** What lies beside the output: nothing must be left there. */
const beside = (out: string) => readdirSync(join(out, "..")).filter((name) => name.includes("cipgen"));

describe("a new site", () => {
  test("is written with its folders, and counted in bytes", async () => {
    const out = join(makeFolder({ "source.bin": "12345" }), "deep/er/build");
    const copy: OutputFile = { path: "img/größe.png", content: { copyOf: join(out, "../../../source.bin") } };
    const bytes: OutputFile = { path: "b.bin", content: new Uint8Array([0, 255]) };
    expect(await emit([...files({ "index.html": "ä" }), copy, bytes], out)).toEqual({ files: 3, bytes: 9 });
    expect(treeOf(out)).toEqual({ "index.html": "ä", "img/größe.png": "12345", "b.bin": "\u0000\ufffd" });
    expect(beside(out)).toEqual([]);
  });

  test("replaces the old one as a whole: files that are gone are gone", async () => {
    const out = join(makeFolder(), "build");
    await emit(files(first), out);
    await emit(files(second), out);
    expect(treeOf(out)).toEqual(second);
    expect(beside(out)).toEqual([]);
  });

  test("files that did not change are the same file, with the same date; others are not", async () => {
    const out = join(makeFolder(), "build");
    await emit(files(first), out);
    const inode = (path: string) => statSync(join(out, path)).ino;
    const before = {
      list: inode("cip/index.html"),
      home: inode("index.html"),
      time: statSync(join(out, "cip/index.html")).mtimeMs,
    };
    await emit(files(second), out);
    expect(inode("cip/index.html")).toBe(before.list);
    expect(statSync(join(out, "cip/index.html")).mtimeMs).toBe(before.time);
    expect(inode("index.html")).not.toBe(before.home);
    expect(statSync(join(out, "cip/index.html")).nlink).toBe(1);
  });

  test("a file may become a folder and a folder a file", async () => {
    const out = join(makeFolder(), "build");
    await emit(files({ "index.html": "x", a: "file", "b/c": "file" }), out);
    await emit(files({ "index.html": "x", "a/d": "file", b: "file" }), out);
    expect(treeOf(out)).toEqual({ "index.html": "x", "a/d": "file", b: "file" });
    const sameSize = "x".repeat(statSync(join(out, "a")).size);
    await emit(files({ "index.html": "x", a: sameSize }), out);
    expect(treeOf(out)).toEqual({ "index.html": "x", a: sameSize });
  });
});

describe("an output that is a symbolic link", () => {
  test("stays one, and its target is replaced in one step", async () => {
    const root = makeFolder();
    const out = join(root, "public");
    mkdirSync(join(root, "first"));
    symlinkSync("first", out);
    await emit(files(first), out);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect(treeOf(out)).toEqual(first);
    await emit(files(second), out);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect(treeOf(out)).toEqual(second);
    // The folder that somebody else made is theirs; the one that this program made is gone.
    expect(existsSync(join(root, "first"))).toBe(true);
    expect(readdirSync(root).filter((name) => name.startsWith(".public"))).toHaveLength(1);
  });
});

describe("a failure", () => {
  const failing = (root: string): [string, OutputFile[]][] => [
    ["a file that cannot be copied", [...files(second), { path: "x", content: { copyOf: join(root, "missing") } }]],
    ["a name that is too long, as on a full disk", files({ ...second, [`${"n".repeat(300)}.html`]: "x" })],
    ["a file where a folder must be", files({ ...second, cip: "x" })],
  ];

  test.each([0, 1, 2])("while files are written leaves the old site and nothing beside it (%i)", async (index) => {
    const root = makeFolder();
    const out = join(root, "build");
    await emit(files(first), out);
    const [name, bad] = failing(root)[index] ?? ["", []];
    await expect(emit(bad, out), name).rejects.toThrow();
    expect(treeOf(out)).toEqual(first);
    expect(beside(out)).toEqual([]);
  });

  test("in the first build leaves no half of a site", async () => {
    const out = join(makeFolder(), "build");
    await expect(emit([{ path: "index.html", content: { copyOf: join(out, "missing") } }], out)).rejects.toThrow();
    expect(existsSync(out)).toBe(false);
  });

  test("a path that leads out of the output writes nothing there", async () => {
    const root = makeFolder({ "secret.txt": "mine" });
    const out = join(root, "build");
    await emit(files({ "index.html": "x", "../secret.txt": "yours" }), out).catch(() => undefined);
    expect(readFileSync(join(root, "secret.txt"), "utf8")).toBe("mine");
  });
});

describe("recovery", () => {
  test("a build that was killed between the two renames: the old site comes back before the new one is made", async () => {
    const root = makeFolder({ ".build.cipgen-old/index.html": "old", ".build.cipgen-old/cip/index.html": "list" });
    const out = join(root, "build");
    await expect(emit([{ path: "a", content: { copyOf: join(root, "missing") } }], out)).rejects.toThrow();
    expect(treeOf(out)).toEqual({ "index.html": "old", "cip/index.html": "list" });
    await emit(files(second), out);
    expect(treeOf(out)).toEqual(second);
    expect(beside(out)).toEqual([]);
  });

  test("what a killed build left is removed, what a running one writes is not", async () => {
    // No process has a number this high; process 1 always runs.
    const root = makeFolder({
      ".build.cipgen-new-99999999-x/index.html": "dead",
      ".build.cipgen-new-1-x/index.html": "alive",
    });
    await emit(files(first), join(root, "build"));
    expect(beside(join(root, "build"))).toEqual([".build.cipgen-new-1-x"]);
  });

  test("of a site behind a link, what a killed build left is removed as well", async () => {
    const current = ".public.cipgen-site-99999998-x";
    const root = makeFolder({
      [`${current}/index.html`]: "shown",
      ".public.cipgen-site-99999999-x/index.html": "dead",
    });
    symlinkSync(current, join(root, "public"));
    const bad: OutputFile = { path: "a", content: { copyOf: join(root, "missing") } };
    await expect(emit([bad], join(root, "public"))).rejects.toThrow();
    expect(beside(join(root, "public"))).toEqual([current]);
    expect(treeOf(join(root, "public"))).toEqual({ "index.html": "shown" });
  });
});

describe("what must not be replaced", () => {
  test.each([
    ["the root itself", ""],
    ["a folder above the sources", ".."],
    ["the content", "content"],
    ["the folder of the proposals", "content/cip"],
  ])("%s", async (_, path) => {
    const root = join(makeFolder({ "site/content/cip/a.md": "x", "site/index.html": "x" }), "site");
    const [refusal] = await checkOutput(join(root, path), [root, join(root, "content"), join(root, "content/cip")]);
    expect(refusal).toMatchObject({ code: "output-unsafe", severity: "error", help: expect.stringContaining("--out") });
  });

  test("a folder that holds something else than a site", async () => {
    const root = makeFolder({ "photos/me.jpg": "x" });
    expect(await checkOutput(join(root, "photos"), [join(root, "content")])).toHaveLength(1);
  });

  test("a file", async () => {
    const root = makeFolder({ build: "x" });
    expect(await checkOutput(join(root, "build"), [])).toHaveLength(1);
  });

  test("a link to the sources", async () => {
    const root = makeFolder({ "content/index.html": "x" });
    symlinkSync("content", join(root, "build"));
    expect(await checkOutput(join(root, "build"), [root, join(root, "content")])).toHaveLength(1);
  });

  test("the sources, named through a link to the folder above them", async () => {
    const root = makeFolder({ "site/content/static/index.html": "mine" });
    symlinkSync("site", join(root, "link"));
    const inputs = [join(root, "site/content/static")];
    expect(await checkOutput(join(root, "link/content/static"), inputs)).toHaveLength(1);
  });

  test("nothing, an empty folder and an old site may be replaced", async () => {
    const root = makeFolder({ "old/404.html": "x", "content/a.md": "x" });
    mkdirSync(join(root, "empty"));
    writeFileSync(join(root, "content/b.md"), "x");
    for (const name of ["new", "empty", "old"])
      expect(await checkOutput(join(root, name), [join(root, "content")])).toEqual([]);
  });
});
