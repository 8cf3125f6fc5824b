/**
 * Runs a server whose answers go to the standard output, in a separate process. Its descriptor 1 is our standard error, so that nothing that a site's
 * code prints, or a program that the code starts, gets into an answer. Its answers go to descriptor 3, our standard output.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("./main.js", import.meta.url));
const child = spawn(process.execPath, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: [0, 2, 2, 1] });
let receivedSignal;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    receivedSignal = signal;
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
    process.removeAllListeners(receivedSignal ?? signal);
    process.kill(process.pid, receivedSignal ?? signal);
  }
});
