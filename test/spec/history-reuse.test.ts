/** Pages of what changed are made again only when they differ, and then always. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { buildFiles } from "../../src/pipeline/build-files.js";
import { emptyState } from "../../src/pipeline/state.js";
import { type OutputFile, wholeFile } from "../../src/shared/output.js";
import { memoryCache, Repository } from "../support/git.js";
import { build, makeSite, proposalText, textOf } from "../support/site.js";

const path = (number: number) => `content/cip/core/cip-${number}.md`;

/** Builds over what was built before, as an output on the disk does: what is there by key is not made. */
function incremental(root: string) {
  const cache = memoryCache();
  let output = new Map<string, OutputFile>();
  return async () => {
    const config = (await loadConfig(root)).value;
    if (!config) throw new Error("no configuration");
    const next = new Map<string, OutputFile>();
    const made: string[] = [];
    await buildFiles({
      root,
      config,
      configFile: "cipgen.config.json",
      state: { ...emptyState(), cache },
      sink: {
        add(files) {
          for (const file of files) next.set(file.path, wholeFile(file));
          made.push(...files.map((file) => file.path));
        },
        reuse(paths, key) {
          const known = [...output.values()].filter((file) => paths.includes(file.path) && file.key === key());
          for (const file of known) next.set(file.path, file);
          return known.length > 0;
        },
      },
    });
    output = next;
    return { made, files: new Map([...next].map(([name, { content }]) => [name, textOf(content)])) };
  };
}

function register(): Repository {
  const repository = new Repository(makeSite({}));
  const files = (word: string) =>
    Object.fromEntries(
      [1, 2, 3].map((number) => [path(number), proposalText(number, {}, `${word}. CIP-2.\n\n## Code\n`)]),
    );
  return repository.commit("2021-01-01T00:00:00Z", files("One")).commit("2021-02-01T00:00:00Z", files("Two"));
}

const text = fc.record({
  number: fc.constantFrom(1, 2, 3, 4),
  title: fc.constantFrom("One", "Two"),
  status: fc.constantFrom("draft", "final"),
  body: fc.constantFrom(
    "One. CIP-2.",
    "[Link](./cip-3.md#code) and CIP-3.",
    "## Code\n\n[There](./cip-2.md)",
    "CIP-4.",
  ),
});
const step = fc.record({ texts: fc.array(text, { maxLength: 2 }), isCommitted: fc.boolean() });

test("after any edits and commits, what is built over the last output is what a clean build makes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
      const repository = register();
      const again = incremental(repository.root);
      await again();
      for (const [index, { texts, isCommitted }] of steps.entries()) {
        const files = Object.fromEntries(
          texts.map(({ number, body, ...fields }) => [path(number), proposalText(number, fields, `${body}\n`)]),
        );
        repository.write(files);
        if (isCommitted) repository.commit(`2022-01-0${index + 1}T00:00:00Z`);
        const [known, clean] = [(await again()).files, await build(repository.root)];
        expect([...known.keys()].sort()).toEqual([...clean.files.keys()].sort());
        const differs = [...known].filter(([name, content]) => content !== textOf(clean.files.get(name) ?? ""));
        expect(differs.map(([name]) => name)).toEqual([]);
      }
    }),
    { numRuns: 2 },
  );
}, 120_000);

test("an edit of another proposal makes none of a proposal's differences again", async () => {
  const repository = register();
  const again = incremental(repository.root);
  await again();
  repository.write({ [path(3)]: proposalText(3, {}, "Three.\n") });
  const { made } = await again();
  const changes = made.filter((name) => name.startsWith("cip/") && name.includes("/changes/"));
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.filter((name) => !name.startsWith("cip/core/cip-3/"))).toEqual([]);
});
