/**
 * Bundles the scripts and styles of the browser. Names contain a digest of the content, so browsers can cache the files
 * forever. The files are the same for every site, so they are built together with the program; a program that runs from
 * its sources builds them when it needs them.
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

/** Options of all bundles. Neither the working directory nor another tsconfig.json affects them. */
const commonOptions = {
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "silent",
  absWorkingDir: packageRoot,
  outdir: packageRoot,
  tsconfigRaw: {},
} as const satisfies BuildOptions;

/** Loads the bundler only if something has to be bundled. @param inputs receives the paths of the bundled files. */
async function bundle(options: BuildOptions, inputs?: Set<string>) {
  const { build } = await import("esbuild");
  const { metafile, outputFiles } = await build({ ...commonOptions, ...options, write: false, metafile: true });
  for (const path of Object.keys(metafile.inputs)) inputs?.add(path);
  return outputFiles;
}

/** The files of dist/ that hold the bundles. */
const bundleFile = "client.json";
const liveFile = "live.js";

/** A bundle in dist/, with contents in base64. */
interface SavedBundle extends Omit<ClientBundle, "files"> {
  files: { path: string; content: string }[];
}

/**
 * Bundles all files of the browser and writes the bundles beside the program.
 * @param folder dist/, absolute.
 * @returns the paths of the bundled files, relative to the package.
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

let client: Promise<ClientBundle> | undefined;

/** The files of the browser. They are read or bundled once, because the program's files do not change while it runs. */
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

/** @param inputs receives the paths of the bundled files, relative to the package. */
async function bundleClient(inputs = new Set<string>()): Promise<ClientBundle> {
  const [pageSheets, [searchStyles], scripts, searchWorker, inlineScript, brand] = await Promise.all([
    Promise.all(pageStyles.map((name) => bundleStyles(`pages/${name}.css`, inputs))),
    bundleStyles("search-dialog.css", inputs),
    bundleScripts(inputs),
    bundleSearchWorker(inputs),
    bundleInlineScript(inputs),
    brandFiles(),
  ]);
  const styles = new Map(pageSheets.flat().map((file) => [file.path, file]));
  return {
    files: [...styles.values(), searchStyles, ...scripts, searchWorker, ...brand.files, await noticesFile(inputs)],
    stylesheets: [],
    pageStylesheets: Object.fromEntries(
      pageStyles.map((name, index) => [name, `/${pageSheets[index]?.[0].path}`]),
    ) as Record<PageStyle, string>,
    scripts: scripts.slice(0, 1).map(({ path }) => `/${path}`),
    searchStylesheet: `/${searchStyles.path}`,
    searchWorker: `/${searchWorker.path}`,
    inlineScript,
    icons: brand.icons,
    socialImage: brand.socialImage,
  };
}

/** The licence notices of third-party code, beside the files that contain it. */
async function noticesFile(inputs: ReadonlySet<string>): Promise<OutputFile> {
  return { path: `${folder}/licenses.txt`, content: Buffer.from(await licenseNotices(inputs, packageRoot)) };
}

/** @returns the style sheet, then the pictures that it names. */
async function bundleStyles(name: string, inputs: Set<string>): Promise<[OutputFile, ...OutputFile[]]> {
  const entry = join(clientFolder, "styles", name);
  const files = await bundle({ entryPoints: [entry], loader: { ".svg": "file" }, assetNames: "[name]-[hash]" }, inputs);
  const isSheet = ({ path }: { path: string }) => path.endsWith(".css");
  return [
    withDigest(name, files.find(isSheet)?.contents ?? new Uint8Array()),
    ...files.filter((file) => !isSheet(file)).map(withFolder),
  ];
}

/** Chunks that other chunks load. */
const nestedEntries = ["search/hosted.ts"];
const searchEntries = ["search/dialog.ts", "search/page.ts", "search/not-found.ts"];
const smallEntries = ["text.ts", "graph.ts", "visits.ts", "archive.ts", "docs-version.ts", "changes/compare.ts"];

/**
 * The eager script is one file, and so is each chunk that it loads on demand. Chunks share no code, because the bundler
 * would put that into one more file, which a reader would wait for. They are bundled first, so that their names are known.
 */
async function bundleScripts(inputs: Set<string>): Promise<OutputFile[]> {
  const bundleEach = async (entries: readonly string[], plugins: Plugin[]) =>
    (await Promise.all(entries.map((entry) => bundleModules(entry, plugins, inputs)))).flat();
  const nestedChunks = await bundleEach(nestedEntries, []);
  const chunks = await bundleEach([...searchEntries, ...smallEntries], [importChunks(nestedChunks)]);
  const eager = await bundleModules("main.ts", [importChunks(chunks)], inputs);
  return [...eager, ...chunks, ...nestedChunks];
}

async function bundleModules(entry: string, plugins: Plugin[], inputs: Set<string>): Promise<OutputFile[]> {
  const name = "[name]-[hash]";
  const files = await bundle(
    {
      entryPoints: [join(clientFolder, entry)],
      format: "esm",
      splitting: true,
      target: "es2022",
      entryNames: name,
      chunkNames: name,
      plugins,
    },
    inputs,
  );
  return files.map(withFolder);
}

/** A file of the bundler, in the folder of the output. */
function withFolder({ path, contents }: { path: string; contents: Uint8Array }): OutputFile {
  return { path: `${folder}/${basename(path)}`, content: contents };
}

/** Makes dynamic imports load the chunks of their modules. */
function importChunks(chunks: readonly OutputFile[]): Plugin {
  return {
    name: "cipgen-chunks",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, kind }) => {
        const name = basename(path, ".js");
        const chunk = chunks.find((file) => basename(file.path).startsWith(`${name}-`));
        return kind === "dynamic-import" && chunk ? { path: `./${basename(chunk.path)}`, external: true } : undefined;
      });
    },
  };
}

async function bundleSearchWorker(inputs: Set<string>): Promise<OutputFile> {
  return withDigest("search-worker.js", await bundleWhole("search/engine/search-worker.ts", inputs));
}

/** The script that `serve --watch` adds to pages. No site has it. */
function bundleLiveClient(): Promise<Uint8Array> {
  return bundleWhole("live/main.ts");
}

/** Bundles a module and all that it imports into one file. */
async function bundleWhole(path: string, inputs?: Set<string>): Promise<Uint8Array> {
  const entry = join(clientFolder, path);
  const [file] = await bundle({ entryPoints: [entry], format: "esm", target: "es2022" }, inputs);
  return file?.contents ?? new Uint8Array();
}

/** The script that is inline in every page, because it must run before the first paint. */
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

/** The program's icons and social card, for sites without their own. */
async function brandFiles(): Promise<Brand> {
  const brand = join(clientFolder, "brand");
  const names = (await readdir(brand)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, file: withDigest(name, await readFile(join(brand, name))) })),
  );
  const card = files.find(({ name }) => name === "social-card.png");
  return {
    files: files.map(({ file }) => file),
    icons: files.flatMap(({ name, file }) => (iconKinds[name] ? [{ ...iconKinds[name], href: `/${file.path}` }] : [])),
    socialImage: card && `/${card.file.path}`,
  };
}

/** A file whose name has a digest of its content. */
export function withDigest(name: string, content: Uint8Array): OutputFile {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const extension = extname(name);
  return { path: `${folder}/${basename(name, extension)}-${digest}${extension}`, content };
}
