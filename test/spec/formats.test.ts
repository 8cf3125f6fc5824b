/** `formats`: a site's own format is read like the program's, in proposals, companions, docs and pages. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/cli/api/lint.js";
import { attributes, build, makeSite, texts } from "../support/site.js";

/** Lines of `= Title`, `NAME: value` and `link:URL[text]`, to Markdown in pieces. */
const format = `
const toMarkdown = (line) => line.replace(/^=+/, (marks) => "#".repeat(marks.length)).replace(/link:(\\S+?)\\[(.*?)\\]/g, "[$2]($1)");
export const asciidoc = {
  name: "asciidoc",
  extensions: ["adoc"],
  parse({ path, text }) {
    if (text.includes("FAIL")) throw new Error("cannot read this");
    const lines = text.split("\\n");
    const end = lines.findIndex((line) => line === "");
    const head = lines.slice(0, end).flatMap((line) => { const [, key, value] = /^:(\\w+): (.*)$/.exec(line) ?? []; return key ? [[key, value]] : []; });
    const fields = head.length > 0 ? Object.fromEntries(head) : undefined;
    const start = head.length > 0 ? end + 1 : 0;
    return { fields, body: lines.slice(start).flatMap((line, index) => line === "" || line.startsWith("//") ? [] : [{ text: toMarkdown(line) + "\\n", line: start + index + 1 }]) };
  },
};
`;
const config = (formats = "[asciidoc]") => `
import { defineConfig } from "cipgen";
import { asciidoc } from "./format.mjs";
export default defineConfig({
  title: "Register", url: "https://register.example", search: { provider: "none" }, docs: { mainDocId: "guide" },
  series: [{ id: "xip", label: "XIP", title: "XIPs", source: "xips", files: "xip-{number}.adoc", route: "/xip", permalink: "{route}/{number}", statuses: ["Draft"] }],
  formats: ${formats},
});
`;
const proposal = (number: number, body = "= Part\n\nSee link:xip-1.adoc[one].\n") =>
  `:xip: ${number}\n:title: Thing ${number}\n:author: Ada\n:status: Draft\n\n${body}`;
const files = (more: Record<string, string> = {}) => ({
  "cipgen.config.ts": config(),
  "format.mjs": format,
  "xips/xip-1.adoc": proposal(1),
  "content/docs/guide.adoc": "= Guide\n\nText.\n",
  ...more,
});
const said = (site: Awaited<ReturnType<typeof build>>) =>
  site.diagnostics.map(({ code, file, line, message, help }) => ({ code, file, line, message, help }));

describe("a format of a site", () => {
  test("makes proposals, companions, docs and pages, and links lead to them", async () => {
    const site = await build(
      makeSite(
        files({
          "xips/xip-2.adoc": proposal(2, "= Part\n\nlink:xip-1.adoc[one] link:xip-2/annex.adoc#part[annex]\n"),
          "xips/xip-2/annex.adoc": "= Annex\n\n== Part\n",
          "pages/about.adoc": "= About\n\nlink:/xip/2[two]\n",
        }),
      ),
    );
    expect(said(site)).toEqual([]);
    expect(texts(site.page("/xip/2"), ".prose h2")[0]).toContain("Part");
    expect(attributes(site.page("/xip/2"), ".prose p a", "href")).toEqual(["/xip/1", "/xip/2/annex#part"]);
    expect(texts(site.page("/docs/guide"), "h1")).toEqual(["Guide"]);
    expect(texts(site.page("/about"), "h1")).toEqual(["About"]);
    expect(site.text("xip/2/index.txt")).toContain(":title: Thing 2");
  });

  test("is linted in the lines of its file, without the rules on Markdown's marks", async () => {
    const body = "// a remark\n\n= Part\n\nSee XIP 1.\n\n(here)[https://x.example] text\n";
    const root = makeSite(files({ "xips/xip-2.adoc": proposal(2, body) }));
    const { diagnostics } = await lint({ root });
    const own = diagnostics.filter(({ file, code }) => file === "xips/xip-2.adoc" && code !== "author-handle");
    expect(own.map(({ code, line }) => `${code} ${line}`)).toEqual(["mention-form 10"]);
  });

  test("that throws is named, with the text and the place", async () => {
    const site = await build(
      makeSite(files({ "xips/xip-2.adoc": proposal(2, "FAIL\n"), "content/docs/x.adoc": "FAIL" })),
    );
    expect(said(site)).toEqual(
      ["content/docs/x.adoc", "xips/xip-2.adoc"].map((file) => ({
        code: "text-read",
        file,
        line: 1,
        message: "the format asciidoc failed: cannot read this",
        help: expect.stringMatching(/^It was thrown at format\.mjs:7:\d+\.$/),
      })),
    );
  });

  test.each([
    ["() => 5", "it must return { body"],
    ["() => ({ body: [{ text: 'x' }] })", "it must return { body"],
    ["async () => ({ body: '' })", "it returned a promise"],
    ["() => ({ body: '', format: 'asciidoc' })", 'there is no format "asciidoc"'],
  ])("%s is no format's result", async (parse, message) => {
    const formats = `[{ name: "own", extensions: ["adoc"], parse: ${parse} }]`;
    const site = await build(makeSite(files({ "cipgen.config.ts": config(formats) })));
    expect(said(site)[0]?.message).toContain(message);
  });
});
