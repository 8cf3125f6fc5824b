/**
 * Packages the extension for VS Code: `npm run package:vscode -- FOLDER`. The program that it brings is left without the bundler: the extension's own
 * server runs no code of a site, so it bundles none.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { bundleExtension } from "./bundle.mjs";

const own = import.meta.dirname;
const repository = resolve(own, "../..");
const [target = "."] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(join(repository, path), "utf8"));

const stage = mkdtempSync(join(tmpdir(), "cipgen-vscode-"));
try {
  await bundleExtension(join(stage, "dist"));
  copyProgram(join(stage, "dist/cipgen"));
  for (const name of ["package.json", "README.md"]) cpSync(join(own, name), join(stage, name));
  cpSync(join(repository, "LICENSE"), join(stage, "LICENSE"));
  cpSync(join(repository, "client/brand/icon-512.png"), join(stage, "icon.png"));
  const packagePath = join(resolve(target), `cipgen-vscode-${read("editors/vscode/package.json").version}.vsix`);
  mkdirSync(resolve(target), { recursive: true });
  await createVSIX({ cwd: stage, packagePath, dependencies: false });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function copyProgram(program) {
  const { files, name, version, type, license, exports, dependencies } = read("package.json");
  const isWanted = (path) => !/\.(cache|map)$|[\\/]dist[\\/](types|esbuild)$/.test(path);
  const copied = [...files.filter((one) => !one.startsWith("!")), ...packagesOf(Object.keys(dependencies))];
  for (const part of copied) cpSync(join(repository, part), join(program, part), { recursive: true, filter: isWanted });
  writeFileSync(join(program, "package.json"), JSON.stringify({ name, version, type, license, exports }));
}

/** Folders of packages and of all that they depend on. */
function packagesOf(names, known = new Set()) {
  for (const name of names) {
    const folder = `node_modules/${name}`;
    if (known.has(folder)) continue;
    known.add(folder);
    packagesOf(Object.keys(read(`${folder}/package.json`).dependencies ?? {}), known);
  }
  return [...known];
}
