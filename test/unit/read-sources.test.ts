/** A text is what its bytes say, whether it is asked for as text or as bytes, and in which order. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diskReader } from "../../src/content/read/reader.js";
import { listFiles, readSources, sourceFile } from "../../src/content/read/sources.js";
import { isWindows } from "../support/machine.js";
import { makeFolder } from "../support/site.js";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
const bytes = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      text.map((any) => Buffer.from(any)),
      fc.uint8Array().map((any) => Buffer.from(any)),
    ),
  )
  .map(([hasMark, rest]) => (hasMark ? Buffer.concat([Buffer.from("\ufeff"), rest]) : rest));

test("any bytes have the text and the digest of a source with that text", () =>
  fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const reader = {
        prefix: "",
        has: () => true,
        isPlainFile: () => true,
        list: async () => [],
        sizes: async () => [content.length],
        read: async () => [content],
      };
      const { value, diagnostics } = await readSources(reader, ["a.md"], content.length);
      const [source] = value;
      const expected = sourceFile("a.md", new TextDecoder().decode(content));
      expect(source).toEqual(expected);
      expect(diagnostics.length > 0).toBe(isBroken(content));
    }),
  ));

function isText(content: Buffer): boolean {
  return !isBroken(content);
}

function isBroken(content: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return false;
  } catch {
    return true;
  }
}

/** Any name of a file or a folder that Linux allows, in bytes. */
const anyName = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).map((name) => Buffer.from(name)),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((name) => Buffer.from(name)),
    fc
      .array(fc.constantFrom("a", "\\", "\n", "\r", "\u2028", "*", "[", "]", "{", "}", "!", "(", " ", ".md"), {
        minLength: 1,
      })
      .map((parts) => Buffer.from(parts.join(""))),
  )
  .filter((name) => !name.includes(0) && !name.includes("/") && !/^\.\.?$/.test(name.toString()));

test.skipIf(isWindows)("a folder of any name has the same files", () =>
  fc.assert(
    fc.asyncProperty(anyName.filter(isText), async (name) => {
      const folder = join(makeFolder(), name.toString(), "content");
      for (const path of ["a.md", "b/c.md", "b/d/e.txt"]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), "");
      }
      expect(await listFiles(folder, ["**"])).toEqual(["a.md", "b/c.md", "b/d/e.txt"]);
      expect(await listFiles(folder, ["b/**/*.TXT"])).toEqual(["b/d/e.txt"]);
    }),
    { numRuns: 40 },
  ),
);

test.skipIf(isWindows)("a file or folder of any name is read or reported, unless it is ignored", () =>
  fc.assert(
    fc.asyncProperty(anyName, fc.boolean(), async (name, isFolder) => {
      const root = makeFolder({ "static/plain.txt": "" });
      const path = Buffer.concat([Buffer.from(join(root, "static/")), name]);
      if (isFolder) mkdirSync(path);
      writeFileSync(isFolder ? Buffer.concat([path, Buffer.from("/a.md")]) : path, "");
      const reader = diskReader(root);
      expect(await reader.list("static", ["**"], ["**"])).toEqual([]);
      expect(reader.linkProblems?.()).toEqual([]);
      const [found] = (await reader.list("static", ["**"])).filter((one) => one !== "plain.txt");
      const problems = reader.linkProblems?.() ?? [];
      if (found === undefined) expect(problems).toMatchObject([{ code: "file-link", severity: "error" }]);
      else expect([found, problems]).toEqual([isFolder ? `${name}/a.md` : name.toString(), []]);
      for (const { file } of problems) expect(file).toMatch(/^static\/.+$/);
      rmSync(root, { recursive: true });
    }),
    { numRuns: 150 },
  ),
);

test("a file that is too large is never read, and its size is known", async () => {
  const asked: string[] = [];
  const reader = {
    prefix: "",
    has: () => true,
    isPlainFile: () => true,
    list: async () => [],
    sizes: async () => [3, 4, 3],
    read: async (paths: readonly string[]) => {
      asked.push(...paths);
      return paths.map((path) => Buffer.from(path));
    },
  };
  const { value } = await readSources(reader, ["a", "b", "c"], 3);
  expect(asked).toEqual(["a", "c"]);
  expect(value.map(({ text, tooLarge }) => [text, tooLarge])).toEqual([
    ["a", undefined],
    ["", 4],
    ["c", undefined],
  ]);
});
