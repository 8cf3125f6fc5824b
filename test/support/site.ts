/** Builds of small sites in memory: what most tests look at is a build's files and its diagnostics. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Window } from "happy-dom";
import { buildFiles } from "../../src/build/make-files.js";
import { emptyState, type Memo } from "../../src/build/state.js";
import { configFileNames, type SiteConfig } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import type { ConfigInput } from "../../src/index.js";
import { sortDiagnostics } from "../../src/platform/diagnostics/report.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import type { OutputFile } from "../../src/shared/output.js";
import { makeSite, repositoryRoot, whenDone } from "./folders.js";

export * from "./folders.js";

/**
 * The pages that tests parsed last, by their text: each takes megabytes, and a large process starts programs (git, of which reviews need many) several
 * times as slowly as a small one.
 */
const parsedPages = new Map<string, Document>();
const maxParsedPages = 12;
whenDone(() => parsedPages.clear());

function parsePage(html: string): Document {
  const page = parsedPages.get(html) ?? parseHtml(html);
  parsedPages.delete(html);
  parsedPages.set(html, page);
  for (const oldest of [...parsedPages.keys()].slice(0, -maxParsedPages)) parsedPages.delete(oldest);
  return page;
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
