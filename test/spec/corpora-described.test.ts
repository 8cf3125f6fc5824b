/** Registers of ../shared as they are, without a configuration: `init --from` describes them, and they build. Without the corpora there is nothing to test. */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { buildJson, cipgen } from "../support/cli.js";
import { makeFolder, repositoryRoot } from "../support/site.js";

const corpora = join(repositoryRoot, "../shared/corpora");
const isThere = existsSync(corpora);

test.runIf(!isThere)("../shared/corpora is not here: no register is described", () => {
  console.warn(`${corpora} is missing: no register was described`);
  expect(isThere).toBe(false);
});

async function describeCorpus(name: string) {
  const root = makeFolder();
  cpSync(join(corpora, name), root, { recursive: true, filter: (path) => !/cipgen\.config\.\w+$/.test(path) });
  const { code, stdout } = await cipgen(["init", "--from", root, "--json"]);
  const [series] = code === 0 ? JSON.parse(stdout).series : [];
  return { root, code, series };
}

/** What a reader sees of a page between its tags, without code and formulas. */
function visibleTexts(html: string): string[] {
  const texts = [""];
  const silent = new Set(["code", "pre", "script", "style", "math", "title"]);
  let depth = 0;
  const tag = (change: number) => (name: string) => {
    depth += silent.has(name) ? change : 0;
    texts.push("");
  };
  const parser = new Parser({
    onopentagname: tag(1),
    onclosetag: tag(-1),
    // A character that is written as an entity comes by itself.
    ontext: (text) => {
      if (depth === 0) texts[texts.length - 1] += text;
    },
  });
  parser.end(html);
  return texts;
}

describe.runIf(isThere)("a register without a configuration", () => {
  test("bips: every field of every proposal, and no markup of a wiki in any text", async () => {
    const { root, code, series } = await describeCorpus("bips");
    expect(code).toBe(0);
    const { proposals } = series;
    expect(series.read).toEqual({
      number: proposals,
      title: proposals,
      status: proposals,
      date: proposals,
      authors: proposals,
    });
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
    const pages = readdirSync(join(root, "build"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(proposals);
    // A comparison has the sign as well; marks of a heading are at the ends of lines.
    const markup = /\[\[|'''|\{\||^\s*==|==\s*$/m;
    for (const path of pages) {
      const found = visibleTexts(readFileSync(join(root, "build", path), "utf8")).filter((text) => markup.test(text));
      expect(found, path).toEqual([]);
    }
  });

  test.each(["core-cip", "simds"])("%s: every field that its proposals state, and a build", async (name) => {
    const { root, code, series } = await describeCorpus(name);
    expect(code).toBe(0);
    expect(Object.values(series.read)).toEqual(Object.keys(series.read).map(() => series.proposals));
    expect((await buildJson(["--root", root, "--no-cache"])).code).toBe(0);
  });
});
