/** Files of an output that another program has open, as Windows treats them: no act on them succeeds until they are closed. */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emit } from "../support/emit.js";
import { disturbedEmission } from "../support/killed.js";
import { isWindows } from "../support/machine.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const former = {
  "index.html": "old",
  "a/index.html": "old",
  "b/index.html": "same",
  "c/old.html": "old",
  d: "old",
  "e/x": "old",
};
const site = {
  "index.html": "new",
  "a/index.html": "new",
  "b/index.html": "same",
  "c/new.html": "new",
  "d/y": "new",
  e: "new",
};

/** The emission's process takes itself for one on Windows, where no time passes while it waits. */
const windows = `
  Object.defineProperty(process, "platform", { value: "win32" });
  once.time ??= 0;
  performance.now = () => (once.time += 500);
  Atomics.wait = () => "timed-out";
  const fail = (code) => { throw Object.assign(new Error(code), { code }); };
  once.renames ??= 0;
`;

test("a file that is closed in time stops nothing", async () => {
  const out = join(makeFolder(), "site");
  const emission = await disturbedEmission(site, out);
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    await emit(former, out);
    await emission(`${windows} if (act === "renameSync" && once.renames++ % 3 !== 2) fail("${code}");`);
    expect(treeOf(out)).toEqual(site);
  }
});

test("a file that stays open is named, whichever it is; each file is whole, and the next build makes the new site", async () => {
  const out = join(makeFolder(), "site");
  const emission = await disturbedEmission(site, out);
  let stopped = 0;
  for (let last = false; !last; stopped++) {
    await emit(former, out);
    const busy = `${windows}
      if (act !== "renameSync" && act !== "unlinkSync") return;
      if (!once.busy && ++once.renames > ${stopped}) once.busy = path;
      if (path === once.busy) fail("EPERM");`;
    const failure = await emission(busy).then(
      () => undefined,
      (error: Error) => error.message,
    );
    last = failure === undefined;
    if (!last)
      expect(failure).toMatch(/cannot (?:write|remove) \S+site\S+: another program has it open.* close it there/);
    for (const [path, text] of Object.entries(treeOf(out)))
      expect(
        [former, site].map((version: Record<string, string>) => version[path]),
        path,
      ).toContain(text);
    await emit(site, out);
    expect(treeOf(out)).toEqual(site);
  }
  expect(stopped).toBeGreaterThan(8);
});

test.runIf(isWindows)(
  "an open file of a real site is named, and the next build after it is closed makes the new site",
  async () => {
    const out = join(makeFolder(), "site");
    await emit(former, out);
    const file = openSync(join(out, "a/index.html"), "r");
    try {
      await expect(emit(site, out)).rejects.toThrow(/index\.html: another program has it open/);
    } finally {
      closeSync(file);
    }
    await emit(site, out);
    expect(treeOf(out)).toEqual(site);
  },
);
