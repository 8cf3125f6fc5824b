/** The extension's script, with its libraries. */
import { join } from "node:path";
import { build } from "esbuild";

/** @param outdir folder of the script, absolute. */
export async function bundleExtension(outdir) {
  await build({
    entryPoints: { extension: join(import.meta.dirname, "src/extension.ts") },
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    logLevel: "warning",
  });
}
