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

describe("the order of fields", () => {
  const text = (...lines: string[]) => `---\n${lines.join("\n")}\n---\n\n## Abstract\n\nText.\n`;
  const rest = ["title: T", "author: Ann (@ann)", "status: Draft", "type: Core", "created: 2022-01-04"];
  const misplaced = async (root: string) =>
    (await lint(root)).diagnostics.filter(({ code }) => code === "field-order").map(({ message }) => message);

  test("is not that of fields which are only shown", async () => {
    const write = (n: number) => text("version: 1.0.0", `zap: ${n}`, ...rest);
    const { root, config } = await configured(numbered(4, (n) => `zap-${n}.md`, write));
    expect(config).toContain(`fields: [{ key: "version", show: true }`);
    expect(await misplaced(root)).toEqual([]);
  });

  test("is the one that most texts have, also in the style of a profile", async () => {
    const write = (n: number) =>
      n < 4 ? text("version: 1.0.0", `eip: ${n}`, ...rest) : text(`eip: ${n}`, "version: 1.0.0", ...rest);
    const { root, config } = await configured(numbered(4, (n) => `EIPS/eip-${n}.md`, write));
    expect(config).toContain('profile: "eip"');
    expect(await misplaced(root)).toEqual(['the field "version" belongs before "eip"']);
  });

  test("is the profile's where few texts have another", async () => {
    const lines = ["title: T", "description: D", "author: Ann (@ann)", "status: Draft", "type: Core"];
    const write = (n: number) => text(`eip: ${n}`, ...(n === 2 ? lines.toReversed() : lines));
    const { config } = await configured(numbered(4, (n) => `EIPS/eip-${n}.md`, write));
    expect(config).toContain('profile: "eip"');
    expect(config).not.toContain("fields:");
  });
});
