/**
 * What a version of a text says is what its page of that day said, in the history of a public register. CIPGEN_REGISTERS names more of them: clones with
 * the configuration of `cipgen init --from`, separated by commas.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareWithFormerPages } from "../support/former-pages.js";
import { suiteSeed } from "../support/runs.js";
import { makeFolder, repositoryRoot, usualConfig } from "../support/site.js";

const bundle = join(repositoryRoot, "../shared/corpora/simds-history.bundle");

function simds(): string {
  const root = makeFolder();
  execFileSync("git", ["clone", "--quiet", bundle, root], { stdio: "ignore" });
  const config = {
    ...usualConfig,
    series: [{ profile: "simd", source: "proposals" }],
    checks: { brokenLinks: "warn" },
  };
  writeFileSync(join(root, "cipgen.config.json"), JSON.stringify(config));
  return root;
}

const named = (process.env.CIPGEN_REGISTERS ?? "").split(",").filter(Boolean);

test.for([...(existsSync(bundle) ? ["the SIMDs"] : []), ...named])("%s", { timeout: 3_600_000 }, async (name) => {
  const root = name === "the SIMDs" ? simds() : name;
  const { pages, differences } = await compareWithFormerPages(root, { commits: 12, seed: suiteSeed });
  expect(differences, `of ${pages} pages`).toEqual([]);
  expect(pages).toBeGreaterThan(100);
});

test.runIf(!existsSync(bundle))(
  "the SIMDs' history is not beside this clone, in ../shared/corpora: it is not tested",
  () => {
    expect(named).toEqual([]);
  },
);
