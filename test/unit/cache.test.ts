/** The cache on disk: what it gives back is what this program wrote, or nothing. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTracked } from "../../src/content/read/repositories.js";
import { cacheFolder, openCache } from "../../src/platform/cache.js";
import { makeFolder } from "../support/site.js";

const open = (folder: string, program = "one") => openCache({ folder, program });
const bytes = fc.uint8Array({ maxLength: 300 });
const startOf = (path: string, length: number) => {
  const start = Buffer.alloc(length);
  const file = openSync(path, "r");
  readSync(file, start);
  closeSync(file);
  return start.toString();
};

describe("an entry", () => {
  it("comes back as it was written, whatever its bytes are, also to the next process", () => {
    const folder = makeFolder();
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 5 }), (entries) => {
        for (const [index, data] of entries.entries()) open(folder).write(`some/entry-${index}`, data);
        const cache = open(folder);
        for (const [index, data] of entries.entries())
          expect(cache.read(`some/entry-${index}`)).toEqual(Buffer.from(data));
      }),
      { numRuns: 50 },
    );
  });

  it("is dropped under the name of another one", () => {
    const folder = makeFolder();
    open(folder).write("some/entry", "data");
    for (const name of ["some/other", "other/entry", "entry"]) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      copyFileSync(join(folder, "some/entry"), join(folder, name));
      expect(open(folder).read(name), name).toBeUndefined();
    }
  });

  it("is dropped when a single byte of its file is another one, or its end is missing", () => {
    const folder = makeFolder();
    const path = join(folder, "entry");
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (data, at, flip, cut) => {
          rmSync(path, { force: true });
          open(folder).write("entry", data);
          const file = readFileSync(path);
          const place = at % file.length;
          if (cut) writeFileSync(path, file.subarray(0, place));
          else {
            file[place] = (file[place] ?? 0) ^ flip;
            writeFileSync(path, file);
          }
          expect(open(folder).read("entry")).toBeUndefined();
        },
      ),
      { numRuns: 200 },
    );
  });

  it("that a crash left empty or cut is written again", () => {
    const folder = makeFolder();
    for (const size of [0, 20]) {
      open(folder).write("entry", "text");
      truncateSync(join(folder, "entry"), size);
      open(folder).write("entry", "new");
      expect(open(folder).read("entry")?.toString()).toBe("new");
    }
  });

  it("of another program is not read", () => {
    const folder = makeFolder();
    open(folder, "one").write("entry", "text");
    expect(open(folder, "two").read("entry")).toBeUndefined();
    expect(open(folder, "one").read("entry")?.toString()).toBe("text");
  });

  it("that is a folder, or JSON that is none, is not there", () => {
    const folder = makeFolder({ "entry/inside": "" });
    open(folder).write("json", "{");
    const cache = open(folder);
    expect(cache.read("entry")).toBeUndefined();
    expect(cache.readJson("json")).toBeUndefined();
    cache.write("entry", "text");
    expect(cache.read("entry")).toBeUndefined();
  });
});

describe("the folder", () => {
  it("is ignored by git", () => {
    const root = makeFolder();
    execFileSync("git", ["init", "-q"], { cwd: root });
    open(cacheFolder(root, undefined)).write("entry", "text");
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("");
  });

  it("is not used if a commit has files in it", async () => {
    const root = makeFolder({ ".cipgen/documents.json": "forged", "content/a.md": "" });
    execFileSync("git", ["init", "-q"], { cwd: root });
    expect(await isTracked(join(root, ".cipgen"), root)).toBe(false);
    execFileSync("git", ["add", "-f", "."], { cwd: root });
    expect(await isTracked(join(root, ".cipgen"), root)).toBe(true);
    expect(await isTracked(join(makeFolder(), ".cipgen"), makeFolder())).toBe(false);
  });

  it("is not used either if a commit has it behind a link, has the link itself, or has it in a submodule", async () => {
    const git = (root: string, ...args: string[]) =>
      execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd: root, stdio: "ignore" });
    const commit = (root: string) => git(root, "-c", "user.name=a", "-c", "user.email=a@a", "commit", "-qm", "all");
    const root = makeFolder({ "content/x/.cache/cipgen/page-keys.json": "forged", "own/a": "" });
    git(root, "init", "-q");
    symlinkSync("more/../x", join(root, "content/link"));
    mkdirSync(join(root, "content/more"));
    symlinkSync("content/link", join(root, "node_modules"));
    const cache = cacheFolder(root, undefined);
    expect(await isTracked(cache, root)).toBe(false);
    git(root, "add", "-f", "content/x");
    expect(await isTracked(cache, root)).toBe(true);
    git(root, "rm", "-q", "--cached", "-r", ".");
    expect(await isTracked(cache, root)).toBe(false);
    git(root, "add", "-f", "content/link");
    expect(await isTracked(cache, root)).toBe(true);

    const other = makeFolder({ ".cache/cipgen/page-keys.json": "forged" });
    git(other, "init", "-q");
    git(other, "add", "-f", ".");
    commit(other);
    const outer = makeFolder({ a: "" });
    git(outer, "init", "-q");
    git(outer, "submodule", "add", "-q", other, "node_modules");
    expect(await isTracked(cacheFolder(outer, undefined), outer)).toBe(true);
  });

  it("is used if only the root is behind a link that a commit has", async () => {
    const top = makeFolder({ "site/.cipgen/documents.json": "own", ".gitignore": ".cipgen" });
    execFileSync("git", ["init", "-q"], { cwd: top });
    symlinkSync("site", join(top, "latest"));
    execFileSync("git", ["add", "."], { cwd: top });
    const root = join(top, "latest");
    expect(await isTracked(cacheFolder(root, undefined), root)).toBe(false);
  });

  it("is in node_modules where there is one, and where the caller says otherwise", () => {
    expect(cacheFolder(makeFolder({ "node_modules/a": "" }), undefined)).toMatch(
      /node_modules[\\/]\.cache[\\/]cipgen$/,
    );
    const root = makeFolder();
    expect(cacheFolder(root, undefined)).toBe(join(root, ".cipgen"));
    expect(cacheFolder(root, join(root, "elsewhere"))).toBe(join(root, "elsewhere"));
  });

  it("is bounded: beyond half a gigabyte the oldest entries go, whatever the size of other files", () => {
    const folder = makeFolder({ "video.mp4": "video" });
    truncateSync(join(folder, "video.mp4"), 600_000_000);
    for (const [name, time] of [
      ["cards/old", 1],
      ["cards/new", 2],
    ] as const) {
      open(folder).write(name, "text");
      truncateSync(join(folder, name), 300_000_000);
      utimesSync(join(folder, name), time, time);
    }
    open(folder).write("entry", "text");
    expect(readdirSync(join(folder, "cards"))).toEqual(["new"]);
  });

  it("keeps every file that was in it before, wherever it is, however old and large", () => {
    const name = fc.constantFrom("entry", "a", "b", "c.tmp", "thesis.txt", `entry.${randomUUID()}.tmp`);
    const entry = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    const path = fc.oneof(entry, fc.constant(".gitignore"));
    const file = fc.record({ content: fc.string({ minLength: 1 }), isOld: fc.boolean(), isLarge: fc.boolean() });
    fc.assert(
      fc.property(fc.dictionary(path, file, { maxKeys: 6 }), fc.array(entry, { minLength: 1 }), (files, entries) => {
        const folder = makeFolder();
        const before = new Map<string, string>();
        for (const [path, { content, isOld, isLarge }] of Object.entries(files)) {
          try {
            makeFolder({ [path]: content }, folder);
          } catch {
            continue; // A file is where its folder would be.
          }
          if (isLarge) truncateSync(join(folder, path), 600_000_000);
          if (isOld) utimesSync(join(folder, path), 1, 1);
          before.set(path, content);
        }
        for (const name of entries) open(folder).write(name, "text");
        for (const [path, content] of before) expect(startOf(join(folder, path), content.length)).toBe(content);
        if (before.size > 0) expect(existsSync(join(folder, ".gitignore"))).toBe(before.has(".gitignore"));
      }),
      { numRuns: 100 },
    );
  });

  it("that cannot be written costs time and nothing else", () => {
    const folder = makeFolder({ file: "" });
    const cache = open(join(folder, "file"));
    cache.write("entry", "text");
    expect(cache.read("entry")).toBeUndefined();
    mkdirSync(join(folder, "locked"));
    chmodSync(join(folder, "locked"), 0o500);
    open(join(folder, "locked")).write("entry", "text");
    expect(statSync(join(folder, "file")).size).toBe(0);
  });
});
