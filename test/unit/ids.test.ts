/** No id is on a page twice, and none that the page's own parts have is an author's, whatever it is written in. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadDiagrams } from "../../src/formats/diagrams/index.js";
import { isReservedId } from "../../src/formats/markdown/env.js";
import { markdown } from "../support/parse.js";
import { runs } from "../support/runs.js";
import { repositoryRoot } from "../support/site.js";

beforeAll(loadDiagrams);

const templates = join(repositoryRoot, "templates");
/** Ids that templates write, as they are in their sources; a Phrase's id is a string's name. */
const own = readdirSync(templates).flatMap((file) => {
  const text = readFileSync(join(templates, file), "utf8");
  const written = [...text.matchAll(/(?<!<Phrase[^>]*)\bid="([\w-]+)"/g)].map(([, id = ""]) => id);
  const named =
    file === "ids.ts" ? [...text.matchAll(/(?:= |`)"?([a-z][\w-]*)(?:"|\$)/g)].map(([, id = ""]) => id) : [];
  return [...written, ...named];
});

test("every id of a template is reserved", () => {
  expect(own.length).toBeGreaterThan(8);
  for (const id of own) expect(isReservedId(id), id).toBe(true);
});

const name = fc.constantFrom(
  ...own,
  "fn1",
  "fnref1",
  "fnref1-1",
  "diagram0-arrowhead",
  "math-a",
  "a",
  "section",
  "section-fn1",
  "a-1",
  "A b",
  "",
);
const writers: ((id: string) => string)[] = [
  (id) => `## ${id}\n`,
  (id) => `# ${id}\n`,
  (id) => `<b id="${id}">x</b> <a name="${id}">y</a>`,
  (id) => `<h2 id='${id}'>x</h2>\n`,
  (id) => `$$\nx \\tag{1}\\label{${id}}\n$$\n`,
  (id) => `$$\n\\begin{align}a\\label{${id}}\\\\b\\label{${id}}\\end{align}\n$$\n\n$\\ref{${id}}$ $x_{\\eqref{${id}}}$`,
  (id) =>
    `a[^${id.replaceAll(" ", "") || "x"}] b[^${id.replaceAll(" ", "") || "x"}] c^[${id}]\n\n[^${id.replaceAll(" ", "") || "x"}]: n\n`,
  (id) => `\`\`\`mermaid\ngraph LR\n  ${id.replace(/\W/g, "") || "x"} --> B\n\`\`\`\n`,
];

test("ids are there once and none is reserved for another part; a preview has none", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...writers), name), { minLength: 1, maxLength: 8 }), (parts) => {
      const body = parts.map(([write, id]) => write(id)).join("\n\n");
      const { html, preview, anchors } = markdown(body, "T");
      const ids = [...html.matchAll(/<[^>]* id=["']([^"']*)["']/g)].map(([, id = ""]) => id);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        body,
      ).toEqual([]);
      for (const id of ids) expect(own, body).not.toContain(id);
      expect(ids.filter((id) => !/^diagram\d/.test(id)).sort()).toEqual([...anchors].sort());
      expect(preview).not.toMatch(/<[^>]* id=/);
    }),
    { numRuns: runs(60) },
  );
});
