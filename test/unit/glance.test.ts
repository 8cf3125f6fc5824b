/** What an editor shows of an open text before the others are read: never anything that is not found when all of them are. */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { makeFile } from "../../src/lint/file.js";
import { type Closeness, lintSite } from "../../src/lint/lint.js";
import { rules } from "../../src/lint/rules/index.js";
import { glanceAt } from "../../src/pipeline/glance.js";
import { emptyState } from "../../src/pipeline/state.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { prepare } from "../support/lint.js";
import { makeSite, proposalText, repositoryRoot } from "../support/site.js";

const folder = join(repositoryRoot, "test/fixtures-lint");

/** The texts that a rule has something to say of, in a register of their own. */
function wrongTexts(rule: string): string {
  const file = join(folder, rule, "config.json");
  const root = makeSite({}, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
  cpSync(join(folder, rule, "invalid"), join(root, "content/cip"), { recursive: true });
  return root;
}

/** What is found of each text when it is looked at alone, and what is found of all. */
async function bothOf(root: string) {
  const { settings, linked } = await prepare(root, { rules: Object.fromEntries(rules.map(({ id }) => [id, "warn"])) });
  const { value: config } = await loadConfig(root);
  if (!config) throw new Error("the configuration is wrong");
  const request = { root, config, configFile: "cipgen.config.json", state: emptyState() };
  const alone: Diagnostic[] = [];
  for (const { path } of linked.value.sources) {
    const seen = await glanceAt(request, path);
    const isSeen = (one: string): Closeness => (one === path ? "alone" : "none");
    if (seen) alone.push(...lintSite(seen.value, seen.diagnostics, settings.value, isSeen));
  }
  return { alone, all: lintSite(linked.value, linked.diagnostics, settings.value) };
}

describe.each(rules.map(({ id }) => id))("texts that %s finds fault with", (id) => {
  test("have alone only what they have beside the others", async () => {
    const { alone, all } = await bothOf(wrongTexts(id));
    expect(all).toEqual(expect.arrayContaining(alone));
    const rule = rules.find((one) => one.id === id);
    if (rule?.usesSite || rule?.dependsOnSite) expect(alone.map(({ code }) => code)).not.toContain(id);
  });
});

test("rules that are asked of a text alone look at nothing of the site but its configuration", async () => {
  for (const { id, check, usesSite, dependsOnSite } of rules) {
    if (usesSite || dependsOnSite) continue;
    const { settings, linked } = await prepare(wrongTexts(id));
    const { site, sources, roles } = linked.value;
    const onlyConfig = new Proxy(site, {
      get(target, name) {
        if (name === "config") return target.config;
        throw new Error(`${id} looks at ${String(name)}: it needs usesSite`);
      },
    });
    const { options } = settings.value.find(({ rule }) => rule.id === id) ?? {};
    for (const source of sources) {
      const role = roles.get(source.path);
      if (role) check(makeFile(source, role, site), onlyConfig, options);
    }
  }
});

test("a text whose number another may have, or that is named otherwise, has to wait for the others", async () => {
  const root = makeSite({
    "content/cip/cbc/cip-1.md": proposalText(1),
    "content/cip/core/cip-1.md": proposalText(1),
    "content/cip/cbc/cip-2.md": proposalText(2),
    "content/cip/cbc/other.md": proposalText(3),
  });
  const { value: config } = await loadConfig(root);
  if (!config) throw new Error("the configuration is wrong");
  const request = { root, config, configFile: "cipgen.config.json", state: emptyState() };
  const isSeen = async (path: string) => (await glanceAt(request, `content/cip/${path}`)) !== undefined;
  expect(await Promise.all(["cbc/cip-1.md", "core/cip-1.md", "cbc/cip-2.md", "cbc/other.md"].map(isSeen))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
