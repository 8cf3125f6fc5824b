// The program behind the executable: hands the command line to the bundle, or says how to make it when a clone has none yet.
import v8 from "node:v8";
import { keepFor, loadScript, saveCodeCaches } from "./load.cjs";

// A build is over before much of what V8 compiles for speed pays off, and the compiler's threads take the cores from it: compile later, and less.
if (process.versions.node.startsWith("20.")) {
  v8.setFlagsFromString("--interrupt-budget=400000");
  v8.setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
}

const [, , command] = process.argv;
const readsTexts = command === "lint" || command === "review";
if (readsTexts) keepFor("texts");

const commandLine = load();
if (commandLine) {
  process.exitCode = await commandLine.main(process.argv);
  // What was run of the program is worth keeping where it came to an end, whatever it found.
  if ((command === "build" || readsTexts) && (process.exitCode === 0 || process.exitCode === 2)) saveCodeCaches();
} else {
  process.stderr.write("cipgen: dist/ is missing; run `npm ci` (or `npm run build`) in cipgen's own folder first.\n");
  process.exitCode = 1;
}

function load() {
  try {
    return loadScript("cli");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
