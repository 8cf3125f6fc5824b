/**
 * Runs with every test file. Files of a worker share their modules, so what a file leaves behind is removed here and not where it was made: a module's
 * own hooks would run for the first file that imports it.
 */
import fc from "fast-check";
import { afterAll, afterEach, vi } from "vitest";
import { cleanUp } from "./folders.js";
import { suiteSeed } from "./runs.js";

fc.configureGlobal({ seed: suiteSeed });

// Pages that are only queried are kept alive until the event loop turns, which tests that wait for nothing but promises never let it do.
afterEach(() => new Promise<void>((done) => setImmediate(done)));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  cleanUp();
});
