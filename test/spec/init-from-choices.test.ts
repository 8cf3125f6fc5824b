/** `cipgen init --from` where texts leave a choice: it decides as their register does, and says what it left out. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeRepository } from "../../src/scaffold/from/from.js";
import { lint } from "../support/lint.js";
import { numbered, repository } from "../support/repository.js";
import { build } from "../support/site.js";

/** A folder with the configuration that `init --from` writes for it. */
async function configured(files: Record<string, string>) {
  const root = repository(files);
  const { value, diagnostics } = await describeRepository(root);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  writeFileSync(join(root, "cipgen.config.ts"), value.config);
  return { root, ...value, diagnostics };
}

describe("authors", () => {
  test.each(["Authors", "Author(s)"])("are those of %s, and the owner where a text has no authors", async (key) => {
    const authors = (n: number) => (n === 4 ? "" : `    ${key}: Anna ${n}, Ben\n`);
    const text = (n: number) =>
      `\`\`\`\nXIP: ${n}\nTitle: T\nWorking Group:\n    Owner: Olga\n${authors(n)}Status: Draft\n\`\`\`\n\nText.\n`;
    const { root } = await configured(numbered(4, (n) => `xip-${n}.md`, text));
    const { items } = (await build(root)).json<{ items: { authors: { name: string }[] }[] }>("xip/register.json");
    expect(items.map(({ authors: people }) => people.map(({ name }) => name).join())).toEqual([
      "Anna 1,Ben",
      "Anna 2,Ben",
      "Anna 3,Ben",
      "Olga",
    ]);
  });
});
