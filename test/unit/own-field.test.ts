/** A register's own fields keep their words beside their links. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownFieldView } from "../../src/output/views/proposal-parts.js";
import { repository } from "../support/repository.js";
import { build } from "../support/site.js";

const url = "https://x.example/7";
const shown = (text: string, ...labels: string[]) => {
  const links = labels.map((label) => ({ label, url }));
  const { parts } = ownFieldView({ key: "k", label: "k", text, links }, "K");
  return parts?.map((part) => (typeof part === "string" ? part : `[${part.label}]`)).join("");
};

test.each([
  ["3 Most Recent", ["Most Recent"], "3 [Most Recent]"],
  ["One, two (draft), three", ["One", "three"], "[One], two (draft), [three]"],
  [`see ${url} and more`, [""], "see [x.example] and more"],
  [`Forum: ${url}, closed`, ["Forum"], "[Forum], closed"],
  [`the PR (${url}) of May`, ["the PR"], "[the PR] of May"],
])("%j with the links %j is %j", (text, labels, expected) => {
  expect(shown(text, ...labels)).toBe(expected);
});

test.each([
  ["#1, #2", ["#1", "#2"]],
  [url, [""]],
  ["no links here", []],
  ["a link that is not in the text", ["other"]],
])("%j with the links %j has no words of its own", (text, labels) => {
  expect(shown(text, ...labels)).toBeUndefined();
});

test("no word of a text is lost", () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: word, label: word }), { minLength: 1, maxLength: 5 }),
      word,
      (pairs, end) => {
        const text = [...pairs.map(({ before, label }) => `${before} <${label}>`), end].join(" ");
        const labels = pairs.map(({ label }) => `<${label}>`);
        expect(shown(text, ...labels)?.replace(/[[\]]/g, "")).toBe(text);
      },
    ),
  );
});

test("a page has them", async () => {
  const config = `export default { title: "T", url: "https://t.example", series: [{ id: "xip", label: "XIP", title: "XIPs", source: "xips",
    files: "{number}.md", route: "/xip", fields: [{ key: "Reviews", show: true }], statuses: [] }] };\n`;
  const text = `# T\n\n- Reviews: 3 ([the last one][l], not public)\n- Author: Ada\n\nText.\n\n[l]: ${url}\n`;
  const built = await build(repository({ "cipgen.config.ts": config, "xips/1.md": text }));
  const value = [...built.page("/xip/xip-1").querySelectorAll(".facts dd")].at(-1);
  expect(value?.textContent?.replace(/\s+/g, " ")).toMatch(/^3 \(the last one.*, not public\)$/);
  expect(value?.querySelector("a")?.getAttribute("href")).toBe(url);
});
