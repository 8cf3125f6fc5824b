/**
 * Compiles the page templates: the package's, or the site's files of the same names. The site's own pages that are
 * components are in the same bundle, so that one React renders all.
 */
import { createHash } from "node:crypto";
import { readdir, realpath, writeFile } from "node:fs/promises";
import { createRequire, SourceMap } from "node:module";
import { basename, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildFailure, BuildOptions } from "esbuild";
import { SiteCodeError, type SourceLocation } from "../../config/index.js";
import { bundle, noteFiles } from "../../platform/bundler.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { BrokenInstallation, importCode, isInImportedCode } from "../../platform/native-import.js";
import { distFolder, packageRoot } from "../../platform/package-root.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { OwnPageProps } from "../../shared/extension.js";
import { lazy } from "../../shared/lazy.js";
import { beginsConflict, conflictHelp, conflictMessage, missingImport } from "../../shared/syntax-problems.js";
import { didYouMean } from "../../shared/text.js";
import type { Once, PageView, Translate } from "../../shared/view.js";
import { type PageComponent, TemplateError, type Templates } from "../../site/model/bundle.js";
import { pageKinds } from "../pages/index.js";
import { partRenderer } from "./part-renderer.js";
import { elementFunctions, packageReact, replaceTemplates } from "./template-imports.js";

/** The template of each kind of page. */
const pages: Readonly<Record<string, string>> = Object.fromEntries(
  pageKinds.map(({ kind, template }) => [kind, template]),
);

/** Options of all bundles of templates. Nothing outside the package affects them. */
const commonOptions = {
  bundle: true,
  write: false,
  platform: "neutral",
  mainFields: ["main"],
  conditions: ["edge-light", "worker"],
  jsx: "automatic",
  target: "node20",
  define: { "process.env.NODE_ENV": '"production"' },
  outdir: packageRoot,
  legalComments: "none",
  logLevel: "silent",
  absWorkingDir: packageRoot,
  tsconfigRaw: {},
} as const satisfies BuildOptions;

/** The entry of a bundle, which imports all templates. @param components absolute paths of the site's own pages. */
function stdinWith(components: readonly string[] = []) {
  const contents = [
    'import { createElement } from "react";',
    'import { renderToStaticMarkup } from "react-dom/server.edge";',
    ...Object.values(pages).map((name) => `import * as ${name} from "./${name}.tsx";`),
    ...components.map((path, index) => `import * as component${index} from ${JSON.stringify(path)};`),
    `export const pages = { ${Object.values(pages).join(", ")} };`,
    `export const components = [${components.map((_, index) => `component${index}`).join(", ")}];`,
    "export { createElement, renderToStaticMarkup };",
  ].join("\n");
  return { contents, resolveDir: join(packageRoot, "templates"), sourcefile: "pages.ts" };
}

/** Name of the script in dist/ that holds the package's templates. */
const scriptName = "templates";

/** Bundles the package's templates. @param folder dist/, absolute. @returns the paths of the bundled files, relative to the package. */
export async function saveTemplates(folder: string): Promise<string[]> {
  const { outputFiles, metafile } = await bundle({
    ...commonOptions,
    stdin: stdinWith(),
    metafile: true,
    plugins: [elementFunctions],
    format: "cjs",
    minifyWhitespace: true,
    minifySyntax: true,
  });
  const [{ text }] = outputFiles as [(typeof outputFiles)[number]];
  const contents = loader().asFunction(text);
  await writeFile(join(folder, `${scriptName}.cjs`), contents);
  const digest = createHash("sha256").update(contents).digest("hex").slice(0, 32);
  await writeFile(join(folder, `${scriptName}.digest`), `${digest}\n`);
  return Object.keys(metafile.inputs);
}

function loader() {
  return createRequire(import.meta.url)("../bin/load.cjs") as {
    asFunction(code: string): string;
    loadScript(name: string): CompiledPages;
  };
}

/** Templates, or undefined with diagnostics. */
export interface CompiledTemplates extends Result<Templates | undefined> {
  /** Absolute paths of the site's files that were read, even if compiling failed. */
  files: readonly string[];
}

/** The package's templates, if the program runs from its sources. They are compiled once, because sources do not change while it runs. */
let fromSources: Promise<CompiledTemplates> | undefined;

/** The package's templates as they were built with the program. */
export async function readTemplates(): Promise<CompiledTemplates> {
  if (!distFolder) {
    fromSources ??= compileTemplates(packageRoot, []);
    return fromSources;
  }
  return { ...makeTemplates(loader().loadScript(scriptName), {}), files: [] };
}

/**
 * Compiles the templates and the own pages of a site.
 * @param siteTemplates names of the site's templates (`Navbar.tsx`), in `<root>/templates`.
 * @param components paths of the site's own pages, relative to the root.
 */
export async function compileTemplates(
  root: string,
  siteTemplates: readonly string[],
  components: readonly string[] = [],
): Promise<CompiledTemplates> {
  const files = new Set<string>();
  const compiled = await compile(root, siteTemplates, components, files);
  const isOfPackage = (path: string) => path.startsWith(packageRoot + sep) && !path.startsWith(root + sep);
  return { ...compiled, files: [...files].filter((path) => !isOfPackage(path)) };
}

async function compile(
  root: string,
  siteTemplates: readonly string[],
  components: readonly string[],
  files: Set<string>,
): Promise<Result<Templates | undefined>> {
  const hasSiteCode = components.length > 0 || (siteTemplates.length > 0 && root !== packageRoot);
  try {
    const result = await bundle({
      ...commonOptions,
      stdin: stdinWith(components.map((path) => join(root, path))),
      metafile: true,
      format: "esm",
      plugins: [
        elementFunctions,
        ...(hasSiteCode ? [noteFiles(files), packageReact, replaceTemplates(root, siteTemplates)] : []),
      ],
      // Locates errors in the site's files.
      sourcemap: hasSiteCode ? "external" : false,
    });
    const [code, map] = [".js", ".map"].map((end) => result.outputFiles.find(({ path }) => path.endsWith(end))?.text);
    const source = lazy(() => (map ? new SourceMap(JSON.parse(map)) : undefined));
    // The stack of an error may name no file of the site. If the site has only one, the error is in that file.
    const [file, ...furtherFiles] = [...siteTemplates.map((name) => `templates/${name}`), ...components];
    const onlyLocation = file !== undefined && furtherFiles.length === 0 ? { file, line: 1, column: 1 } : undefined;
    const locate = (error: Error) => locateInSources(error, source(), root) ?? onlyLocation;
    const compiled = await load(code ?? "", { components, hasOwn: siteTemplates.length > 0, locate });
    const used = new Set(Object.keys(result.metafile.inputs).map((path) => resolve(packageRoot, path)));
    const diagnostics = root === packageRoot ? [] : await unusedTemplates(root, siteTemplates, used);
    return { ...compiled, diagnostics: [...compiled.diagnostics, ...diagnostics] };
  } catch (error) {
    return { value: undefined, diagnostics: failures(error as BuildFailure, root) };
  }
}

/** Finds files that replace no template and that no template imports: their names are probably misspelt. */
async function unusedTemplates(
  root: string,
  siteTemplates: readonly string[],
  used: ReadonlySet<string>,
): Promise<Diagnostic[]> {
  if (siteTemplates.length === 0) return [];
  // The bundler reports some files by the given path, and some by the target of a symbolic link.
  const folders = [join(root, "templates"), await realpath(join(root, "templates"))];
  const unused = siteTemplates.filter((file) => !folders.some((folder) => used.has(join(folder, file))));
  const packageTemplates = unused.length === 0 ? [] : await readdir(join(packageRoot, "templates"));
  return unused.map((file) => {
    const near = didYouMean(
      basename(file, ".tsx"),
      packageTemplates.filter((name) => name.endsWith(".tsx")).map((name) => basename(name, ".tsx")),
    );
    return diagnose("template-unused", `templates/${file} replaces no template, and no other one uses it`, {
      file: `templates/${file}`,
      line: 1,
      column: 1,
      help: near
        ? `Did you mean ${near}.tsx?`
        : "The templates that can be replaced are in the package's folder templates/.",
    });
  });
}

/** The name of the compiled templates in the stacks of errors. Debuggers and test runners show an address instead. */
const bundleName = "cipgen:templates";
const isInBundle = (call: string) => call.includes(bundleName) || isInImportedCode(call);

interface CompiledPages {
  pages: Record<string, { default?: unknown }>;
  components: { default?: unknown; title?: unknown; description?: unknown; paths?: unknown }[];
  createElement(page: unknown, props: { view: PageView; t: Translate; once: Once } | OwnPageProps): unknown;
  renderToStaticMarkup(element: unknown): string;
}

interface TemplatesOrigin {
  /** Paths of the site's own pages. */
  components?: readonly string[];
  hasOwn?: boolean;
  /** Finds the location in the site's files where an error began. */
  locate?(error: Error): SourceLocation | undefined;
}

async function load(code: string, origin: TemplatesOrigin): Promise<Result<Templates | undefined>> {
  // Without a name, the stack of an error would contain the whole code at each call.
  const named = `${code}\n//# sourceURL=${bundleName}\n`;
  const module = await importCode<CompiledPages>(Buffer.from(named));
  return makeTemplates(module, origin);
}

function makeTemplates(
  module: CompiledPages,
  { components = [], hasOwn = false, locate = () => undefined }: TemplatesOrigin,
): Result<Templates | undefined> {
  const lacksComponent = ({ default: exported }: { default?: unknown } = {}) => typeof exported !== "function";
  const diagnostics = [
    ...Object.keys(module.pages).flatMap((name) =>
      lacksComponent(module.pages[name]) ? [noDefaultExport(`templates/${name}.tsx`)] : [],
    ),
    ...components.flatMap((file, index) =>
      lacksComponent(module.components[index]) ? [noDefaultExport(file, "site, data, t, href")] : [],
    ),
  ];
  if (diagnostics.length > 0) return { value: undefined, diagnostics };
  const { once, render: renderElement } = partRenderer(module.renderToStaticMarkup);
  const render: Templates["render"] = (view, t) => {
    try {
      const html = renderElement(
        module.createElement(module.pages[pages[view.kind] ?? ""]?.default, { view, t, once }),
      );
      if (html) return `<!doctype html>\n${html}\n`;
    } catch (error) {
      throw error instanceof Error ? new TemplateError(error.message, locate(error)) : new TemplateError(String(error));
    }
    throw new TemplateError(`${pages[view.kind]} rendered nothing`);
  };
  const pageComponents = components.map((file, index) => pageComponent(file, index, module, locate));
  return { value: { render, pages: pageComponents, hasOwn }, diagnostics };
}

/** A component of the site, and the functions that its file exports. */
function pageComponent(
  file: string,
  index: number,
  { components, createElement, renderToStaticMarkup }: CompiledPages,
  locate: (error: Error) => SourceLocation | undefined,
): PageComponent {
  const exported = components[index] ?? {};
  const { paths } = exported;
  const run = <T>(callName: string, call: () => T): T => {
    try {
      return call();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const location = (error instanceof Error && locate(error)) || { file, line: 1, column: 1 };
      throw new SiteCodeError(`${callName}${file} failed: ${reason}`, location);
    }
  };
  const text = (name: "title" | "description") => (props: OwnPageProps) => {
    const value = exported[name];
    return typeof value === "function" ? run(`the ${name} of `, () => value(props)) : value;
  };
  return {
    file,
    title: text("title"),
    description: text("description"),
    ...(typeof paths === "function" && { paths: (site) => run("the paths of ", () => paths(site)) }),
    render: (props) => run("", () => renderToStaticMarkup(createElement(exported.default, props))),
  };
}

/** The innermost call in the stack of an error that is in a file of the site. */
function locateInSources(
  { stack = "" }: Error,
  source: SourceMap | undefined,
  root: string,
): SourceLocation | undefined {
  for (const call of stack.split("\n")) {
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(call) ?? [];
    const entry = isInBundle(call) && source?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !("originalSource" in entry)) continue;
    const { originalSource } = entry;
    // On Windows, a file on another drive than the package has a file URL.
    const isAddress = originalSource.startsWith("file:");
    const file = pathBelow(root, isAddress ? fileURLToPath(originalSource) : resolve(packageRoot, originalSource));
    if (!/^\.\.\/|(?:^|\/)node_modules\//.test(file))
      return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

function failures(failure: BuildFailure, root: string): Diagnostic[] {
  if (failure instanceof BrokenInstallation) return [machineFailure(failure)];
  const { errors = [] } = failure;
  if (errors.length === 0) return [diagnose("template-failed", failure.message)];
  // If a template of the package itself misses an import, the installation is broken.
  const error = errors.find(({ text, location }) => missingImport(text) && location && isInPackage(location.file));
  if (error) return [machineFailure(new BrokenInstallation("react", missingImport(error.text)?.message))];
  return errors.map(({ text, location }) => {
    const missing = /^No matching export in "([^"]+)" for import "default"$/.exec(text)?.[1];
    if (missing) return noDefaultExport(pathBelow(root, resolve(packageRoot, missing)));
    const explanation =
      location !== null && beginsConflict(location.lineText)
        ? { message: conflictMessage, help: conflictHelp }
        : missingImport(text);
    return diagnose("template-syntax", explanation?.message ?? text, {
      ...(explanation && { help: explanation.help }),
      ...(location && {
        file: pathBelow(root, resolve(packageRoot, location.file)),
        line: location.line,
        column: location.column + 1,
        length: location.length,
      }),
    });
  });
}

/** Whether the file of a message is in the package; one on another drive of Windows has an absolute path. */
const isInPackage = (file: string) => !file.startsWith("..") && !isAbsolute(file);

function noDefaultExport(file: string, props = "view, t"): Diagnostic {
  const name = basename(file, ".tsx").replace(/^[^a-z]*([a-z]?)|\W+([a-z]?)/gi, (_, first = "", next = "") =>
    (first + next).toUpperCase(),
  );
  return diagnose(
    "template-no-default-export",
    `${file} has no default export that is a component, so nothing can be rendered`,
    {
      file,
      line: 1,
      column: 1,
      help: `Write: export default function ${name}({ ${props} }) { ... }`,
    },
  );
}
