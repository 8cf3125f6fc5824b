/** Bundles the browser's files: names carry a digest of the content, so they can be cached for ever. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { build } from "esbuild";
import type { ClientBundle } from "../model/assets.js";
import type { OutputFile } from "../shared/output.js";
import { packageRoot } from "./package-root.js";

/** Folder of the bundled files in the output. */
const folder = "assets";

export async function bundleClient(): Promise<ClientBundle> {
  const [styles, icons] = await Promise.all([bundleStyles(), brandFiles()]);
  return {
    files: [styles, ...icons.map(({ file }) => file)],
    stylesheets: [`/${styles.path}`],
    scripts: [],
    icons: icons.map(({ icon }) => icon),
  };
}

async function bundleStyles(): Promise<OutputFile> {
  const result = await build({
    entryPoints: [join(packageRoot, "client", "styles", "main.css")],
    bundle: true,
    minify: true,
    write: false,
    outdir: "/",
    legalComments: "none",
    logLevel: "silent",
  });
  return named("main.css", result.outputFiles[0]?.contents ?? new Uint8Array());
}

const iconTypes: Record<string, { rel: string; type: string; sizes: string }> = {
  "icon.svg": { rel: "icon", type: "image/svg+xml", sizes: "any" },
  "icon-180.png": { rel: "apple-touch-icon", type: "image/png", sizes: "180x180" },
  "icon-512.png": { rel: "icon", type: "image/png", sizes: "512x512" },
};

/** The package's own mark, for sites that bring none. */
async function brandFiles() {
  const brand = join(packageRoot, "client", "brand");
  const names = existsSync(brand) ? (await readdir(brand)).filter((name) => iconTypes[name]).sort() : [];
  return Promise.all(
    names.map(async (name) => {
      const file = named(name, await readFile(join(brand, name)));
      const { rel = "icon", ...kind } = iconTypes[name] ?? {};
      return { file, icon: { rel, href: `/${file.path}`, ...kind } };
    }),
  );
}

function named(name: string, content: Uint8Array): OutputFile {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const extension = extname(name);
  return { path: `${folder}/${basename(name, extension)}-${digest}${extension}`, content };
}
