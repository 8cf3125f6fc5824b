#!/usr/bin/env node
// The executable: hands the command line to the bundled program, or says how to make the bundle when a clone has none yet.
import { existsSync } from "node:fs";
import module from "node:module";
import v8 from "node:v8";

// Node 22 and later keep the compiled program between runs.
module.enableCompileCache?.();

// A build is over before much of what V8 compiles for speed pays off, and the compiler's threads take the cores from it: compile later, and less.
if (process.versions.node.startsWith("20.")) {
  v8.setFlagsFromString("--interrupt-budget=400000");
  v8.setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
}

const program = new URL("../dist/cli.js", import.meta.url);
if (existsSync(program)) {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv);
} else {
  process.stderr.write("cipgen: dist/ is missing; run `npm ci` (or `npm run build`) in cipgen's own folder first.\n");
  process.exitCode = 1;
}
