/**
 * Four suites: what Node alone can test, quick enough to run before every commit; what needs a real browser; the long attempts to break it; and
 * the package as it is installed, which needs a registry.
 */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./test/trust/table-reporter.ts", "./test/summary-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/{unit,spec,fixtures}/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: "test/browser/setup.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "trust",
          include: ["test/trust/**/*.test.ts", "test/spec/growth.test.ts", "test/spec/output-targets.test.ts"],
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
