/** Of a wrong value of any key of a configuration one problem is said, with a place, in words for people. */
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { resolveConfig } from "../../src/config/loading.js";
import { placeInText } from "../../src/config/locate.js";
import { configSchema } from "../../src/config/schema.js";
import { configProblems } from "../support/parse.js";
import { isThorough } from "../support/runs.js";

/** A key or the number of an item; or what an object must have besides to be of a kind. */
type Step = string | number | { kind: [key: string, value: unknown] };

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
  options?: z.core.$ZodType[];
  discriminator?: string;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  items?: z.core.$ZodType[];
  shape?: Record<string, z.core.$ZodType>;
};

/** The paths of all values that the schema has. */
function* pathsOf(schema: z.core.$ZodType, path: Step[] = []): Generator<Step[]> {
  const def = schema._zod.def as unknown as Def;
  if (path.length > 0) yield path;
  if (path.length > 9) return;
  const same = def.innerType ?? (def.type === "pipe" ? def.in : undefined) ?? def.getter?.();
  if (same) yield* pathsOf(same, def.getter ? [...path] : path);
  for (const option of def.options ?? []) {
    const { discriminator = "" } = def;
    const [kind] = option._zod.propValues?.[discriminator] ?? [];
    yield* pathsOf(option, kind === undefined ? path : [...path, { kind: [discriminator, kind] }]);
  }
  if (def.type === "array" && def.element) yield* pathsOf(def.element, [...path, 0]);
  if (def.type === "record" && def.valueType) yield* pathsOf(def.valueType, [...path, "de-DE"]);
  for (const [index, item] of (def.items ?? []).entries()) yield* pathsOf(item, [...path, index]);
  for (const [key, value] of Object.entries(def.shape ?? {})) yield* pathsOf(value, [...path, key]);
}

/** A configuration that has a value in a place, and nothing else that is wrong. */
function withValue(path: readonly Step[], value: unknown): object {
  const config = { title: "T", url: "https://x.example", series: [{ profile: "cip" }] };
  let at: Record<string | number, unknown> = config;
  const keys = path.filter((step) => typeof step !== "object");
  let depth = 0;
  for (const step of path) {
    if (typeof step === "object") {
      at[step.kind[0]] = step.kind[1];
    } else if (++depth === keys.length) {
      at[step] = value;
      break;
    } else {
      const known = at[step];
      at[step] = typeof known === "object" && known !== null ? known : typeof keys[depth] === "number" ? [] : {};
      at = at[step] as typeof at;
    }
  }
  return config;
}

const written = [5, -1, 0, 1.5, 1e21, true, null, "", " ", "x", "../..", "//", "http://", "javascript:alert(1)"];
const values = [...written, "{", "{nope}", [], [[]], ["x", "x"], [null], {}, { a: 1 }, { "": 1 }, "x".repeat(500)];
const paths = [...new Map([...pathsOf(configSchema)].map((path) => [JSON.stringify(path), path])).values()];

test("the schema has many values", () => {
  expect(paths.length).toBeGreaterThan(250);
});

/** A fifth of the places, another for each value. */
const placesOf = (value: unknown) =>
  isThorough ? paths : paths.filter((_, at) => at % 5 === values.indexOf(value as never) % 5);

test.each(values.map((value) => [value]))("%j in place of any value", (value) => {
  for (const path of placesOf(value)) {
    const config = withValue(path, value);
    const { diagnostics } = resolveConfig(config, "cipgen.config.json");
    const placed = placeInText(JSON.stringify(config, null, 2), "cipgen.config.json", diagnostics);
    const subjects = placed.map(({ message }) => message.replace(/: .*/s, ""));
    expect(subjects, `${JSON.stringify(path)}: each once`).toEqual([...new Set(subjects)]);
    for (const { line, column, message } of placed) {
      expect([line, column], `${message}: its place`).toEqual([expect.any(Number), expect.any(Number)]);
      // The words of the schema's library, and of JavaScript.
      expect(message).not.toMatch(/\bInvalid|\bexpected\b|\breceived\b|\[object|but it is undefined/);
    }
  }
});

describe("a value of the wrong type", () => {
  test.each([
    [{ tagline: 5 }, "tagline: this must be a text, but it is 5"],
    [{ pageSize: 1.5 }, "pageSize: this must be a whole number, but it is 1.5"],
    [{ trailingSlash: "yes" }, 'trailingSlash: this must be true or false, but it is "yes"'],
    [{ linkSchemes: "ftp" }, 'linkSchemes: this must be a list, but it is "ftp"'],
    [{ footer: 2 }, "footer: this must be an object with keys, but it is 2"],
    [{ announcement: { id: "a" } }, "announcement.text: this is missing"],
  ])("%j", (config, said) => {
    expect(configProblems(config)).toEqual([`config-invalid ${said}`]);
  });

  test("a proxy for search that is no address", () => {
    const search = { provider: "algolia" as const, appId: "A", apiKey: "k", indexName: "i", hosts: ["x"] };
    expect(configProblems({ search })).toEqual(["config-invalid search.hosts[0]: an absolute http(s) URL is needed"]);
  });

  test("an object without a prototype is one like others", () => {
    expect(configProblems({ output: { format: Object.create(null) } })).toHaveLength(1);
  });

  test("a status of several words has a place as others do", () => {
    const process = { transitions: { "Last Cal": ["Final"] } };
    const config = { title: "T", url: "https://x.example", series: [{ profile: "cip", process }] };
    const { diagnostics } = resolveConfig(config, "cipgen.config.json");
    expect(placeInText(JSON.stringify(config, null, 2), "cipgen.config.json", diagnostics)).toMatchObject([
      { message: expect.stringMatching(/transitions\["Last Cal"\]: /), line: 9 },
      { message: expect.stringMatching(/transitions\["Last Cal"\]\[0\]: /), line: 10 },
    ]);
  });
});
