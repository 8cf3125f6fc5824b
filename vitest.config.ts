/**
 * Five suites: what Node alone can test, quick enough to run before every commit; what needs a real browser; what is done most, in Firefox; the
 * long attempts to break it; and the package as it is installed, which needs a registry. Test files of a worker share their modules (`isolate: false`): loading the program, or
 * starting a browser, anew for each of them costs more than most of them do.
 */
import { defineConfig } from "vitest/config";

/** Limits only end what hangs: on a busy machine everything takes its time. */
const common = {
  setupFiles: "test/support/setup.ts",
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** What takes long, and fails where something shorter in the suite fails first: `npm run test:trust` alone runs it. */
const long = [
  "test/spec/action.test.ts",
  "test/spec/ci-log.test.ts",
  "test/spec/comments.test.ts",
  "test/spec/contract.test.ts",
  "test/spec/determinism.test.ts",
  "test/spec/finding-paths.test.ts",
  "test/spec/history-pages.test.ts",
  "test/spec/history.test.ts",
  "test/spec/hostile-history.test.ts",
  "test/spec/includes.test.ts",
  "test/spec/init-choices.test.ts",
  "test/spec/init-from-history.test.ts",
  "test/spec/init-from-sites.test.ts",
  "test/spec/installations.test.ts",
  "test/spec/large-registers.test.ts",
  "test/spec/linked-roots.test.ts",
  "test/spec/machine-limits.test.ts",
  "test/spec/metadata-file.test.ts",
  "test/spec/output-targets.test.ts",
  "test/spec/printing.test.ts",
  "test/spec/recorded-merges.test.ts",
  "test/spec/refused-inputs.test.ts",
  "test/spec/registers.test.ts",
  "test/spec/reports.test.ts",
  "test/spec/review-links.test.ts",
  "test/spec/review-properties.test.ts",
  "test/spec/sameness.test.ts",
  "test/spec/seniority.test.ts",
  "test/spec/watch-commits.test.ts",
  "test/spec/watch.test.ts",
  "test/unit/commit-files.test.ts",
  "test/unit/emit-busy.test.ts",
  "test/unit/emit-kill.test.ts",
  "test/unit/globals.test.ts",
  "test/unit/mcp/hostile.test.ts",
  "test/unit/search/any-query.test.ts",
  "test/unit/workflows.test.ts",
];
const longInBrowsers = [
  "colours",
  "compare",
  "examples",
  "navigation-pairs",
  "redirects",
  "right-to-left",
  "search-hosted",
  "search-opening",
  "search-worker",
  "serve",
  "tabs",
  "visits",
].map((name) => `test/browser/${name}.test.ts`);

/** What `npm run test:trust` runs with more and larger inputs than the suite: see test/support/runs.ts. */
const thoroughly = [
  ...long,
  "test/spec/check-links-mixes.test.ts",
  "test/spec/line-ends.test.ts",
  "test/spec/lsp.test.ts",
  "test/spec/review.test.ts",
  "test/spec/section-2-routes.test.ts",
  "test/spec/section-9-constants.test.ts",
  "test/spec/watch-errors.test.ts",
  "test/unit/ci-log.test.ts",
  "test/unit/client/graph.test.ts",
  "test/unit/commits.test.ts",
  "test/unit/config-places.test.ts",
  "test/unit/config-values.test.ts",
  "test/unit/diagrams.test.ts",
  "test/unit/fields.test.ts",
  "test/unit/folder-links.test.ts",
  "test/unit/history.test.ts",
  "test/unit/html-parts.test.ts",
  "test/unit/ids.test.ts",
  "test/unit/link-advice.test.ts",
  "test/unit/link-places.test.ts",
  "test/unit/lint-fix.test.ts",
  "test/unit/mediawiki.test.ts",
  "test/unit/nesting.test.ts",
  "test/unit/published.test.ts",
  "test/unit/redirects.test.ts",
  "test/unit/script-data.test.ts",
  "test/unit/search/compounds.test.ts",
  "test/unit/search/people.test.ts",
  "test/unit/search/phrases.test.ts",
  "test/unit/search/questions.test.ts",
  "test/unit/search/snippets.test.ts",
  "test/unit/search/unfinished.test.ts",
  "test/unit/symlinks.test.ts",
  "test/unit/translator.test.ts",
  "test/unit/url.test.ts",
];

const browser = {
  ...common,
  isolate: false,
  setupFiles: ["test/support/setup.ts", "test/browser/setup-file.ts"],
  globalSetup: "test/browser/setup.ts",
  testTimeout: 120_000,
  // One more than two cores, because tests wait for their browsers about a third of the time.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/trust/table-reporter.ts", "./test/summary-reporter.ts"],
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          isolate: false,
          include: ["test/{unit,spec,fixtures}/**/*.test.{ts,tsx}"],
          exclude: long,
          maxWorkers: 2,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...browser,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: longInBrowsers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...browser,
          name: "trust-browser",
          include: [
            ...longInBrowsers,
            ...["quality", "search-modal", "search-page"].map((name) => `test/browser/${name}.test.ts`),
          ],
          env: { CIPGEN_THOROUGH: "1" },
          testTimeout: 600_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          ...common,
          name: "firefox",
          include: ["test/firefox/**/*.test.ts"],
          globalSetup: "test/firefox/setup.ts",
          testTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...common,
          name: "trust",
          include: ["test/trust/**/*.test.ts", ...thoroughly],
          env: { CIPGEN_THOROUGH: "1" },
          testTimeout: 900_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: "package",
          include: ["test/package/**/*.test.ts"],
          testTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
