/** Entry of the thread that makes the embedded index. */
import { parentPort, workerData } from "node:worker_threads";
import { buildIndex, type IndexRequest } from "./build.js";

const requests = workerData as readonly IndexRequest[];

parentPort?.postMessage(requests.flatMap(buildIndex));
