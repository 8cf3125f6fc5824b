/** Sections with numbers: what they count, where they are shown, and that nothing else of the site changes. */
import { expect, test } from "vitest";
import { sectionNumbers } from "../../src/view/section-numbers.js";
import { attributes, buildSite, proposalText, textOf } from "../support/site.js";

test("count headings below their heading", () => {
  const levels = [2, 3, 3, 4, 2, 3];
  const outline = levels.map((level, index) => ({ level, id: `h${index}`, text: "x" }));
  expect([...sectionNumbers(outline).values()]).toEqual(["1", "1.1", "1.2", "1.2.1", "2", "2.1"]);
});

const files = {
  "content/cip/cbc/cip-20.md": proposalText(
    20,
    {},
    '## One\n\n### A & "b"\n\n#### Deep\n\n<h2 id="own">Raw</h2>\n\n## Two\n',
  ),
  "content/docs/start.md": "# Start\n\n## First steps\n",
};

test("are beside headings and in the contents, and are no part of a title, of search or of data", async () => {
  const [plain, numbered] = await Promise.all(
    [false, true].map((numbers) => buildSite(files, { docs: { mainDocId: "start" }, toc: { numbers } })),
  );
  const page = numbered?.page("/cip/cbc/cip-20");
  if (!plain || !numbered || !page) throw new Error("not built");
  expect(attributes(page, ".prose [data-number]", "data-number")).toEqual(["1", "1.1", "1.1.1", "2"]);
  expect(attributes(page, "nav.toc [data-number]", "data-number")).toEqual(["1", "1.1", "2"]);
  expect(attributes(numbered.page("/docs/start"), ".prose [data-number]", "data-number")).toEqual(["1"]);
  const texts = (site: typeof plain) => [...site.page("/cip/cbc/cip-20").querySelectorAll("h2, h3, nav.toc a")];
  expect(texts(numbered).map(({ textContent, id }) => [textContent, id])).toEqual(
    texts(plain).map(({ textContent, id }) => [textContent, id]),
  );
  for (const path of ["cip/register.json", "api/v1/proposals/cip/20.json", "cip/cbc/cip-20/index.md"])
    expect(textOf(numbered.files.get(path) ?? "")).toBe(textOf(plain.files.get(path) ?? ""));
  expect(plain.page("/cip/cbc/cip-20").querySelector("[data-number]")).toBeNull();
});
