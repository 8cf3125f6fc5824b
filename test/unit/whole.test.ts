/** Files of the user's own folder are written whole or not at all, and an error names the file. */
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { init, initFrom } from "../../src/cli/api/init.js";
import { lint } from "../../src/cli/api/lint.js";
import { newProposal } from "../../src/cli/api/new-proposal.js";
import { createUserFile, writeUserFile } from "../../src/platform/user-files.js";
import { isWindows } from "../support/machine.js";
import { mount, unmount } from "../support/mount.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

test("a file is created only where there is nothing, and replaced with its mode and owner, behind its link", () => {
  const folder = makeFolder({ taken: "mine" });
  expect(() => createUserFile(join(folder, "taken"), "new")).toThrow(/taken: there is something in its place/);
  createUserFile(join(folder, "fresh"), "new");
  writeFileSync(join(folder, "old"), "old");
  chmodSync(join(folder, "old"), 0o666);
  if (process.getuid?.() === 0) chownSync(join(folder, "old"), 1, 1);
  const { uid, gid } = statSync(join(folder, "old"));
  symlinkSync("old", join(folder, "link"));
  writeUserFile(join(folder, "link"), "new");
  writeUserFile(join(folder, "first"), "new");
  expect(readdirSync(folder)).toEqual(["first", "fresh", "link", "old", "taken"]);
  expect(["first", "fresh", "old", "taken"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    ...["new", "new", "new", "mine"],
  ]);
  expect(statSync(join(folder, "old"))).toMatchObject({ uid, gid });
  expect(statSync(join(folder, "old")).mode & 0o777).toBe(0o666);
});

test.skipIf(isWindows)("a device is written to, and stays one", () => {
  writeUserFile("/dev/null", "text");
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

const canMount = mount(join(makeFolder(), "try"));
afterAll(unmount);

describe.runIf(canMount)("on a full disk", () => {
  afterEach(unmount);
  const full = /^cannot (?:write|make the folder) \/.+: the disk is full \(ENOSPC\)$/;

  /** A disk with some files, and without room for more. */
  function fullDisk(files: Record<string, string>): string {
    const disk = join(makeFolder(), "disk");
    mount(disk, "size=256k");
    makeFolder(files, disk);
    for (let size = 256_000; size >= 1; size = Math.floor(size / 2))
      for (let hasRoom = true; hasRoom; )
        try {
          writeFileSync(join(disk, "filler"), "x".repeat(size), { flag: "a" });
        } catch {
          hasRoom = false;
        }
    return disk;
  }

  test("new leaves no proposal", async () => {
    const site = makeSite({ "content/cip/core/cip-1.md": proposalText(1) });
    const files = ["cipgen.config.json", "content/cip/core/cip-1.md"];
    const root = fullDisk(Object.fromEntries(files.map((path) => [path, readFileSync(join(site, path), "utf8")])));
    const { ok, diagnostics } = await newProposal({ root, title: "More", category: "core" });
    expect([ok, diagnostics[0]?.message]).toEqual([false, expect.stringMatching(full)]);
    expect(readdirSync(join(root, "content/cip/core"))).toEqual(["cip-1.md"]);
  });

  test("init --from leaves no configuration", async () => {
    const root = fullDisk({ "cip/cip-1.md": proposalText(1), "cip/cip-2.md": proposalText(2) });
    const { ok, diagnostics } = await initFrom({ folder: root });
    expect([ok, diagnostics[0]?.message]).toEqual([false, expect.stringMatching(full)]);
    expect(readdirSync(root).sort()).toEqual(["cip", "filler"]);
  });

  test("init leaves a folder that the next attempt accepts", async () => {
    const folder = join(makeFolder(), "disk");
    mount(folder, "size=16k");
    // Without npm, which would pack the program for seconds.
    vi.stubEnv("PATH", makeFolder());
    const { ok } = await init({ folder });
    vi.unstubAllEnvs();
    expect([ok, readdirSync(folder)]).toEqual([false, []]);
  });

  test("lint keeps the former baseline", async () => {
    const config = readFileSync(join(makeSite({}), "cipgen.config.json"), "utf8");
    const text = proposalText(1, { title: "A title", foo: "1" });
    const former = '{ "version": 2 }';
    const files = { "cipgen.config.json": config, "content/cip/core/cip-1.md": text, "cipgen-baseline.json": former };
    const root = fullDisk(files);
    const { ok, diagnostics } = await lint({ root, updateBaseline: true });
    expect([ok, diagnostics[0]?.message]).toEqual([false, expect.stringMatching(full)]);
    expect(readFileSync(join(root, "cipgen-baseline.json"), "utf8")).toBe(former);
  });

  test("lint --fix keeps the text, and says what helps", async () => {
    const text = proposalText(1, {}, "Text.\n").replace(/^(title: .*)$/m, "$1 ");
    const path = "content/cip/core/cip-1.md";
    const config = readFileSync(join(makeSite({}), "cipgen.config.json"), "utf8");
    const root = fullDisk({ "cipgen.config.json": config, [path]: text });
    const { fixed, diagnostics } = await lint({ root, fix: true });
    const failed = diagnostics.find(({ code }) => code === "machine-failure");
    expect([fixed.size, failed?.file, failed?.help]).toEqual([0, path, expect.stringContaining("The disk is full")]);
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });
});
