/**
 * Runs with every test file. Files of a worker share their modules, so what a file leaves behind is removed here and not where it was made: a module's
 * own hooks would run for the first file that imports it.
 */
import { afterAll, vi } from "vitest";
import { removeFolders } from "./site.js";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  removeFolders();
});
