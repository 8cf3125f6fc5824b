/** The entry of every thread: runs its job from a script of dist/, with V8's code cache, as the executable does. */
"use strict";
const { parentPort, workerData } = require("node:worker_threads");
const { loadScript, saveCodeCaches } = require("./load.cjs");

const { script, job, data } = workerData;
Promise.resolve(loadScript(script).jobs[job](data, parentPort)).then(saveCodeCaches);
