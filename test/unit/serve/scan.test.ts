/** What has changed in a folder since the last look, whatever the file system said of it. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Scanner, type WatchedChange } from "../../../src/serve/scan.js";
import { makeFolder } from "../../support/site.js";

let root: string;
let scanner: Scanner;

beforeEach(() => {
  root = makeFolder({ "a.md": "one", "sub/b.md": "two", "node_modules/x/c.md": "three" });
  scanner = new Scanner([{ folder: root, deep: true }]);
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

  test("finds each of many quick changes, or the last of them", () => {
    let seen = "";
    for (let version = 0; version < 50; version++) {
      writeFileSync(join(root, "a.md"), `v${version % 10}`);
      if (look()["a.md"]) seen = `v${version % 10}`;
    }
    expect(seen).toBe("v9");
  });

  test("takes a file that was only touched, or written again as it was, for the same", () => {
    look();
    writeFileSync(join(root, "a.md"), "two");
    look();
    writeFileSync(join(root, "a.md"), "two");
    utimesSync(join(root, "a.md"), new Date(), new Date());
    expect(look()).toEqual({});
  });

  test("finds a file that another one was moved over", () => {
    writeFileSync(join(root, "a.md.new"), "moved");
    expect(look()).toEqual({ "a.md.new": "added" });
    renameSync(join(root, "a.md.new"), join(root, "a.md"));
    expect(look()).toEqual({ "a.md": "changed", "a.md.new": "removed" });
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

  test("tells a link whose file goes and comes, and a pipe, from a file that has changed", () => {
    mkdirSync(join(root, "node_modules/y"));
    renameSync(join(root, "a.md"), join(root, "node_modules/y/a.md"));
    symlinkSync("node_modules/y/a.md", join(root, "a.md"));
    look();
    renameSync(join(root, "node_modules/y"), join(root, "node_modules/z"));
    expect(look()).toEqual({ "a.md": "replaced" });
    renameSync(join(root, "node_modules/z"), join(root, "node_modules/y"));
    expect(look()).toEqual({ "a.md": "replaced" });
    rmSync(join(root, "a.md"));
    execFileSync("mkfifo", [join(root, "a.md")]);
    expect(look()).toEqual({ "a.md": "replaced" });
  });

  test("goes neither into installed packages, nor where a link leads", () => {
    mkdirSync(join(root, "node_modules/y"));
    writeFileSync(join(root, "node_modules/y/d.md"), "");
    const outside = makeFolder({ "e.md": "" });
    symlinkSync(outside, join(root, "linked"));
    expect(look()).toEqual({ linked: "added" });
    writeFileSync(join(outside, "f.md"), "");
    expect(look()).toEqual({});
  });
});

test("a place that is not deep has its own files, and of them those that count", () => {
  scanner = new Scanner([{ folder: root, deep: false, accepts: (name) => name.endsWith(".json") }]);
  writeFileSync(join(root, "sub/config.json"), "{}");
  writeFileSync(join(root, "new.md"), "");
  writeFileSync(join(root, "config.json"), "{}");
  expect(look()).toEqual({ "config.json": "added" });
});

test("the folder of the output is not looked into", () => {
  scanner = new Scanner([{ folder: root, deep: true }], [join(root, "build")]);
  mkdirSync(join(root, "build"));
  writeFileSync(join(root, "build/index.html"), "");
  expect(look()).toEqual({});
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

  test("finds what was there only when it was read", () => {
    expect(lookAfter(["a.md", "sub/b.md", "node_modules/x/c.md", "gone.md"])).toEqual({ "gone.md": "removed" });
    rmSync(join(root, "a.md"));
    expect(lookAfter(["a.md"])).toEqual({ "a.md": "removed" });
    writeFileSync(join(root, "a.md"), "one");
    expect(lookAfter(["a.md", "a.md/b.md"])).toEqual({ "a.md": "added", "a.md/b.md": "removed" });
  });
});

describe("other places", () => {
  const folders = ["a", "b", "c"];
  const paths = folders.flatMap((folder) => [`${folder}/one.md`, `${folder}/sub/two.md`]);
  const edit = fc.record({ path: fc.constantFrom(...paths), text: fc.option(fc.constantFrom("1", "2", "3")) });
  const watching = fc.subarray(folders, { minLength: 1 });
  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: edit }, watching, fc.constant("look")), { maxLength: 12 });

  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
  const placesOf = (some: readonly string[]) => some.map((folder) => ({ folder: join(root, folder), deep: true }));

  test("lose no change of a file that is in the former and in the new ones, whatever comes between two looks", () => {
    fc.assert(
      fc.property(steps, (all) => {
        root = makeFolder(Object.fromEntries(paths.map((path) => [path, "0"])));
        let places = folders;
        scanner = new Scanner(placesOf(places));
        const known = new Map(paths.map((path) => [path, read(path)]));
        for (const step of [...all, "look"]) {
          if (Array.isArray(step)) {
            const isNew = (path: string) => !places.some((folder) => path.startsWith(folder));
            for (const path of paths.filter(isNew)) known.set(path, read(path));
            places = step;
            scanner.watch(placesOf(places), Number.POSITIVE_INFINITY);
          } else if (typeof step === "object") {
            const { path, text } = step;
            if (text === null) rmSync(join(root, path), { force: true });
            else writeFileSync(join(root, path), text);
          } else {
            const found = Object.keys(look());
            for (const path of paths.filter((path) => places.some((folder) => path.startsWith(folder)))) {
              if (known.get(path) !== read(path)) expect(found).toContain(path);
              known.set(path, read(path));
            }
            expect(look()).toEqual({});
          }
        }
      }),
    );
  });

  test("have files that are new to the scan, and count only if they have changed since they were read", () => {
    scanner = new Scanner([{ folder: join(root, "sub"), deep: true }]);
    const { ctimeMs } = statSync(join(root, "a.md"));
    const all = [{ folder: root, deep: true }];
    scanner.watch(all, ctimeMs + 1000);
    expect(look()).toEqual({});
    scanner = new Scanner([{ folder: join(root, "sub"), deep: true }]);
    scanner.watch(all, ctimeMs);
    expect(look()["a.md"]).toBe("changed");
  });
});
