/**
 * Makes dist/types and dist/config.schema.json: what an editor and a compiler need to help with a site's files. The compiler writes the
 * declarations. Those of the configuration are written here instead, from the schema and the doc comments above its keys, because the compiler
 * would name the types of the schema library, which is not installed with the package, and drop the comments.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = import.meta.dirname;
const types = join(root, "dist", "types");

/** Before the key that a comment is about: a key that holds it in the schema. No configuration key begins so. */
const mark = "\0";

/**
 * Types of keys that only a configuration in a module can have, by the path to the key; what they import, and from where. They have no place in
 * JSON. Of a union, the list is meant.
 */
const functions = {
  outputs: { type: "Output[]", name: "Output", from: "../shared/extension.js" },
  "markdown.rules": {
    type: "(MarkdownPlugin | [MarkdownPlugin, ...unknown[]])[]",
    name: "MarkdownPlugin",
    from: "../shared/extension.js",
  },
  formats: { type: "Format[]", name: "Format", from: "./read-text.js" },
  checks: { type: "Check[]", name: "Check", from: "../shared/extension.js" },
  extensions: { type: "Extension[]", name: "Extension", from: "./extensions.js" },
  "checks.rules": { type: "Check[]", name: "Check", from: "../shared/extension.js" },
};

/** Makes a key of each doc comment in the schema's source. */
const docComments = {
  name: "doc-comments",
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]config[\\/](schema|schema[\\/]\w+|process)\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source.replace(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n[ \t]*(\$?\w+):/g, (_, comment, key) => {
        const text = comment.replace(/\s*\n\s*\*[ \t]?/g, " ").trim();
        return `${JSON.stringify(mark + key)}: z.literal(${JSON.stringify(text)}).optional(), ${key}:`;
      });
      return { contents, loader: "ts" };
    });
  },
};

/** The JSON Schema of what is written in a config file, with a description of each key. */
async function configSchema() {
  const contents = `import * as z from "zod";
    import { configSchema } from "./src/config/schema.ts";
    export default z.toJSONSchema(configSchema, { io: "input", target: "draft-7", unrepresentable: "any" });`;
  const folder = await mkdtemp(join(tmpdir(), "cipgen-types-"));
  try {
    const outfile = join(folder, "schema.mjs");
    const common = { bundle: true, platform: "node", format: "esm", logLevel: "warning" };
    await build({ ...common, stdin: { contents, resolveDir: root, loader: "ts" }, plugins: [docComments], outfile });
    return described((await import(pathToFileURL(outfile).href)).default, "");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The schema with its comments as descriptions. A key without one is an error: it would have no help. */
function described(schema, path) {
  if (Array.isArray(schema)) return schema.map((item) => described(item, path));
  if (typeof schema !== "object" || schema === null) return schema;
  const { type } = functions[path.slice(0, -1)] ?? {};
  if (type && holdsFunctions(schema)) {
    const usual = "default" in schema && { default: schema.default };
    return { ...usual, ofModules: type };
  }
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === "default" ? value : described(value, path)]),
  );
  if (typeof schema.properties !== "object") return copy;
  const keys = Object.keys(schema.properties).filter((key) => !key.startsWith(mark));
  copy.properties = Object.fromEntries(
    keys.map((key) => {
      const description = schema.properties[mark + key]?.const;
      if (description === undefined) throw new Error(`src/config: ${path}${key} has no doc comment`);
      return [key, { description, ...described(schema.properties[key], `${path}${key}.`) }];
    }),
  );
  return copy;
}

/** Whether a value at the path of a key in `functions` is a function, or a list with functions. */
function holdsFunctions(schema) {
  return (
    schema.type === "array" ||
    !["type", "const", "enum", "anyOf", "oneOf", "$ref", "properties"].some((name) => name in schema)
  );
}

/** Without what JSON cannot hold. */
function withoutFunctions(schema) {
  const isOfJson = (part) => !part?.ofModules;
  if (Array.isArray(schema)) return schema.filter(isOfJson).map(withoutFunctions);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([, value]) => isOfJson(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFunctions(value)]));
}

/** The schema as declarations. */
function declarations({ definitions = {}, ...schema }) {
  const series = schema.properties.series.items;
  const names = new Map(Object.keys(definitions).map((key) => [`#/definitions/${key}`, "SidebarItem"]));
  if (names.size > 1) throw new Error("another schema refers to itself: give it a name of its own");
  const typeOf = (part, indent) => {
    if (part === series && indent !== "") return "SeriesInput";
    if (part.ofModules) return part.ofModules;
    if (part.$ref) return names.get(part.$ref);
    if ("const" in part) return JSON.stringify(part.const);
    if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
    const some = part.anyOf ?? part.oneOf;
    if (some) return some.map((one) => typeOf(one, indent)).join(" | ");
    if (part.type === "integer") return "number";
    if (part.type === "array" && Array.isArray(part.items))
      return `[${part.items.map((item) => typeOf(item, indent)).join(", ")}]`;
    if (part.type === "array") return `Array<${typeOf(part.items, indent)}>`;
    if (part.type === "object" && !part.properties)
      return `Record<string, ${typeOf(part.additionalProperties, indent)}>`;
    if (part.type === "object") return members(part, indent);
    if (part.type === undefined && Object.keys(part).length > 0)
      throw new Error(`"${part.description}": this key needs a type, see \`functions\``);
    return part.type ?? "unknown";
  };
  const members = ({ properties, required = [] }, indent) => {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).flatMap(([key, value]) => {
      const usual = "default" in value ? [`@default ${JSON.stringify(value.default)}`] : [];
      const text = [value.description, ...usual].join(`\n${inner} * `).replaceAll("*/", "*\\/");
      const comment = usual.length === 0 ? `/** ${text} */` : `/**\n${inner} * ${text}\n${inner} */`;
      return [`${inner}${comment}`, `${inner}${key}${required.includes(key) ? "" : "?"}: ${typeOf(value, inner)};`];
    });
    return `{\n${lines.join("\n")}\n${indent}}`;
  };
  const named = [...names].map(([ref, name]) => {
    const part = definitions[ref.slice("#/definitions/".length)];
    return `/** Id of a page of the docs, or a group of them. */\nexport type ${name} = ${typeOf(part, "  ")};`;
  });
  return [
    ...new Set(Object.values(functions).map(({ name, from }) => `import type { ${name} } from "${from}";`)),
    "/** What a site decides: the argument of `defineConfig`. */",
    `export interface ConfigInput ${typeOf(schema, "")}`,
    "/** A register: a series of proposals. */",
    `export interface SeriesInput ${typeOf(series, "")}`,
    ...named,
    "",
  ].join("\n\n");
}

/** Removes the declarations that no entry leads to: the compiler writes one for each file that it has read. */
async function prune(entries) {
  const wanted = new Set();
  const follow = async (file) => {
    if (wanted.has(file) || !existsSync(file)) return;
    wanted.add(file);
    const text = await readFile(file, "utf8");
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
      await follow(resolve(dirname(file), specifier.replace(/\.js$/, ".d.ts")));
  };
  for (const entry of entries) await follow(entry);
  const files = (await readdir(types, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(paths.filter((path) => !wanted.has(path)).map((path) => rm(path)));
}

const schema = await configSchema();
await rm(types, { recursive: true, force: true });
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const args = [compiler, "--project", "tsconfig.build.json", "--singleThreaded"];
execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
await writeFile(join(types, "src", "config", "schema.d.ts"), declarations(schema));
const templates = (await readdir(join(types, "templates"))).map((name) => join(types, "templates", name));
await prune([join(types, "src", "index.d.ts"), ...templates]);
await writeFile(join(root, "dist", "config.schema.json"), `${JSON.stringify(withoutFunctions(schema), null, 2)}\n`);
