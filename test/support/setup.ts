/**
 * Runs with every test file. Files of a worker share their modules, so what a file leaves behind is removed here and not where it was made: a module's
 * own hooks would run for the first file that imports it.
 */
import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { suiteSeed } from "./runs.js";
import { removeFolders } from "./site.js";

fc.configureGlobal({ seed: suiteSeed });

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeFolders();
});
