/** `read` of a series: a register's own code reads texts in a form that the program does not know, and all else works on them as on any text. */
import { describe, expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { configProblems } from "../support/parse.js";
import { attributes, build, makeSite } from "../support/site.js";

const reader = `
export function readText({ path, text }) {
  if (!path.endsWith(".adoc")) return undefined;
  const [head, ...rest] = text.split("\\n\\n");
  const fields = Object.fromEntries(head.split("\\n").map((line) => line.split(": ")));
  if (fields.Broken) throw new Error("no such thing: " + fields.Broken);
  const body = rest.join("\\n\\n").replace(/::$/gm, ":");
  return { fields: { ...fields, Created: new Date(fields.Created), Author: [fields.Author, "Bob"] }, body, format: fields.Format };
}
`;
const config = (read = "readText") => `
import { defineConfig } from "cipgen";
import { readText } from "./reader.mjs";
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  search: { provider: "none" },
  series: [{
    id: "pep", label: "PEP", title: "PEPs", source: "peps", files: "pep-{number}.{adoc,md}", route: "/pep",
    statuses: ["Draft", "Final"],
    read: ${read},
  }],
});
`;
const rst = (number: number, more = "", body = "Text with a [link](./pep-2.adoc).\n") =>
  `PEP: ${number}\nTitle: Thing ${number}\nAuthor: Ada <ada@x.example>\nStatus: Final\nCreated: 2020-01-0${number}${more}\n\n${body}`;
const files = (more: Record<string, string> = {}) => ({
  "cipgen.config.ts": config(),
  "reader.mjs": reader,
  "peps/pep-1.adoc": rst(1),
  "peps/pep-2.adoc": rst(2),
  ...more,
});
const said = (site: Awaited<ReturnType<typeof build>>) =>
  site.diagnostics.map(({ code, file, line, message, help }) => ({ code, file, line, message, help }));

describe("a text that the hook reads", () => {
  test("is a proposal with every field, and its links lead to others", async () => {
    const site = await build(makeSite(files()));
    expect(said(site)).toEqual([]);
    const { items } = site.json<{ items: object[] }>("pep/register.json");
    expect(items[0]).toMatchObject({
      number: 1,
      title: "Thing 1",
      status: "final",
      date: "2020-01-01",
      authors: [{ name: "Ada" }, { name: "Bob" }],
    });
    expect(attributes(site.page("/pep/pep-1"), ".prose a", "href")).toEqual(["/pep/pep-2"]);
    expect(site.text("pep/pep-1/index.txt")).toBe(rst(1));
  });

  test("has places: a message names the line where the value is", async () => {
    const site = await build(makeSite(files({ "peps/pep-2.adoc": rst(2).replace("Final", "Finall") })));
    expect(said(site)).toMatchObject([{ code: "status-unknown", file: "peps/pep-2.adoc", line: 4 }]);
    const converted = rst(3, "", "One::\n\nTwo.\n\n[lost](./lost.md)\n");
    const other = await build(makeSite(files({ "peps/pep-3.adoc": converted })));
    expect(said(other)).toMatchObject([{ code: "broken-markdown-link", file: "peps/pep-3.adoc", line: 11 }]);
  });
});

test("a change of it is reviewed as a text, and is not a file beside one", async () => {
  const { root } = new Repository(makeSite(files()))
    .commit("2021-01-01T00:00:00Z", files())
    .commit("2021-02-01T00:00:00Z", { "peps/pep-1.adoc": rst(1, "", "Other words.\n") });
  const { stdout } = await cipgen(["review", "--root", root, "--base", "HEAD~1", "--format", "json"]);
  expect(JSON.parse(stdout).proposals).toMatchObject([{ label: "PEP-1", change: "changed", assets: [] }]);
});

describe("what the hook does wrong names the proposal", () => {
  test("an error that it throws, and where", async () => {
    const site = await build(makeSite(files({ "peps/pep-2.adoc": rst(2, "\nBroken: leg") })));
    expect(said(site)).toEqual([
      {
        code: "text-read",
        file: "peps/pep-2.adoc",
        line: 1,
        message: 'read of the series "pep" failed: no such thing: leg',
        help: expect.stringMatching(/^It was thrown at reader\.mjs:6:\d+\.$/),
      },
    ]);
  });

  test.each([
    ["() => 5", "it must return undefined"],
    ["() => ({ fields: {} })", "it must return undefined"],
    ["async () => ({ fields: {}, body: '' })", "it returned a promise"],
    ["() => ({ fields: {}, body: '', format: 'asciidoc' })", 'there is no format "asciidoc"'],
    ["() => { throw 'words'; }", "words"],
  ])("%s", async (read, message) => {
    const site = await build(makeSite(files({ "cipgen.config.ts": config(read) })));
    const texts = said(site).filter(({ code }) => code === "text-read");
    expect(texts.map(({ file }) => file)).toEqual(["peps/pep-1.adoc", "peps/pep-2.adoc"]);
    for (const one of texts) expect(one.message).toContain(message);
  });

  test("a configuration that cannot have functions says so", () => {
    const series = [{ id: "pep", label: "PEP", title: "PEPs", source: "peps", route: "/pep", read: "readText" }];
    expect(configProblems({ series })).toEqual([expect.stringContaining("read is a function")]);
  });
});
