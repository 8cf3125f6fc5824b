/**
 * The browser's files, bundled: names contain a digest of the content, so they can be cached forever. They are the
 * same for every site, so they are built together with the program; a program that runs from its sources builds them
 * itself.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { distFolder, packageRoot } from "../../platform/package-root.js";
import type { OutputFile } from "../../shared/output.js";
import { type ClientBundle, type Icon, type PageStyle, pageStyles } from "../../site/model/bundle.js";
import { licenseNotices } from "./bundled-packages.js";

/** Folder of the bundled files in the output. */
const folder = "assets";
const clientFolder = join(packageRoot, "client");

/** Nothing outside the package affects the bundle: neither the working directory nor another tsconfig.json. */
const common = {
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "silent",
  absWorkingDir: packageRoot,
  outdir: packageRoot,
  tsconfigRaw: {},
} as const satisfies BuildOptions;

/** The bundler is loaded only where something is bundled. */
async function bundle(options: BuildOptions, inputs?: Set<string>) {
  const { build } = await import("esbuild");
  const { metafile, outputFiles } = await build({
    ...common,
    ...options,
    write: false,
    metafile: true,
  });
  for (const path of Object.keys(metafile.inputs)) inputs?.add(path);
  return outputFiles;
}

/** Files of dist/ that the bundles are kept in. */
const bundleFile = "client.json";
const liveFile = "live.js";

/** A bundle in dist/: contents in base64. */
interface SavedBundle extends Omit<ClientBundle, "files"> {
  files: { path: string; content: string }[];
}

/**
 * Bundles all of the browser's files and writes them beside the program.
 * @param folder dist/, absolute.
 * @returns paths of what is in them, below the package.
 */
export async function saveClient(folder: string): Promise<Set<string>> {
  const inputs = new Set<string>();
  const client = await bundleClient(inputs);
  const files = client.files.map(({ path, content }) => ({
    path,
    content: Buffer.from(content as Uint8Array).toString("base64"),
  }));
  await writeFile(join(folder, bundleFile), `${JSON.stringify({ ...client, files } satisfies SavedBundle)}\n`);
  await writeFile(join(folder, liveFile), await bundleLiveClient());
  return inputs;
}

/** The program's own files do not change while it runs. */
let client: Promise<ClientBundle> | undefined;

/** The browser's files as they were built with the program; a program that runs from its sources bundles them. */
export function readClient(): Promise<ClientBundle> {
  client ??= distFolder ? readBundle(distFolder) : bundleClient();
  return client;
}

async function readBundle(folder: string): Promise<ClientBundle> {
  const saved: SavedBundle = JSON.parse(await readFile(join(folder, bundleFile), "utf8"));
  return {
    ...saved,
    files: saved.files.map(({ path, content }) => ({ path, content: Buffer.from(content, "base64") })),
  };
}

/** The script that `serve --watch` adds to pages. */
export async function readLiveClient(): Promise<Uint8Array> {
  return distFolder ? readFile(join(distFolder, liveFile)) : bundleLiveClient();
}

/** @param inputs paths of what is bundled, below the package; filled. */
async function bundleClient(inputs = new Set<string>()): Promise<ClientBundle> {
  const [ofPages, [searchStyles], scripts, searchWorker, inlineScript, brand] = await Promise.all([
    Promise.all(pageStyles.map((name) => bundleStyles(`pages/${name}.css`, inputs))),
    bundleStyles("search-dialog.css", inputs),
    bundleScripts(inputs),
    bundleSearchWorker(inputs),
    bundleInlineScript(inputs),
    brandFiles(),
  ]);
  const styles = new Map(ofPages.flat().map((file) => [file.path, file]));
  return {
    files: [...styles.values(), searchStyles, ...scripts, searchWorker, ...brand.files, await licenses(inputs)],
    stylesheets: [],
    pageStylesheets: Object.fromEntries(
      pageStyles.map((name, index) => [name, `/${ofPages[index]?.[0].path}`]),
    ) as Record<PageStyle, string>,
    scripts: scripts.slice(0, 1).map(({ path }) => `/${path}`),
    searchStylesheet: `/${searchStyles.path}`,
    searchWorker: `/${searchWorker.path}`,
    inlineScript,
    icons: brand.icons,
    socialImage: brand.socialImage,
  };
}

/** Beside the files with third-party code. */
async function licenses(inputs: ReadonlySet<string>): Promise<OutputFile> {
  return { path: `${folder}/licenses.txt`, content: Buffer.from(await licenseNotices(inputs, packageRoot)) };
}

/** @returns the style sheet, then the pictures that it names. */
async function bundleStyles(name: string, inputs: Set<string>): Promise<[OutputFile, ...OutputFile[]]> {
  const entry = join(clientFolder, "styles", name);
  const files = await bundle({ entryPoints: [entry], loader: { ".svg": "file" }, assetNames: "[name]-[hash]" }, inputs);
  const isSheet = ({ path }: { path: string }) => path.endsWith(".css");
  return [
    named(name, files.find(isSheet)?.contents ?? new Uint8Array()),
    ...files
      .filter((file) => !isSheet(file))
      .map(({ path, contents }) => ({ path: `${folder}/${basename(path)}`, content: contents })),
  ];
}

/** What others of these load. */
const deepChunks = ["search/hosted.ts"];
const searchChunks = ["search/dialog.ts", "search/page.ts", "search/not-found.ts"];
const smallChunks = ["text.ts", "graph.ts", "visits.ts", "archive.ts", "changes/compare.ts"];

/**
 * The eager script is one file, and so is each of its chunks, which are loaded on demand and bundled before it: shared code would become a file that
 * a reader waits for after the first.
 */
async function bundleScripts(inputs: Set<string>): Promise<OutputFile[]> {
  const bundleEach = async (entries: readonly string[], plugins: Plugin[]) =>
    (await Promise.all(entries.map((entry) => bundleModules([entry], plugins, inputs)))).flat();
  const deep = await bundleEach(deepChunks, []);
  const lazy = await bundleEach([...searchChunks, ...smallChunks], [importChunks(deep)]);
  const eager = await bundleModules(["main.ts"], [importChunks(lazy)], inputs);
  return [...eager, ...lazy, ...deep];
}

async function bundleModules(
  entries: readonly string[],
  plugins: Plugin[],
  inputs: Set<string>,
): Promise<OutputFile[]> {
  const files = await bundle(
    {
      entryPoints: entries.map((entry) => join(clientFolder, entry)),
      format: "esm",
      splitting: true,
      target: "es2022",
      entryNames: "[name]-[hash]",
      chunkNames: "[name]-[hash]",
      plugins,
    },
    inputs,
  );
  return files.map(({ path, contents }) => ({
    path: `${folder}/${basename(path)}`,
    content: contents,
  }));
}

/** Redirects a dynamic import to the chunk of its module. */
function importChunks(lazy: readonly OutputFile[]): Plugin {
  return {
    name: "cipgen-chunks",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, kind }) => {
        const name = basename(path, ".js");
        const chunk = lazy.find((file) => basename(file.path).startsWith(`${name}-`));
        return kind === "dynamic-import" && chunk ? { path: `./${basename(chunk.path)}`, external: true } : undefined;
      });
    },
  };
}

/** One file: the worker starts with a search, and should not wait for chunks. */
async function bundleSearchWorker(inputs: Set<string>): Promise<OutputFile> {
  const entry = join(clientFolder, "search", "engine", "search-worker.ts");
  const [file] = await bundle({ entryPoints: [entry], format: "esm", target: "es2022" }, inputs);
  return named("search-worker.js", file?.contents ?? new Uint8Array());
}

/** The script that `serve --watch` adds to pages; no site has it. */
async function bundleLiveClient(): Promise<Uint8Array> {
  const entry = join(clientFolder, "live", "main.ts");
  const [file] = await bundle({ entryPoints: [entry], format: "esm", target: "es2022" });
  return file?.contents ?? new Uint8Array();
}

/** The script that must run before the first paint is inline in the page. */
async function bundleInlineScript(inputs: Set<string>): Promise<string> {
  const entry = join(clientFolder, "theme-init.ts");
  const [file] = await bundle({ entryPoints: [entry], format: "iife", target: "es2020" }, inputs);
  return file?.text.trim() ?? "";
}

const iconKinds: Record<string, Omit<Icon, "href">> = {
  "icon.svg": { rel: "icon", type: "image/svg+xml", sizes: "any" },
  "icon-180.png": { rel: "apple-touch-icon", type: "image/png", sizes: "180x180" },
  "icon-512.png": { rel: "icon", type: "image/png", sizes: "512x512" },
};

interface Brand {
  files: OutputFile[];
  icons: Icon[];
  socialImage?: string;
}

/** The package's own icon, for sites without one. */
async function brandFiles(): Promise<Brand> {
  const brand = join(clientFolder, "brand");
  const names = (await readdir(brand)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, file: named(name, await readFile(join(brand, name))) })),
  );
  const card = files.find(({ name }) => name === "social-card.png");
  return {
    files: files.map(({ file }) => file),
    icons: files.flatMap(({ name, file }) => (iconKinds[name] ? [{ ...iconKinds[name], href: `/${file.path}` }] : [])),
    socialImage: card && `/${card.file.path}`,
  };
}

/** A file whose name has a digest of its content. */
export function named(name: string, content: Uint8Array): OutputFile {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const extension = extname(name);
  return { path: `${folder}/${basename(name, extension)}-${digest}${extension}`, content };
}
