/** Runs with every browser test file: the browser is shared by them, so pages that a failure has left open are closed here. */
import { afterAll } from "vitest";
import { closePages } from "./support.js";

afterAll(closePages);
