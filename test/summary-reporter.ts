/** Closes a run with one plain line, whatever the other reporters print: `N passed, N failed`. */
import type { Reporter, TestModule } from "vitest/node";

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      const failing = tests.filter((test) => test.result().state === "failed").length;
      passed += tests.filter((test) => test.result().state === "passed").length;
      // A file that breaks outside its tests (in a hook, or before there is one) has failed as well.
      failed += failing > 0 || module.state() !== "failed" ? failing : 1;
    }
    process.on("exit", () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
