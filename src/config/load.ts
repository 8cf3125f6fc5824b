/** Reads a site's config file, in any of its languages. */
import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { bundle, noteFiles } from "../platform/bundler.js";
import { diagnose, machineFailure } from "../platform/diagnostics/codes.js";
import { findJsonProblem, findRepeatedKeys } from "../platform/diagnostics/json-problems.js";
import { BrokenInstallation } from "../platform/native-import.js";
import { pathBelow } from "../platform/path-below.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import {
  beginsConflict,
  conflictHelp,
  conflictMessage,
  findConflicts,
  missingImport,
} from "../shared/syntax-problems.js";
import { addressIn, type CommittedConfig, committedImports, provideFile } from "./committed-config.js";
import { checkConfigFile, configFileNames, hasName, isConfigFile } from "./find.js";
import { placeInConfig } from "./locate.js";
import { withRedirectsFile } from "./redirects.js";
import { resolveConfig, type SiteConfig } from "./resolve.js";
import { packageTexts, runBundle } from "./run-bundle.js";
import { configSchema } from "./schema.js";
import { ConfigFailure, notUtf8, saveAsUtf8, thrownText } from "./site-errors.js";
import { withCode } from "./site-functions.js";

/** A configuration, or undefined with what is wrong. */
export interface LoadedConfig extends Result<SiteConfig | undefined> {
  /** Absolute paths of all files that it was read from, including imports, even if it could not be loaded. */
  files: readonly string[];
}

/** @param root of the site, absolute. @param commit where the files of the site are those of a commit: nothing else is imported. */
export async function loadConfig(root: string, commit?: CommittedConfig): Promise<LoadedConfig> {
  const files = new Set<string>();
  return { ...(await load(root, files, commit)), files: [...files] };
}

async function load(
  root: string,
  files: Set<string>,
  commit: CommittedConfig | undefined,
): Promise<Result<SiteConfig | undefined>> {
  if (commit) await provideFile(commit, join(root, "cipgen.config.ts"));
  const configFiles = configFileNames.filter((name) => isThere(join(root, name)) && hasName(root, name));
  const [file = configFiles[0], rival] = configFiles.filter((name) => isConfigFile(root, name));
  if (file && rival) {
    for (const name of [file, rival]) files.add(join(root, name));
    const help = `Remove ${rival}, or ${file}: only one is read.`;
    return failed("config-invalid", `there are two configurations, ${file} and ${rival}`, {
      file: rival,
      line: 1,
      column: 1,
      help,
    });
  }
  if (!file) {
    const notes = (existsSync(root) ? readdirSync(root) : [])
      .filter((name) => /^cipgen\.config\./i.test(name))
      .map((name) => `${name} is not read: ${readable(name)}. `);
    return failed("config-missing", `there is no cipgen.config.ts ${commit ? `in ${commit.origin}` : "here"}`, {
      help: `${notes.join("")}Run cipgen in the folder of a site, or name it with --root; \`cipgen init --from .\` makes one for proposals that are here, \`cipgen init my-register\` begins a new register. Looked for ${configFileNames.join(", ")} in ${commit?.origin ?? root}.`,
    });
  }
  files.add(join(root, file));
  try {
    const problem = checkConfigFile(join(root, file));
    if (problem) return failed("config-missing", problem.message, { file, help: problem.help });
    const readPart = async (path: string) => {
      files.add(path);
      if (commit) await provideFile(commit, path);
      return existsSync(path) ? readFile(path) : undefined;
    };
    if (file.endsWith(".json"))
      return await completeConfig(root, file, parseJson(await readFile(join(root, file))), readPart);
    const { code, packages } = await bundleConfig(join(root, file), root, files, commit);
    const exported = await runBundle(Buffer.from(code), root);
    const { value, diagnostics } = await completeConfig(root, file, exported, readPart);
    const texts = () => packageTexts(packages, commit?.checkout ?? root);
    return { value: value && (await withCode(value, exported, code, root, texts)), diagnostics };
  } catch (error) {
    const refusal = systemError(error);
    if (refusal) return { value: undefined, diagnostics: [machineFailure(refusal, root)] };
    return { value: undefined, diagnostics: await placeInConfig(root, file, configProblems(file, error)) };
  }
}

/** What to do with a file that has the name of a configuration but for its end, or its capitals. */
function readable(name: string): string {
  const meant = name.toLowerCase().replace(/\.c([jt]s)$/, ".$1");
  return configFileNames.some((configFileName) => configFileName === meant)
    ? `name it ${meant}`
    : "write it as cipgen.config.json";
}

/** Whether there is anything of this name, also a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The system's refusal of a file that was to be read, also one that the bundler reports of a plugin. */
function systemError(error: unknown): Error | undefined {
  const thrown = (error as { errors?: { detail?: unknown }[] }).errors?.[0]?.detail ?? error;
  return thrown instanceof Error && "syscall" in thrown ? thrown : undefined;
}

/** @param readPart reads a file that the configuration names as a part of it. */
async function completeConfig(
  root: string,
  file: string,
  input: unknown,
  readPart: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Result<SiteConfig | undefined>> {
  const { value, diagnostics } = resolveConfig(input, file);
  const withRules = value && (await withRedirectsFile(value, file, (path) => readPart(join(root, path))));
  return {
    value: withRules?.value,
    diagnostics: await placeInConfig(root, file, [...diagnostics, ...(withRules?.diagnostics ?? [])]),
  };
}

/** What is wrong with a config file that cannot be read or run. */
function configProblems(file: string, error: unknown): Diagnostic[] {
  if (error instanceof BrokenInstallation) return [machineFailure(error)];
  if (error instanceof AggregateError) return error.errors.flatMap((cause) => configProblems(file, cause));
  const diagnostics = bundleProblems(error);
  if (diagnostics.length > 0) return diagnostics;
  const location = error instanceof ConfigFailure ? error.location : { line: 1, column: 1 };
  const message = thrownText(error);
  return [
    diagnose("config-syntax", message, {
      file,
      ...(message === conflictMessage && { help: conflictHelp }),
      ...location,
    }),
  ];
}

function failed(
  code: "config-missing" | "config-syntax" | "config-invalid",
  message: string,
  details: Partial<Diagnostic>,
) {
  return { value: undefined, diagnostics: [diagnose(code, message, details)] };
}

/** Most letters of UTF-16 have a byte that is zero. */
const isText = (bytes: Uint8Array) => isUtf8(bytes) && !bytes.includes(0);

/** @param bytes of the file. */
function parseJson(bytes: Uint8Array): unknown {
  if (!isText(bytes)) throw new ConfigFailure(notUtf8, { line: 1, column: 1, help: saveAsUtf8 });
  const json = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const [conflict] = findConflicts(json);
  if (conflict) throw new ConfigFailure(conflictMessage, { line: conflict.line, column: 1 });
  const problem = findJsonProblem(json);
  const problems = problem ? [problem] : findRepeatedKeys(json);
  if (problems.length > 0)
    throw new AggregateError(
      problems.map(({ message, offset, help }) => new ConfigFailure(message, { ...positionAt(json, offset), help })),
    );
  return JSON.parse(json);
}

/**
 * Bundles the config with its imports, to run it from memory, so that nothing is written beside it.
 * @param files gets the paths of its imports.
 * @returns the code, and its imports from other packages.
 */
async function bundleConfig(
  path: string,
  root: string,
  files: Set<string>,
  commit: CommittedConfig | undefined,
): Promise<BundledConfig> {
  const packages = new Set<string>();
  const result = await bundle({
    // Relative: in an absolute path a star would be a pattern.
    entryPoints: [`./${pathBelow(root, path)}`],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    absWorkingDir: root,
    mainFields: ["main"],
    plugins: commit
      ? [selfImport, committedImports(commit, packages), ownAddresses((address) => addressIn(commit, address))]
      : [noteFiles(files), selfImport, packagesOutside(packages), ownAddresses((address) => address)],
    sourcemap: "inline",
    logLevel: "silent",
    // No file around the folder of a commit counts.
    ...(commit && { tsconfigRaw: {} }),
  });
  return { code: result.outputFiles[0]?.text ?? "", packages: [...packages].sort() };
}

interface BundledConfig {
  code: string;
  /** Absolute paths of the modules that Node.js loads. */
  packages: string[];
}

/** A config's own `import { defineConfig } from "cipgen"` means this program, whether or not it is installed beside the site. */
const selfImport: Plugin = {
  name: "cipgen-self",
  setup(build) {
    build.onResolve({ filter: /^cipgen$/ }, () => ({ path: "cipgen", namespace: "cipgen-self" }));
    build.onLoad({ filter: /.*/, namespace: "cipgen-self" }, () => ({
      contents: ["defineConfig", "defineCheck", "defineExtension"]
        .map((name) => `export const ${name} = (value) => value;`)
        .join("\n"),
    }));
  },
};

/** Packages stay outside the bundle and are loaded by Node.js, CommonJS ones as well; a package in TypeScript is bundled, as it cannot load that. */
const packagesOutside = (packages: Set<string>): Plugin => ({
  name: "cipgen-packages",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind === "entry-point" || pluginData === "resolved" || isBuiltin(path) || isAbsolute(path)) return undefined;
      const resolution = await resolve(path, { kind, resolveDir, pluginData: "resolved" });
      const isScript = resolution.errors.length === 0 && /\.[mc]?js$/.test(resolution.path) && kind !== "require-call";
      if (!isScript) return resolution;
      packages.add(resolution.path);
      return { path: pathToFileURL(resolution.path).href, external: true };
    });
  },
});

/** A bundle has one URL, but each of its files refers to its own. @param addressOf gives it as the file is to see it. */
const ownAddresses = (addressOf: (path: string) => string): Plugin => ({
  name: "cipgen-addresses",
  setup({ onLoad, initialOptions }) {
    onLoad({ filter: /\.[mc]?[jt]s$/, namespace: "file" }, async ({ path }) => {
      const bytes = await readFile(path);
      if (!isText(bytes)) {
        const location = { file: pathBelow(initialOptions.absWorkingDir ?? "", path), line: 1 };
        return { errors: [{ text: notUtf8, location, detail: saveAsUtf8 }] };
      }
      const filename = addressOf(path);
      const addresses = { url: pathToFileURL(filename).href, dirname: dirname(filename), filename };
      const contents = bytes
        .toString("utf8")
        .replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name: keyof typeof addresses) =>
          JSON.stringify(addresses[name]),
        );
      return { contents, loader: /ts$/.test(path) ? "ts" : "js" };
    });
  },
});

// What is said of a config file that cannot be bundled: all problems, each at its place, in words for people.

/** A message of the bundler. */
interface Message {
  text: string;
  location: {
    /** Relative to the folder that was bundled from. */
    file: string;
    lineText: string;
    line: number;
    column: number;
    length: number;
  } | null;
  /** What a plugin adds: what to do. */
  detail?: unknown;
}

/** @returns nothing for an error of anything else. */
function bundleProblems(error: unknown): Diagnostic[] {
  const { errors = [] } = error as { errors?: Message[] };
  return errors.flatMap(({ text, location, detail }) => {
    if (!location) return [];
    const range = {
      file: location.file,
      line: location.line,
      column: location.column + 1,
      length: location.length,
    };
    const { message, help } = beginsConflict(location.lineText)
      ? { message: conflictMessage, help: conflictHelp }
      : (missingImport(text) ?? { message: text, help: typeof detail === "string" ? detail : advice(text) });
    return [diagnose("config-syntax", message, { ...range, ...(help !== undefined && { help }) })];
  });
}

/** What mostly leads to a message of the bundler. */
function advice(text: string): string | undefined {
  if (/^Expected "[\]})]" but found (?!end of file)/.test(text)) return "Is a comma missing before it?";
  return /^Unexpected "[\u201c-\u201f\u2018-\u201b]"$/.test(text) ? 'Write straight quotes: "' : undefined;
}

// Replaces the address of a site: previews of a pull request are published elsewhere.

/** The address from the command line; undefined if not given. */
interface AddressOptions {
  /** Origin. */
  url?: string;
  /** Path of the site's root. A slash that is missing at an end is added. */
  baseUrl?: string;
}

/** @returns the configuration with this address, or undefined with the problems of the options. */
export function withAddress(config: SiteConfig, { url, baseUrl }: AddressOptions): Result<SiteConfig | undefined> {
  const path = baseUrl === undefined ? undefined : `/${baseUrl}/`.replace(/\/+/g, "/");
  const origin = configSchema.shape.url.optional().safeParse(url);
  const base = configSchema.shape.baseUrl.unwrap().optional().safeParse(path);
  const diagnostics = [
    { option: "--url", result: origin },
    { option: "--base-url", result: base },
  ].flatMap(({ option, result }) =>
    (result.error?.issues ?? []).map(({ message }) =>
      diagnose("config-invalid", `${option}: ${message}`, {
        help: "Write --url https://preview.example --base-url /pr-1/.",
      }),
    ),
  );
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  return { value: { ...config, url: origin.data ?? config.url, baseUrl: base.data ?? config.baseUrl }, diagnostics };
}
