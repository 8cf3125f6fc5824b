/** The interface's strings: every locale has all of them, nothing asks for one that is not there, and none is left over. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { profiles } from "../../src/config/profiles/index.js";
import { locales } from "../support/register.js";
import { repositoryRoot } from "../support/site.js";

type Strings = Record<string, string>;

const folder = join(repositoryRoot, "locales");
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Keys that code puts together: how it writes them, and what they can be. */
const dynamic: Record<string, RegExp> = {
  "prose.alert.${": /^prose\.alert\.(note|tip|important|warning|caution)$/,
  "relation.${": /^relation\./,
  "insights.${": /^insights\.(statuses|created|changes|stays|required|lastCalls|quiet)(Text)?$/,
  "banner.${": /^banner\.(superseded|withdrawn|draft|lastCall|moved|reserved)$/,
  '"tag" : "list"}.${': /^(list|tag)\.(summary|summaryPaged)$/,
};

function read(locale: string): Strings {
  const files = readdirSync(join(folder, locale)).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, locale, name), "utf8"))));
}

const english = read("en-US");
const bases = (strings: Strings) =>
  [...new Set(Object.keys(strings).map((key) => key.replace(pluralSuffix, "")))].filter((key) => !isLabel(key)).sort();
const isLabel = (key: string) => key.startsWith("label.");
const isPlural = (base: string) => `${base}_other` in english;
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name))].sort();

const code = fastGlob
  .sync(["templates/**/*.{ts,tsx}", "src/**/*.ts", "client/**/*.{ts,tsx}"], { cwd: repositoryRoot })
  .map((path) => readFileSync(join(repositoryRoot, path), "utf8"))
  .join("\n")
  .replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
/** Only keys have this form: `nav.skip`. */
const literals = new Set([...code.matchAll(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/gi)].map(([, text]) => text));

describe("the strings of en-US", () => {
  test("each is used, by its key or by one of the listed patterns", () => {
    const unused = bases(english).filter(
      (key) => !literals.has(key) && !Object.values(dynamic).some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  test.each(
    Object.entries(dynamic),
  )("the pattern %s is written in the code, and there are strings for it", (written, pattern) => {
    expect(code).toContain(written);
    expect(bases(english).filter((key) => pattern.test(key)).length).toBeGreaterThan(1);
  });

  test("each that code asks for by its key is there", () => {
    const asked = [
      ...code.matchAll(/\bt\(\s*"([^"]+)"|\bslot\(\s*"string",\s*"([^"]+)"|<Phrase[^>]*\bid="([^"]+)"/g),
    ].map(([, a, b, c]) => a ?? b ?? c ?? "");
    expect(asked.length).toBeGreaterThan(40);
    expect([...new Set(asked)].filter((key) => !bases(english).includes(key))).toEqual([]);
  });

  test("no key is in two files", () => {
    const names = readdirSync(join(folder, "en-US")).filter((name) => name.endsWith(".json"));
    const keys = names.flatMap((name) => Object.keys(JSON.parse(readFileSync(join(folder, "en-US", name), "utf8"))));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

test("there are strings for each of the seven locales and no others", () => {
  expect(readdirSync(folder).sort()).toEqual([...locales].sort());
});

describe.each(readdirSync(folder))("the strings of %s", (locale) => {
  const strings = read(locale);

  test("are the same as those of en-US", () => {
    expect(bases(strings)).toEqual(bases(english));
  });

  test("have every plural form of the language and no other", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    for (const base of bases(english).filter(isPlural)) {
      const found = Object.keys(strings).flatMap((key) =>
        key.replace(pluralSuffix, "") === base ? (pluralSuffix.exec(key)?.[1] ?? "none") : [],
      );
      expect(found.toSorted(), base).toEqual(forms);
    }
    const plural = Object.keys(strings).filter((key) => pluralSuffix.test(key) && !isLabel(key));
    expect(plural.filter((key) => !isPlural(key.replace(pluralSuffix, "")))).toEqual([]);
  });

  test("have the placeholders of en-US; only a form for one number may leave the number out", () => {
    for (const [key, text] of Object.entries(strings)) {
      if (isLabel(key)) continue;
      const base = key.replace(pluralSuffix, "");
      const expected = placeholders(english[key] ?? english[`${base}_other`] ?? english[base] ?? "");
      const form = pluralSuffix.exec(key)?.[1];
      const mayOmit = form && form !== "other" ? ["count"] : [];
      const found = placeholders(text);
      expect(
        found.filter((name) => !expected.includes(name)),
        key,
      ).toEqual([]);
      expect(
        expected.filter((name) => !found.includes(name) && !mayOmit.includes(name ?? "")),
        key,
      ).toEqual([]);
    }
  });

  test("no text is empty or still English by mistake", () => {
    expect(Object.entries(strings).filter(([, text]) => text.trim() === "")).toEqual([]);
    if (locale === "en-US") return;
    const long = Object.entries(english).filter(
      ([, text]) =>
        text
          .replace(/\{\{.*?\}\}/g, "")
          .trim()
          .split(/\s+/).length > 3,
    );
    expect(long.filter(([key, text]) => strings[key] === text).map(([key]) => key)).toEqual([]);
  });
});

describe("labels", async () => {
  const { value: config } = await loadConfig(repositoryRoot);
  const used = new Set(labelsIn({ config, profiles }));

  test("the texts of this register's configuration are found", () => {
    for (const label of ["CIPs", "Ask CoreAI ✨", "Contract standards", "Last call", "Browse the register"])
      expect(used).toContain(label);
  });

  test.each(readdirSync(folder))("%s translates labels that a configuration of ours has", (locale) => {
    const labels = Object.keys(read(locale))
      .filter(isLabel)
      .map((key) => key.slice("label.".length));
    if (locale === "en-US") expect(labels).toEqual([]);
    expect(labels.filter((label) => !used.has(label))).toEqual([]);
  });
});

/** Every text under a key that is shown to readers. */
function labelsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(labelsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string"
      ? ["label", "title", "copyright", "text"].includes(key)
        ? [inner]
        : []
      : labelsIn(inner),
  );
}
