/**
 * Vitest's own coverage of the unit tests, with the lines of the browser's scripts that browser tests ran, and one line for each folder: what
 * `npm run coverage` reports.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import v8 from "@vitest/coverage-v8";
import type { CoverageProvider, CoverageProviderModule } from "vitest/node";

/** Folders that are reported by themselves. */
const folders = ["src", "client"];

export default {
  ...v8,
  async getProvider(): Promise<CoverageProvider> {
    // Only here: every test worker loads this module too.
    const { V8CoverageProvider } = await import("@vitest/coverage-v8/dist/provider.js");
    const { browserFolder } = await import("./collect.js");
    const { addLines, linesOfBrowserTests } = await import("./merge.js");

    class WithBrowserTests extends V8CoverageProvider {
      override async generateCoverage(
        ...args: Parameters<InstanceType<typeof V8CoverageProvider>["generateCoverage"]>
      ) {
        const coverage = await super.generateCoverage(...args);
        const folder = browserFolder(this.options.reportsDirectory);
        if (existsSync(folder)) {
          addLines(coverage, linesOfBrowserTests(folder, await sourceMaps(), this.ctx.config.root));
          await rm(folder, { recursive: true });
        }
        return coverage;
      }

      override async generateReports(...args: Parameters<InstanceType<typeof V8CoverageProvider>["generateReports"]>) {
        await super.generateReports(...args);
        const [coverage] = args;
        for (const name of folders) {
          const below = join(this.ctx.config.root, name, "/");
          const files: string[] = coverage.files().filter((file: string) => file.startsWith(below));
          const lines = files.map((file) => coverage.fileCoverageFor(file).toSummary().lines);
          const covered = lines.reduce((sum, line) => sum + line.covered, 0);
          const total = lines.reduce((sum, line) => sum + line.total, 0);
          this.ctx.logger.log(`${name}: ${((100 * covered) / total).toFixed(1)}% of lines (${covered}/${total})`);
        }
      }
    }
    return new WithBrowserTests();
  },
} satisfies CoverageProviderModule;

async function sourceMaps() {
  const { bundleClient, bundleLiveClient } = await import("../../src/assets/client.js");
  const made: import("../../src/assets/client.js").ScriptSourceMap[] = [];
  await Promise.all([bundleClient({ sourceMaps: made }), bundleLiveClient({ sourceMaps: made })]);
  return made;
}
