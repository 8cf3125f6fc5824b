/**
 * cipgen lint and the linters of other projects over the same texts: eipw over planted faults and the EIPs of ../shared, or those of the folders in
 * EIPS and ERCS. Prints what each finds. A lint of eipw without an equal fails.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { lint } from "../support/lint.js";
import { besidePlanted, plantedFaults, plantedFiles, plantedName } from "../support/planted-eips.js";
import { makeFolder, makeSite, repositoryRoot } from "../support/site.js";
import { type EipwFinding, runEipw } from "./eipw.js";

const folders = {
  EIPs: process.env.EIPS ?? join(repositoryRoot, "../shared/corpora/eips/EIPS"),
  ERCs: process.env.ERCS ?? "",
};

/** A table of the manual, by its first column. */
function tableOf(heading: string): Map<string, { here: string[]; why: string }> {
  const manual = readFileSync(join(repositoryRoot, "docs/lint.md"), "utf8");
  const section = manual.slice(manual.indexOf(`\n## ${heading}\n`)).split("\n## ")[1] ?? "";
  const rows = [...section.matchAll(/^\| `?([\w-]+)`? \| (.+?) \| (.*?) ?\|$/gm)].slice(1);
  return new Map(
    rows.map(([, name = "", here = "", why = ""]) => [name, { here: here.match(/[\w-]+(?=`)/g) ?? [here], why }]),
  );
}

const eipwLints = tableOf("Instead of eipw");

function print(title: string, rows: readonly object[]): void {
  console.log(title);
  console.table(rows);
}

function makeRegister(texts: Record<string, string>): string {
  const files = Object.entries(texts).map(([name, text]) => [`content/cip/${name}`, text]);
  return makeSite(
    { ...Object.fromEntries(files), "content/LICENSE.md": "CC0" },
    { series: [{ profile: "eip" }], checks: { brokenLinks: "warn" } },
  );
}

/** Files with a finding of a lint, and of our rules for it. */
function compare(found: readonly EipwFinding[], ours: readonly Diagnostic[], id: string) {
  const number = (file = "") => /(\d+)\.md$/.exec(file)?.[1] ?? file;
  const rules = eipwLints.get(id)?.here ?? [];
  const theirs = new Set(found.filter((finding) => finding.id === id).map(({ file }) => number(file)));
  const own = new Set(ours.filter(({ code }) => rules.includes(code)).map(({ file }) => number(file)));
  const both = [...theirs].filter((file) => own.has(file)).length;
  return { eipw: theirs.size, both, "only eipw": theirs.size - both, "only ours": own.size - both };
}

describe("eipw", () => {
  it("finds no planted fault that the profile eip does not find", async () => {
    const root = makeRegister({ ...besidePlanted, ...plantedFiles() });
    const files = plantedFaults.map((_, index) => plantedName(index));
    const [found, { diagnostics }] = [await runEipw(join(root, "content/cip"), files), await lint(root)];
    const rows = plantedFaults.map(([id = "", rule], index) => {
      const file = plantedName(index);
      const theirs = found.filter((finding) => finding.file === file);
      return {
        fault: file,
        lint: id || "-",
        eipw: theirs.some((finding) => finding.id === id || (finding.id === "stopped" && id !== "")),
        rule,
        ours: diagnostics.some((finding) => finding.file?.endsWith(`/${file}`) && finding.code === rule),
      };
    });
    print("planted faults", rows);
    expect(rows.filter(({ ours }) => !ours)).toEqual([]);
    expect(rows.filter(({ lint: id, eipw }) => id !== "-" && !eipw).map(({ fault }) => fault)).toEqual([]);
    expect(new Set(rows.map(({ lint: id }) => id))).toEqual(new Set(["-", ...eipwLints.keys()]));
  });

  it.runIf(existsSync(folders.EIPs))("has an equal for each lint that finds something in the registers", async () => {
    const root = makeRegister({});
    const series = Object.entries(folders).flatMap(([name, folder]) =>
      folder && existsSync(folder) ? [{ name, folder }] : [],
    );
    const together = makeFolder();
    for (const { name, folder } of series) {
      const target = join(root, "content", name, name);
      mkdirSync(target, { recursive: true });
      cpSync(folder, target, { recursive: true });
      for (const file of readdirSync(folder)) {
        const isStub = /^status: Moved/m.test(readFileSync(join(folder, file), "utf8"));
        if (/^(?:eip|erc)-\d+\.md$/.test(file) && !(isStub && series.length > 1))
          cpSync(join(folder, file), join(together, file.replace("erc-", "eip-")));
      }
    }
    const config = series.map(({ name }) => ({
      profile: name === "EIPs" ? "eip" : "erc",
      source: `content/${name}/${name}`,
    }));
    const site = makeSite({}, { series: config as never, checks: { brokenLinks: "warn" } });
    cpSync(join(root, "content"), join(site, "content"), { recursive: true });
    const files = readdirSync(together);
    const [found, { diagnostics }] = [await runEipw(together, files), await lint(site)];
    const ids = [...new Set(found.map(({ id }) => id))].sort();
    print(
      series.map(({ name }) => name).join(" and "),
      ids.map((id) => ({ lint: id, ...compare(found, diagnostics, id), why: eipwLints.get(id)?.why ?? "" })),
    );
    expect(ids.filter((id) => id !== "stopped" && !eipwLints.has(id))).toEqual([]);
    const unexplained = ids.filter(
      (id) => id !== "stopped" && compare(found, diagnostics, id)["only eipw"] > 0 && !eipwLints.get(id)?.why,
    );
    expect(unexplained).toEqual([]);
  });
});
