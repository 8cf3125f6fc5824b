/** Entry of the thread that parses: one batch, one answer. What is thrown here reaches the other side as the thread's error. */
import { parentPort } from "node:worker_threads";
import { type ParseRequest, parseBatch } from "./parse-jobs.js";

parentPort?.once("message", async (request: ParseRequest) => parentPort?.postMessage(await parseBatch(request)));
