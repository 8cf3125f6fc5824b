/**
 * The entry of every thread: runs its job from a script of dist/, with V8's code cache, as the executable does. As a process of its own it gets
 * the job in a message: the memory of a job that needs much is free again when it ends.
 */
"use strict";
const { isMainThread, parentPort, workerData } = require("node:worker_threads");
const { loadScript, saveCodeCaches } = require("./load.cjs");

async function run({ script, job, data }, port) {
  await loadScript(script).jobs[job](data, port);
  // The main thread saves the code of the program itself.
  if (script !== "program") saveCodeCaches();
}

if (isMainThread) {
  const port = { postMessage: (message) => process.send(message) };
  process.once("message", (work) => run(work, port).finally(() => process.disconnect()));
  process.once("disconnect", () => process.exit());
} else {
  run(workerData, parentPort);
}
