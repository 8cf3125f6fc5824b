/** Real registers as they are: profiles and configuration only, no code. Without ../shared these tests say so and pass. */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { beforeAll, describe, expect, it } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { build, makeSite, repositoryRoot, type TestBuild } from "../support/site.js";

const corpora = join(repositoryRoot, "../shared/corpora");
const hasCorpora = existsSync(corpora);
if (!hasCorpora)
  console.info("The corpora are not beside this clone: the tests of real registers have nothing to read.");

function register(corpus: string, config: Partial<ConfigInput>): Promise<TestBuild> {
  const root = makeSite({}, { checks: { brokenLinks: "warn" }, ...config });
  cpSync(join(corpora, corpus), join(root, "content", corpus), { recursive: true });
  return build(root);
}

interface PageFacts {
  ids: Set<string>;
  /** Hashes of links to places on the page itself. */
  hashes: string[];
  /** What is read as prose: no code, no formulas. */
  prose: string;
}

/** Looks through a page without keeping a document: there are a thousand. */
function factsOf(html: string): PageFacts {
  const facts: PageFacts = { ids: new Set(), hashes: [], prose: "" };
  let hidden = 0;
  const isHidden = (name: string) => ["pre", "code", "math", "script", "title"].includes(name);
  const parser = new Parser({
    onopentag(name, { id, href }) {
      if (id) facts.ids.add(id);
      if (name === "a" && href?.startsWith("#")) facts.hashes.push(decodeURIComponent(href.slice(1)));
      if (isHidden(name)) hidden++;
    },
    onclosetag(name) {
      if (isHidden(name)) hidden--;
    },
    ontext(text) {
      if (hidden === 0) facts.prose += text;
    },
  });
  parser.end(html);
  return facts;
}

describe.runIf(hasCorpora)("the EIPs as they are", () => {
  let site: TestBuild;
  const numbers = hasCorpora
    ? readdirSync(join(corpora, "eips/EIPS")).map((name) => Number(/\d+/.exec(name)?.[0]))
    : [];
  beforeAll(async () => {
    site = await register("eips", { series: [{ profile: "eip", source: "content/eips/EIPS" }] });
  });

  it("build without an error; every proposal has a page, and its old address leads there", () => {
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(numbers.filter((number) => !site.has(`eip/eip-${number}/index.html`))).toEqual([]);
    expect(site.text("EIPS/eip-20/index.html")).toContain('content="0; url=/eip/eip-20"');
  });

  it("stubs of moved proposals say where the text is now", () => {
    const page = site.page("/eip/eip-1046");
    const link = page.querySelector(".banner a")?.getAttribute("href");
    expect(link).toBe("https://github.com/ethereum/ercs/blob/master/ERCS/erc-1046.md");
  });

  it("the link report holds only files that are not there", () => {
    const linked = site.diagnostics.filter(({ code }) => code.startsWith("broken-"));
    const reported = linked.filter(({ code }) => code !== "broken-anchor");
    const wrong = reported.filter(({ file = "", line = 0, column = 0 }) => {
      const text =
        readFileSync(join(corpora, file.replace("content/", "")), "utf8")
          .split("\n")
          [line - 1]?.slice(column - 1) ?? "";
      const target = /^[^)\s">\]]*/.exec(text)?.[0]?.split("#")[0] ?? "";
      return existsSync(join(corpora, "eips/EIPS", decodeURIComponent(target)));
    });
    expect(wrong).toEqual([]);
  });

  it("every link to a place on the same page finds it, and no page shows raw TeX", () => {
    const tex = /\\(frac|sum|cdot|mathbb|left|begin)\b|\$\$/;
    const problems = numbers.flatMap((number) => {
      const { ids, hashes, prose } = factsOf(site.text(`eip/eip-${number}/index.html`));
      const broken = hashes.filter((id) => id !== "" && id !== "top" && !ids.has(id));
      return [...broken.map((id) => `${number}#${id}`), ...(tex.test(prose) ? [`${number}: TeX`] : [])];
    });
    expect(problems).toEqual([]);
  });
});

describe.runIf(hasCorpora)("the SIMDs as they are", () => {
  it("build without an error; every proposal has a page with its four digits", async () => {
    const site = await register("simds", { series: [{ profile: "simd", source: "content/simds/proposals" }] });
    expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([...site.files.keys()].filter((path) => /^simd\/simd-\d{4}\/index\.html$/.test(path))).toHaveLength(118);
  });
});

it("the corpora were looked for", () => {
  expect(hasCorpora ? readdirSync(corpora) : ["none"]).not.toEqual([]);
});
