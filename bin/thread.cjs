/** The entry of every thread: runs its job from a script of dist/, with V8's code cache, as the executable does. */
"use strict";
const { parentPort, workerData } = require("node:worker_threads");
const { loadScript, saveCodeCaches } = require("./load.cjs");

const { script, job, data } = workerData;

async function run() {
  await loadScript(script).jobs[job](data, parentPort);
  // The main thread saves the code of the program itself.
  if (script !== "program") saveCodeCaches();
}

run();
