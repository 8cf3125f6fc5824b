/** What has changed in a folder since the last look, whatever the file system said of it. */
import { existsSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Scanner, type WatchedChange } from "../../../src/cli/serve/scan.js";
import { makeFolder } from "../../support/site.js";

let root: string;
let scanner: Scanner;

beforeEach(() => {
  root = makeFolder({ "a.md": "one", "sub/b.md": "two", "node_modules/x/c.md": "three" });
  scanner = new Scanner([{ folder: root, isDeep: true }]);
});

const below = (path: string) =>
  path
    .slice(root.length + 1)
    .split(sep)
    .join("/");

/** Changes by path below the folder. */
const look = () => Object.fromEntries(scanner.scan().map(({ path, kind }: WatchedChange) => [below(path), kind]));

describe("a look", () => {
  test("finds what was added, changed and removed, once", () => {
    writeFileSync(join(root, "new.md"), "new");
    writeFileSync(join(root, "a.md"), "another");
    rmSync(join(root, "sub/b.md"));
    expect(look()).toEqual({ "new.md": "added", "a.md": "changed", "sub/b.md": "removed" });
    expect(look()).toEqual({});
  });

  test("finds a change that leaves size and time as they were", () => {
    const file = join(root, "a.md");
    writeFileSync(file, "two");
    expect(look()).toEqual({ "a.md": "changed" });
    const { atime, mtime } = statSync(file);
    writeFileSync(file, "owt");
    utimesSync(file, atime, mtime);
    expect(look()).toEqual({ "a.md": "changed" });
  });

  test("finds a folder that was moved", () => {
    renameSync(join(root, "sub"), join(root, "other"));
    expect(look()).toEqual({ "sub/b.md": "removed", "other/b.md": "added" });
  });

  test("finds that a folder became a link to its files, that the link leads to another, and that it is a folder again", () => {
    const [folder, elsewhere] = [join(root, "sub"), makeFolder()];
    renameSync(folder, join(root, "node_modules/sub"));
    symlinkSync("node_modules/sub", folder);
    expect(look()).toEqual({ sub: "added" });
    renameSync(join(root, "node_modules/sub"), join(root, "node_modules/other"));
    rmSync(folder);
    symlinkSync("node_modules/other", folder);
    expect(look()).toEqual({ sub: "changed" });
    rmSync(folder);
    renameSync(join(root, "node_modules/other"), folder);
    expect(look()).toEqual({ sub: "removed" });
    renameSync(root, join(elsewhere, "root"));
    symlinkSync(join(elsewhere, "root"), root);
    expect(look()).toEqual({ "": "added" });
  });
});

describe("a look after the files were read", () => {
  const lookAfter = (listed: string[]) =>
    Object.fromEntries(
      scanner.scan(listed.map((path) => join(root, path))).map(({ path, kind }: WatchedChange) => [below(path), kind]),
    );

  /** Until the file system has another time for the next change. */
  const passTime = () => {
    const { ctimeMs } = statSync(join(root, "a.md"));
    const clock = join(makeFolder(), "clock");
    do writeFileSync(clock, "");
    while (statSync(clock).ctimeMs === ctimeMs);
  };

  test("finds what has changed and changed back, was removed and made again, or was moved away and back", () => {
    const path = join(root, "a.md");
    for (const there of [
      () => writeFileSync(path, "other"),
      () => rmSync(path),
      () => renameSync(path, join(root, "moved.md")),
    ]) {
      look();
      passTime();
      there();
      if (existsSync(join(root, "moved.md"))) renameSync(join(root, "moved.md"), path);
      else writeFileSync(path, "one");
      expect(lookAfter([])).toEqual({ "a.md": "replaced" });
      expect(lookAfter([])).toEqual({});
    }
  });
});
