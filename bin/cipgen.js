#!/usr/bin/env node
// The executable: hands the command line to the bundled program, or says how to make the bundle when a clone has none yet.
import { existsSync } from "node:fs";
import module from "node:module";

// Node 22 and later keep the compiled program between runs.
module.enableCompileCache?.();

const program = new URL("../dist/cli.js", import.meta.url);
if (existsSync(program)) {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv);
} else {
  process.stderr.write("cipgen: dist/ is missing; run `npm ci` (or `npm run build`) in cipgen's own folder first.\n");
  process.exitCode = 1;
}
