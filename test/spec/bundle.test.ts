/** What is published is the bundle, and most tests run the sources: they must be the same program. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { build, bytesOf, makeFolder, makeSite, proposalText } from "../support/site.js";

/** Letters and signs that the program's own rules name, in the places where the rules look for them. */
const letters = [..."łđøæœþðıŁØ–—…•｜ガ゛₂₊∑∫¿！？«»“”’ßé漢字가"];
const word = fc.string({ unit: fc.constantFrom(...letters, ..."ab 1-.:()|*$"), minLength: 1, maxLength: 12 });
const proposal = fc.record({ title: word, author: word, text: word, term: word });

test("the bundle builds the same files as the sources, whatever letters a text has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(proposal, { minLength: 4, maxLength: 8 }), async (proposals) => {
      const files = Object.fromEntries(
        proposals.map(({ title, author, text, term }, index) => [
          `content/cip/cbc/cip-${index + 1}.md`,
          proposalText(
            index + 1,
            { title: JSON.stringify(`${title} – x`), author: JSON.stringify(`Ł. ${author}`) },
            `## CIP–${index + 1}: ${title}\n\n${letters.join(" x")}\n\n- ${text}\n\n${text}…—${term} $x_${term}$ CIP—1\n`,
          ),
        ]),
      );
      const root = makeSite(files, { search: { provider: "local" } });
      const sources = await build(root);
      const out = join(makeFolder(), "out");
      await cipgen(["build", "--root", root, "--out", out, "--no-cache"]);
      const own = new Map([...sources.files].map(([path, content]) => [path, bytesOf(content).toString("utf8")]));
      const built = new Map(filesIn(out).map((path) => [path, readFileSync(join(out, path), "utf8")]));
      expect([...built.keys()].sort()).toEqual([...own.keys()].sort());
      expect([...built].filter(([path, text]) => text !== own.get(path)).map(([path]) => path)).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test("a copy of the program without the rest of its package says so, also inside another package", () => {
  const other = makeFolder();
  writeFileSync(join(other, "package.json"), "{}");
  const folder = join(other, "vendor");
  const [bin, dist] = ["bin", "dist"].map((name) => join(import.meta.dirname, "../..", name));
  cpSync(bin as string, join(folder, "bin"), { recursive: true });
  cpSync(dist as string, join(folder, "dist"), { recursive: true, filter: (path) => !path.endsWith(".cache") });
  const load = 'require("./bin/load.cjs").loadScript("program")';
  const { stderr, status } = spawnSync(process.execPath, ["-e", load], {
    cwd: folder,
    timeout: 30_000,
    encoding: "utf8",
  });
  expect(stderr).toContain("is not in a whole package");
  expect(status).toBe(1);
});

function filesIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => !path.startsWith(".cipgen") && statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join("/"));
}
