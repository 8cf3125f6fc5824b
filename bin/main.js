// The program behind the executable: passes the command line to the bundle, or says how to build it in a new clone.
import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { isatty, WriteStream } from "node:tty";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";
import { loadScript, saveCodeCaches, setCachePurpose } from "./load.cjs";

// A build ends before most of V8's optimized code pays off, and the compiler's threads compete for the cores: optimize
// later and less. Let the space for new objects grow at once: many small collections at the start make V8 collect the
// whole heap, which takes a tenth of a build without changes.
if (process.versions.node.startsWith("20.")) {
  v8.setFlagsFromString("--semi-space-growth-factor=16");
  v8.setFlagsFromString("--interrupt-budget=400000");
  v8.setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
}

const [, , command] = process.argv;
const readsTexts = command === "lint" || command === "review";
if (readsTexts) setCachePurpose("texts");
if (command === "mcp" || command === "lsp") setCachePurpose(command);

// Code of a configuration or a template may print, but only results of commands may get into the standard output.
const results = openResults();
console.log = console.info = console.debug = console.dir = (...values) => console.error(...values);
process.stdout.write = (...values) => process.stderr.write(...values);

// The code of a configuration runs in this process. If it ends the process, or waits for something that never happens,
// Node.js exits with 0, and that would mean success.
const failIfUnfinished = (streams) => (code) => {
  if (code !== 0 || commandLine.isEnding) return;
  process.exitCode = 1;
  commandLine.fail(
    process.argv,
    "the command stopped before its end. Look for process.exit() and for an await that never ends in the configuration and in the templates.",
    streams,
  );
};

const commandLine = load();
if (commandLine) {
  const streams = commandLine.processStreams(results);
  const onExit = failIfUnfinished(streams);
  process.on("exit", onExit);
  // For example, a timer of a configuration may throw.
  process.on("uncaughtException", async (error) => {
    commandLine.fail(process.argv, await commandLine.textOfUncaught(error), streams);
    process.exit(1);
  });
  // The library of the protocol ends the process of a language server itself.
  if (command === "lsp") process.once("exit", saveCodeCaches);
  process.exitCode = await commandLine.main(process.argv, streams);
  process.off("exit", onExit);
  // These commands run often, so their code is saved, even if they found errors.
  const isFrequent = command === "build" || command === "mcp" || readsTexts;
  if (isFrequent && (process.exitCode === 0 || process.exitCode === 2)) saveCodeCaches();
  // Timers and connections of a configuration could keep the process alive forever.
  if (command !== "serve") setTimeout(() => results.write("", () => process.exit()), 1000).unref();
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

/** The stream for results: the standard output, or the descriptor that bin/apart.js gives instead. */
function openResults() {
  if (process.argv[1] !== fileURLToPath(import.meta.url)) {
    const write = process.stdout.write.bind(process.stdout);
    const stream = new Writable({ write: (chunk, _, done) => write(chunk, done) });
    return Object.assign(stream, { isTTY: process.stdout.isTTY });
  }
  if (isatty(3)) return new WriteStream(3);
  try {
    return new Socket({ fd: 3, readable: false, writable: true });
  } catch {
    // The descriptor is a file: write synchronously, so that nothing is lost when the process ends.
    return new Writable({ write: (chunk, _, done) => done(errorOf(() => writeFileSync(3, chunk))) });
  }
}

function errorOf(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
}
