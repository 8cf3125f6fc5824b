/**
 * Runs a server that speaks a protocol on the standard output in a separate process. Descriptor 1 of that process is our standard error, so that nothing
 * that the code of a site, or a program that it starts, prints gets into an answer. Answers go to descriptor 3, our standard output.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("./main.js", import.meta.url));
const child = spawn(process.execPath, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: [0, 2, 2, 1] });
let received;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    received = signal;
    // A terminal sends SIGINT to both processes. A second SIGINT would end a server that is closing, so SIGTERM is sent.
    child.kill("SIGTERM");
  });
// If no process can be started, the server runs in this one.
child.on("error", () => import("./main.js"));
child.on("exit", async (code, signal) => {
  process.exitCode = code ?? 1;
  // V8 ends a process in this way if its memory is full.
  if (signal === "SIGABRT" || code === 134) {
    const { loadScript } = await import("./load.cjs");
    loadScript("cli").failOfMemory(process.argv);
    process.exitCode = 1;
  } else if (signal !== null) {
    process.removeAllListeners(received ?? signal);
    process.kill(process.pid, received ?? signal);
  }
});
