/** `cipgen index` as its users run it: against a stand-in for Algolia on this machine. Decisions, sections 3 and 7. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { type Fault, faults } from "../support/algolia-calls.js";
import { AlgoliaStandIn } from "../support/algolia-server.js";
import { type CliRun, cipgen, cipgenProcess } from "../support/cli.js";
import { makeSite, proposalText } from "../support/site.js";
import { treeOf } from "../support/tree.js";

interface IndexReport {
  ok: boolean;
  index: string | null;
  records: number;
  durationMs: number;
  dryRun: boolean;
  diagnostics: Diagnostic[];
}

const body = "Some words.\n\n## Motivation\n\nMore words.\n";
const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, n) => [`content/cip/cbc/cip-${n + 20}.md`, proposalText(n + 20, {}, body)]),
);
const config: Partial<ConfigInput> = {
  locales: { "en-US": {}, "de-DE": {} },
  search: { provider: "algolia", appId: "STANDIN", apiKey: "search-key-of-the-stand-in", indexName: "cip" },
};

let algolia: AlgoliaStandIn;
let env: Record<string, string>;
beforeEach(async () => {
  algolia = new AlgoliaStandIn();
  env = {
    CIPGEN_ALGOLIA_APP_ID: algolia.appId,
    CIPGEN_ALGOLIA_ADMIN_KEY: algolia.adminKey,
    CIPGEN_ALGOLIA_HOST: await algolia.listen(),
  };
});
afterEach(() => algolia.close());

const index = (root: string, ...args: string[]) => cipgen(["index", "--root", root, ...args], { env });

async function indexJson(root: string, ...args: string[]): Promise<CliRun & { report: IndexReport }> {
  const run = await index(root, "--json", ...args);
  return { ...run, report: JSON.parse(run.stdout) };
}

const liveCount = () => algolia.records("cip")?.length;

describe("a push", () => {
  test("--json prints one document with exactly the contract's keys, and nothing else anywhere", async () => {
    const { code, stdout, stderr, report } = await indexJson(makeSite(files, config));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(Object.keys(report)).toEqual(["ok", "index", "records", "durationMs", "dryRun", "diagnostics"]);
    const { records } = report;
    expect(records).toBe(2 * 6 * 4);
    expect(report).toMatchObject({ ok: true, index: "cip", dryRun: false });
    expect(liveCount()).toBe(records);
  });

  test("brings the records of every locale, with facets that contextual search needs", async () => {
    await index(makeSite(files, config));
    const found = algolia.records("cip") ?? [];
    expect(new Set(found.map(({ language }) => language))).toEqual(new Set(["en-US", "de-DE"]));
    expect(new Set(found.map(({ url }) => String(url)))).toContain(
      "https://register.example/de-DE/cip/cbc/cip-20#motivation",
    );
    expect(algolia.store.indices.get("cip")?.settings.attributesForFaceting).toEqual(
      expect.arrayContaining(["language", "docusaurus_tag", "type", "version"]),
    );
  });

  test("says on stdout what it did, and goes on after a reset", async () => {
    const passing: Fault[] = [faults.reset];
    algolia.fault = ({ call }) => (call === "task" ? undefined : passing.shift());
    const run = await cipgenProcess(["index", "--root", makeSite(files, config)], { env });
    expect(run.stdout).toMatch(/^Pushed 48 records to cip in \d+\.\d\d s\n$/);
    expect(passing).toEqual([]);
  });

  test("that the provider refuses is exit 4, and the live index is as it was", async () => {
    algolia.seed("cip", [{ objectID: "old" }]);
    algolia.fault = ({ call }) => (call === "batch" ? faults.forbidden : undefined);
    const { code, stdout, stderr } = await index(makeSite(files, config));
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("Algolia refuses the key");
    expect(algolia.records("cip")).toEqual([{ objectID: "old" }]);
  });
});

describe("--dry-run", () => {
  test("connects to no host and needs no keys; reports what is known without", async () => {
    const root = makeSite(files, config);
    env = {};
    const { code, stdout, stderr } = await index(root, "--dry-run");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Dry run: 48 records for cip");
    expect(stdout).toContain("nothing was sent");
    expect((await indexJson(root, "--dry-run")).report).toMatchObject({ ok: true, records: 48, dryRun: true });
  });
});

describe("content that is refused is exit 2", () => {
  test("no record at all, before any request", async () => {
    const { code, report } = await indexJson(makeSite({}, config));
    expect(code).toBe(2);
    expect(report).toMatchObject({
      ok: false,
      records: 0,
      diagnostics: [{ code: "search-empty" }],
    });
    expect(algolia.requests).toEqual([]);
  });

  test("a record that is too large, before any request, named by page and size", async () => {
    const large = proposalText(30, {}, `## ${"word ".repeat(2500)}\n\nText.\n`);
    const { code, stderr } = await index(makeSite({ ...files, "content/cip/cbc/cip-30.md": large }, config));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /\[search-record-size\] a record of \d{5} bytes is too large: https:\/\/register\.example\/cip\/cbc\/cip-30#word/,
    );
    expect(algolia.requests).toEqual([]);
  });

  test("a proposal with errors, before any request", async () => {
    const root = makeSite({ "content/cip/cbc/cip-20.md": proposalText(20, { date: "2021-02-30" }) }, config);
    const { code, report } = await indexJson(root);
    expect(code).toBe(2);
    expect(report.diagnostics).toMatchObject([{ code: "date-invalid", line: 4 }]);
    expect(algolia.requests).toEqual([]);
  });
});

describe("configuration and environment that are wrong are exit 3, before any request", () => {
  test.each(["CIPGEN_ALGOLIA_APP_ID", "CIPGEN_ALGOLIA_ADMIN_KEY"])("without %s, which is named", async (name) => {
    delete env[name];
    const { code, stderr } = await index(makeSite(files, config));
    expect(code).toBe(3);
    expect(stderr).toContain(`${name} is not set`);
  });

  test.each([
    [
      "another application than the pages search in",
      { CIPGEN_ALGOLIA_APP_ID: "OTHER" },
      "another application than search.appId",
    ],
    [
      "the search-only key's twin",
      { CIPGEN_ALGOLIA_ADMIN_KEY: "search-key-of-the-stand-in" },
      "search.apiKey is the same key as CIPGEN_ALGOLIA_ADMIN_KEY",
    ],
    ["a key with a line break", { CIPGEN_ALGOLIA_ADMIN_KEY: "one\ntwo" }, "CIPGEN_ALGOLIA_ADMIN_KEY is not a key"],
    ["a host in the clear", { CIPGEN_ALGOLIA_HOST: "http://proxy.example" }, "not an https origin"],
    ["a host with a path", { CIPGEN_ALGOLIA_HOST: "https://proxy.example/algolia" }, "without a path"],
    ["a host with a user", { CIPGEN_ALGOLIA_HOST: "https://ada:secret@proxy.example" }, "or a user"],
  ])("with %s", async (_name, wrong, message) => {
    env = { ...env, ...wrong };
    const { code, stderr } = await index(makeSite(files, config));
    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(algolia.requests).toEqual([]);
  });

  test.each(["local", "none"] as const)("with search.provider %s, and what to write instead", async (provider) => {
    const { code, report } = await indexJson(makeSite(files, { ...config, search: { provider } }));
    expect(code).toBe(3);
    expect(report).toMatchObject({
      index: null,
      diagnostics: [{ code: "config-invalid", file: "cipgen.config.json", line: expect.any(Number), column: 5 }],
    });
    expect(report.diagnostics[0]?.help).toContain('provider: "algolia"');
  });
});

test("the admin key is nowhere: not in output, messages, the site, its scripts and maps, or the cache", async () => {
  const root = makeSite(files, config);
  const canary = algolia.adminKey;
  env = { ...env, DEBUG: "1" };
  const runs: CliRun[] = [
    await cipgen(["build", "--root", root], { env }),
    await index(root),
    await index(root, "--dry-run"),
  ];
  const echo = { status: 400, body: JSON.stringify({ message: `header x-algolia-api-key: ${canary}` }) };
  const harm: Fault[] = [faults.forbidden, echo, { ...echo, status: 403 }, { status: 403, body: `<p>${canary}</p>` }];
  for (const fault of harm) {
    algolia.fault = ({ call }) => (call === "operation" ? fault : undefined);
    runs.push(await index(root));
  }
  env = { ...env, CIPGEN_ALGOLIA_APP_ID: "OTHER" };
  runs.push(await index(root));
  env = { ...env, CIPGEN_ALGOLIA_APP_ID: algolia.appId, CIPGEN_ALGOLIA_ADMIN_KEY: `${canary}\nX: y` };
  runs.push(await index(root));

  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, ...harm.map(() => 4), 3, 3]);
  expect(runs.filter(({ stdout, stderr }) => `${stdout}${stderr}`.includes(canary))).toEqual([]);
  const written = treeOf(root);
  expect(Object.keys(written)).toContain("build/index.html");
  expect(Object.entries(written).filter(([path, text]) => path.includes(canary) || text.includes(canary))).toEqual([]);
});
