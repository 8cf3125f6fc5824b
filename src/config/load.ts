/** Loads a site's config file: JSON, or a module in JavaScript or TypeScript. */
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

/** A configuration, or undefined with diagnostics. */
export interface LoadedConfig extends Result<SiteConfig | undefined> {
  /** Absolute paths of all files that it was read from, including imports, even if it could not be loaded. */
  files: readonly string[];
}

/** @param root folder of the site, absolute. @param commit set if the files are those of a commit, which limits imports. */
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
    const details = { file: rival, line: 1, column: 1, help: `Remove ${rival}, or ${file}: only one is read.` };
    return failed("config-invalid", `there are two configurations, ${file} and ${rival}`, details);
  }
  if (!file) {
    const notes = (existsSync(root) ? readdirSync(root) : [])
      .filter((name) => /^cipgen\.config\./i.test(name))
      .map((name) => `${name} is not read: ${renameAdvice(name)}. `);
    return failed("config-missing", `there is no cipgen.config.ts ${commit ? `in ${commit.origin}` : "here"}`, {
      help: `${notes.join("")}${
        commit
          ? "A review takes its rules from the base: commit the configuration there first."
          : `Run cipgen in a site's folder, or name it with --root. To begin: \`cipgen init my-register\`, or \`cipgen init --from .\` for proposals that are here. Looked for cipgen.config.{ts,mts,js,mjs,json} in ${root}.`
      }`,
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

/** The help for a file whose name differs from that of a configuration by its extension or its case. */
function renameAdvice(name: string): string {
  const meant = name.toLowerCase().replace(/\.c([jt]s)$/, ".$1");
  return configFileNames.some((configFileName) => configFileName === meant)
    ? `name it ${meant}`
    : "write it as cipgen.config.json";
}

/** Whether anything has this path, even a symbolic link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The system's error on reading a file, thrown directly or by a plugin of the bundler; undefined for any other error. */
function systemError(error: unknown): Error | undefined {
  const thrown = (error as { errors?: { detail?: unknown }[] }).errors?.[0]?.detail ?? error;
  return thrown instanceof Error && "syscall" in thrown ? thrown : undefined;
}

/** Checks a configuration and adds the rules of its file of redirects. @param readPart reads that file. */
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

/** The problems of a config file that cannot be read or run. */
function configProblems(file: string, error: unknown): Diagnostic[] {
  if (error instanceof BrokenInstallation) return [machineFailure(error)];
  if (error instanceof AggregateError) return error.errors.flatMap((cause) => configProblems(file, cause));
  const diagnostics = bundleProblems(error);
  if (diagnostics.length > 0) return diagnostics;
  const location = error instanceof ConfigFailure ? error.location : { line: 1, column: 1 };
  const message = thrownText(error);
  const help = message === conflictMessage ? conflictHelp : undefined;
  return [diagnose("config-syntax", message, { file, help, ...location })];
}

function failed(code: "config-missing" | "config-invalid", message: string, details: Partial<Diagnostic>) {
  return { value: undefined, diagnostics: [diagnose(code, message, details)] };
}

/** Whether bytes are text in UTF-8. UTF-16 has bytes that are zero. */
const isText = (bytes: Uint8Array) => isUtf8(bytes) && !bytes.includes(0);

/** @throws the problems of a file that is not JSON. */
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
    // A tsconfig.json around the folder of the commit must not count.
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

/** Leaves packages outside the bundle, so that Node.js loads them. A package in TypeScript, which Node.js cannot load, is bundled. */
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

/** Replaces `import.meta.url` and the like in each file by its own address, because a bundle has only one. @param addressOf gives the address that a file gets. */
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
  /** A plugin's help, if it is a text. */
  detail?: unknown;
}

/** The problems that the bundler reports; none for any other error. */
function bundleProblems(error: unknown): Diagnostic[] {
  const { errors = [] } = error as { errors?: Message[] };
  return errors.flatMap(({ text, location, detail }) => {
    if (!location) return [];
    const { file, line, column, length, lineText } = location;
    const { message, help } = beginsConflict(lineText)
      ? { message: conflictMessage, help: conflictHelp }
      : (missingImport(text) ?? { message: text, help: typeof detail === "string" ? detail : advice(text) });
    return [diagnose("config-syntax", message, { file, line, column: column + 1, length, help })];
  });
}

/** The help for a message of the bundler, by its most frequent cause. */
function advice(text: string): string | undefined {
  if (/^Expected "[\]})]" but found (?!end of file)/.test(text)) return "Is a comma missing before it?";
  return /^Unexpected "[\u201c-\u201f\u2018-\u201b]"$/.test(text) ? 'Write straight quotes: "' : undefined;
}

/** The address of a preview, as the command line gives it. */
interface AddressOptions {
  /** Origin. */
  url?: string;
  /** Path of the site's root. Missing slashes at its ends are added. */
  baseUrl?: string;
}

/** Replaces the address of a site, because previews are published elsewhere. @returns the configuration; undefined if an option is invalid. */
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
