/** Small sites in temporary folders, and builds of them in memory: what most tests look at is a build's files and its diagnostics. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { Window } from "happy-dom";
import { buildFiles } from "../../src/build/make-files.js";
import { emptyState, type Memo } from "../../src/build/state.js";
import { configFileNames, type SiteConfig } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import type { ConfigInput } from "../../src/index.js";
import { sortDiagnostics } from "../../src/platform/diagnostics/report.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import type { OutputFile } from "../../src/shared/output.js";

/** The folder of this repository, which is a site as well. */
export const repositoryRoot = resolve(import.meta.dirname, "../..");

/** What a test's site has unless the test says otherwise. */
export const usualConfig: ConfigInput = {
  title: "Register",
  url: "https://register.example",
  series: [{ profile: "cip" }],
  search: { provider: "none" },
};

const folders: string[] = [];

/** Removes what a test file made: its folders, and the pages that it parsed. */
export function cleanUp(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  parsedPages.clear();
}

/**
 * The pages that tests parsed last, by their text: each takes megabytes, and a large process starts programs (git, of which reviews need many) several
 * times as slowly as a small one.
 */
const parsedPages = new Map<string, Document>();
const maxParsedPages = 12;

function parsePage(html: string): Document {
  const page = parsedPages.get(html) ?? parseHtml(html);
  parsedPages.delete(html);
  parsedPages.set(html, page);
  for (const oldest of [...parsedPages.keys()].slice(0, -maxParsedPages)) parsedPages.delete(oldest);
  return page;
}

/**
 * A temporary folder that is removed when the test file is done: to be made in tests and hooks, not while tests are collected. Its path is the real
 * one, which messages have: macOS has its temporary folder behind a link, Windows has a short name for it (test/spec/linked-roots.test.ts is about
 * sites behind links).
 */
export function makeFolder(
  files: Record<string, string | Uint8Array> = {},
  root = mkdtempSync(join(realpathSync.native(tmpdir()), "cipgen-test-")),
): string {
  mkdirSync(root, { recursive: true });
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Puts a file in the place of another in one step: a program that reads it meanwhile has the old text or the new one. @param prepare sets its owner or the like. */
export function replaceFile(path: string, text: string, prepare: (fresh: string) => void = () => undefined): void {
  const fresh = join(makeFolder(), "fresh");
  writeFileSync(fresh, text);
  prepare(fresh);
  renameSync(fresh, path);
}

/** A site's folder: the given files, the usual folder of proposals, and a config file unless there is one among the files. @returns its root. */
export function makeSite(files: Record<string, string | Uint8Array>, config: Partial<ConfigInput> = {}): string {
  const hasConfig = configFileNames.some((name) => name in files);
  const json = JSON.stringify({ ...usualConfig, ...config }, null, 2);
  const root = makeFolder(hasConfig ? files : { ...files, "cipgen.config.json": `${json}\n` });
  mkdirSync(join(root, "content/cip"), { recursive: true });
  return root;
}

/** Text of a proposal file. A field that is undefined is left out. */
export function proposalText(
  number: number,
  fields: Record<string, string | number | undefined> = {},
  body = "Text.\n",
): string {
  const lines = Object.entries({ cip: number, title: `Proposal ${number}`, ...fields }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  return `---\n${lines.join("\n")}\n---\n${body}`;
}

/** What a build in memory came to. */
export interface TestBuild {
  files: Map<string, OutputFile["content"]>;
  diagnostics: Diagnostic[];
  pages: number;
  /** Text of an output file; throws when there is none. */
  text(path: string): string;
  /** An output file as JSON. */
  json<T = unknown>(path: string): T;
  /** The page of a route, parsed: `/cip/cbc/cip-20`, `/es-ES/cip`. */
  page(route: string): Document;
  has(path: string): boolean;
}

/**
 * @param adjust changes the configuration that the site's own file gives. What this repository's own commits say is no business of tests, so its
 * site is built without them.
 */
export async function build(
  root: string,
  adjust: (config: SiteConfig) => SiteConfig = (config) => config,
): Promise<TestBuild> {
  const loaded = await loadConfig(root);
  if (!loaded.value) return testBuild([], loaded.diagnostics, 0);
  const configFile = configFileNames.find((name) => isFile(join(root, name))) ?? "";
  const isRegister = root === repositoryRoot;
  const memo: Memo | undefined = isRegister ? { ...registerParts, sources: new Map(), files: new Map() } : undefined;
  const built = await buildFiles({
    root,
    config: adjust(isRegister ? { ...loaded.value, history: false } : loaded.value),
    configFile,
    configFiles: loaded.files,
    state: { ...emptyState(), memo },
  });
  registerParts.templates ??= memo?.templates;
  return testBuild(
    built.value.files,
    sortDiagnostics([...loaded.diagnostics, ...built.diagnostics]),
    built.value.pages,
  );
}

/** What builds of this repository's site share: nobody changes its templates while tests run. */
const registerParts: Pick<Memo, "templates"> = {};

let register: Promise<TestBuild> | undefined;

/** This repository's own site, built once for all test files of a worker. It is not to be changed. */
export function registerSite(): Promise<TestBuild> {
  register ??= build(repositoryRoot);
  return register;
}

/** This repository's own site in some of its locales, or with another configuration. */
export function buildRegister(codes: readonly string[], change: Partial<SiteConfig> = {}): Promise<TestBuild> {
  return build(repositoryRoot, (config) => ({
    ...config,
    locales: Object.fromEntries(Object.entries(config.locales).filter(([code]) => codes.includes(code))),
    ...change,
  }));
}

/** A site's build in one step. */
export function buildSite(
  files: Record<string, string | Uint8Array>,
  config: Partial<ConfigInput> = {},
): Promise<TestBuild> {
  return build(makeSite(files, config));
}

function testBuild(outputs: readonly OutputFile[], diagnostics: Diagnostic[], pages: number): TestBuild {
  const files = new Map(outputs.map(({ path, content }) => [path, content]));
  const text = (path: string) => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`the build wrote no ${path}; it said ${JSON.stringify(diagnostics)}`);
    return textOf(content);
  };
  return {
    files,
    diagnostics,
    pages,
    text,
    json: (path) => JSON.parse(text(path)),
    page(route) {
      const path = route.endsWith(".html") ? route.slice(1) : posix.join(route.slice(1), "index.html");
      return parsePage(text(path));
    },
    has: (path) => files.has(path),
  };
}

/** Content of an output file as text. */
export function textOf(content: OutputFile["content"]): string {
  return typeof content === "string" ? content : bytesOf(content).toString("utf8");
}

/** Writes the files of a build into a folder. */
export function writeBuild(folder: string, { files }: Pick<TestBuild, "files">): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytesOf(content));
  }
}

export function bytesOf(content: OutputFile["content"]): Buffer {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : readFileSync(content.copyOf);
}

const window = new Window({ settings: { disableJavaScriptEvaluation: true } as object });

/** A whole page or a piece of HTML as a document that can be queried. */
export function parseHtml(html: string): Document {
  return new window.DOMParser().parseFromString(html, "text/html") as unknown as Document;
}

/** Text of every element that a selector finds, white space folded. */
export function texts(within: ParentNode, selector: string): string[] {
  return [...within.querySelectorAll(selector)].map((element) => fold(element.textContent));
}

/** Attribute of every element that a selector finds. */
export function attributes(within: ParentNode, selector: string, name: string): string[] {
  return [...within.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");
}

export function fold(text: string | null): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

function isFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
