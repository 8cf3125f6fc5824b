/** Metadata in a file beside the text, as the Kubernetes enhancements have it: it says what front matter would say, everywhere. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lint } from "../../src/cli/api/lint.js";
import { newProposal } from "../../src/cli/api/new-proposal.js";
import { review } from "../../src/cli/api/review.js";
import type { SeriesInput } from "../../src/config/index.js";
import { joinMetadata } from "../../src/content/metadata/metadata-files.js";
import type { ConfigInput } from "../../src/index.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { build, makeSite, type TestBuild, texts } from "../support/site.js";
import { watchSite } from "../support/watch.js";

const kep = {
  id: "kep",
  label: "KEP",
  title: "KEPs",
  source: "keps",
  files: "{category}/{number}-{slug}/README.md",
  route: "/kep",
  permalink: "{route}/{number}",
  category: { from: "folder", values: ["SIG Node", "SIG Apps"] },
  keys: { number: ["kep-number"], author: ["authors"], date: ["creation-date"] },
  statuses: ["provisional", "implementable", "implemented"],
};
const config = (file = "kep.yaml", change: object = {}): Partial<ConfigInput> => ({
  series: [{ ...kep, metadata: { file }, ...change } as SeriesInput],
});

const yaml = (status = "implementable", more = "") =>
  `---\ntitle: Swap for nodes\nkep-number: 17\nauthors:\n  - "@ada"\nstatus: ${status}\ncreation-date: 2020-05-01\n${more}`;
const readme = "# KEP-17: Swap for nodes\n\n## Summary\n\nText of the proposal.\n";
const folder = "keps/sig-node/0017-swap";

/** The proposals of a site, as its data has them. */
const items = ({ text }: TestBuild, file = "register", key = "items") => JSON.parse(text(`kep/${file}.json`))[key];

const problems = (found: readonly { code: string; file?: string; line?: number; column?: number }[]) =>
  found.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

describe("a file beside the text", () => {
  test("says title, number, status, date and authors, and the text begins with its own words", async () => {
    const built = await build(makeSite({ [`${folder}/README.md`]: readme, [`${folder}/kep.yaml`]: yaml() }, config()));
    expect(built.diagnostics).toEqual([]);
    const [item] = items(built);
    expect(item).toMatchObject({
      number: 17,
      title: "Swap for nodes",
      status: "implementable",
      category: "sig-node",
      date: "2020-05-01",
      authors: [{ name: "ada", handle: "ada" }],
    });
    expect(texts(built.page("/kep/17"), ".prose").join(" ")).toMatch(/^Summary.*Text of the proposal\.$/);
  });

  test("may be JSON, with the same values at their own places", async () => {
    const files = {
      "kep.json":
        '{\n\t"title": "Swap for nodes",\n\t"kep-number": 17,\n\t"authors": ["@ada"],\n\t"status": "odd"\n}\n',
    };
    const places = { "kep.json": "5:12" };
    for (const [file, text] of Object.entries(files)) {
      const root = makeSite({ [`${folder}/README.md`]: readme, [`${folder}/${file}`]: text }, config(file));
      const { diagnostics } = await build(root);
      expect(problems(diagnostics)).toEqual([
        `status-unknown ${folder}/${file}:${places[file as keyof typeof places]}`,
      ]);
      const good = { [`${folder}/README.md`]: readme, [`${folder}/${file}`]: text.replace("odd", "implemented") };
      const built = await build(makeSite(good, config(file)));
      expect(items(built)[0]).toMatchObject({ number: 17, status: "implemented" });
    }
  });

  test("is part of the history: a status that it changes is a change of the proposal, with the commit and the day", async () => {
    const repository = new Repository(makeSite({}, config()));
    repository.commit("2021-01-01T00:00:00Z", {
      [`${folder}/README.md`]: readme,
      [`${folder}/kep.yaml`]: yaml("provisional"),
    });
    repository.commit("2021-02-01T00:00:00Z", { [`${folder}/README.md`]: `${readme}More.\n` });
    repository.commit("2021-03-01T00:00:00Z", { [`${folder}/kep.yaml`]: yaml("implementable") });
    const steps = async () =>
      items(await build(repository.root), "history", "proposals").map(
        ({ versions, statuses }: { versions: number; statuses: { status: string; date: string }[] }) => [
          versions,
          ...statuses.map(({ status, date }) => `${date} ${status}`),
        ],
      );
    const first = [3, "2021-01-01 provisional", "2021-03-01 implementable"];
    expect(await steps()).toEqual([first]);
    // The folder gets another name, and then the file changes alone, which the cached history is continued with.
    repository.git(["mv", folder, "keps/sig-node/0017-swap-for-nodes"]);
    repository.commit("2021-04-01T00:00:00Z");
    repository.commit("2021-05-01T00:00:00Z", { "keps/sig-node/0017-swap-for-nodes/kep.yaml": yaml("implemented") });
    expect(await steps()).toEqual([[5, ...first.slice(1), "2021-05-01 implemented"]]);
  });

  test("is checked by lint and by review at its own line", async () => {
    const strict = {
      fields: [{ key: "kep-number", required: true }, { key: "title", required: true }, { key: "status" }],
    };
    const long = yaml().replace("Swap for nodes", "Swap ".repeat(30).trim());
    const files = { [`${folder}/README.md`]: readme, [`${folder}/kep.yaml`]: long };
    const rules = { lint: { rules: { "title-length": "error" as const } } };
    const root = makeSite(files, { ...config("kep.yaml", strict), ...rules });
    const { diagnostics } = await lint({ root, files: [join(root, folder, "README.md")] });
    expect(problems(diagnostics.filter(({ code }) => code === "title-length"))).toEqual([
      `title-length ${folder}/kep.yaml:2:8`,
    ]);
    const repository = new Repository(makeSite({}, config()));
    repository.commit("2021-01-01T00:00:00Z", {
      [`${folder}/README.md`]: readme,
      [`${folder}/kep.yaml`]: yaml("provisional"),
    });
    repository.git(["checkout", "--quiet", "-b", "change"]);
    repository.commit("2021-02-01T00:00:00Z", { [`${folder}/kep.yaml`]: yaml("implementable", "requires: 99\n") });
    const report = await review({ root: repository.root, base: "main", head: "change" });
    expect(report.proposals).toMatchObject([
      { label: "KEP-17", change: "changed", status: { from: "provisional", to: "implementable" } },
    ]);
    expect(problems(report.diagnostics)).toContain(`reference-unknown ${folder}/kep.yaml:8:11`);
  });

  test.each([
    "kep.yaml",
    "kep.json",
  ])("is written by new as %s, and what it wrote is read without a problem", async (file) => {
    const root = makeSite(
      {
        [`${folder}/README.md`]: readme,
        [`${folder}/${file}`]: file.endsWith("json") ? '{"title":"T","kep-number":17,"status":"implemented"}' : yaml(),
      },
      config(file),
    );
    const made = await newProposal({
      root,
      title: 'Quotas: a "new" way',
      category: "sig-apps",
      author: "@ada",
      date: "2024-05-06",
    });
    expect(made.path).toBe("keps/sig-apps/0018-quotas-a-new-way/README.md");
    expect(readFileSync(join(root, made.path ?? ""), "utf8")).not.toContain("---");
    const built = await build(root);
    expect(built.diagnostics).toEqual([]);
    expect(items(built)[1]).toMatchObject({
      number: 18,
      title: 'Quotas: a "new" way',
      status: "provisional",
      date: "2024-05-06",
      authors: [{ name: "ada" }],
    });
  });

  test("is watched: an edit of it makes the page anew", async () => {
    const root = makeSite({ [`${folder}/README.md`]: readme, [`${folder}/kep.yaml`]: yaml() }, config());
    const watched = await watchSite(root);
    const done = watched.rebuilt(({ diagnostics }) => diagnostics.length === 0);
    writeFileSync(join(root, folder, "kep.yaml"), yaml("implemented"));
    await done;
    const page = await (await fetch(`http://127.0.0.1:${watched.server.port}/kep/17`)).text();
    await watched.close();
    expect(page).toContain(">implemented</span>");
    expect(page).not.toContain(">implementable</span>");
  });
});

test("whatever a text and its file are, each line of the joined text is one of theirs, in order", () => {
  const lines = fc.array(fc.constantFrom("", "---", "...", "title: T", "# H", "a: [1,", "{", "k = 1", "[t]", "text"), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(lines, lines, fc.constantFrom("m.yaml", "m.json"), (text, metadata, name) => {
      const { text: joined, before, bodyLine } = joinMetadata(text.join("\n"), name, metadata.join("\n"));
      const all = joined.split("\n");
      expect([all[0], all[before + 1]]).toEqual(["---", "---"]);
      expect(all.slice(before + 2)).toEqual(
        text
          .join("\n")
          .split("\n")
          .slice(bodyLine - 1),
      );
      expect(before).toBeLessThanOrEqual(Math.max(1, metadata.length));
      expect(all.slice(1, before + 1).filter((line) => line.startsWith("---"))).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
