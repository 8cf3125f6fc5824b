/** No id is on a page twice, and none that the page's own parts have is an author's, whatever it is written in. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadDiagrams } from "../../src/content/formats/diagrams/index.js";
import { isReservedId } from "../../src/content/formats/markdown/env.js";
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
