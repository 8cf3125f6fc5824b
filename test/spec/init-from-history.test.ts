/** `cipgen init --from` in a register with a history: what it writes is no stricter than what the register does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initFrom } from "../../src/cli/api/init.js";
import { review } from "../../src/cli/api/review.js";
import { Repository } from "../support/git.js";
import { bip } from "../support/recorded-registers.js";
import { build } from "../support/site.js";

type Commit = Record<string, string>;

/** A register with these commits, one a month, and the configuration that `init --from` writes for it. */
async function registerOf(...commits: Commit[]) {
  const repository = new Repository();
  for (const [month, files] of commits.entries())
    repository.commit(`2019-${String(month + 1).padStart(2, "0")}-01T00:00:00Z`, files);
  const { ok, diagnostics } = await initFrom({ folder: repository.root });
  if (!ok) throw new Error(JSON.stringify(diagnostics));
  repository.commit("2019-12-01T00:00:00Z");
  let branches = 0;
  /** What a review finds in a change. */
  const findings = async (change: Commit, removed: readonly string[] = []) => {
    repository.git(["switch", "--quiet", "--create", `branch-${++branches}`, "main"]);
    repository.commit("2020-01-01T00:00:00Z", change, removed);
    const { diagnostics: found } = await review({
      root: repository.root,
      base: "main",
      head: "HEAD",
      today: "2020-01-10",
    });
    return found.map(({ severity, code }) => `${severity} ${code}`);
  };
  return { config: readFileSync(join(repository.root, "cipgen.config.ts"), "utf8"), findings };
}

test("the first picture of a register may be in any folder", async () => {
  const aip = (number: number, more = "") =>
    `---\naip: ${number}\ntitle: Subject ${number}\nstatus: Draft\n---\n\nText.\n${more}`;
  const { findings } = await registerOf({ "aips/aip-1.md": aip(1), "aips/aip-2.md": aip(2) });
  const picture = { "diagrams/one.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' };
  expect(await findings({ ...picture, "aips/aip-3.md": aip(3, "\n![A diagram](../diagrams/one.svg)\n") })).toEqual([]);
});

test("a name that changed in case alone has no former address", async () => {
  const repository = new Repository();
  const text = (number: number) => `# Subject ${number}\n\n- Status: Draft\n\nText.\n`;
  repository.commit("2019-01-01T00:00:00Z", {
    "text/0001-Words.md": text(1),
    "text/0002-more.md": text(2),
    "mkdocs.yml": "site_name: X\ndocs_dir: text\nsite_url: https://x.example/\n",
  });
  repository.commit("2019-02-01T00:00:00Z", { "text/0001-words.md": text(1) }, ["text/0001-Words.md"]);
  expect(await initFrom({ folder: repository.root })).toMatchObject({ ok: true });
  expect((await build(repository.root)).has("0001-words/index.html")).toBe(true);
});

test("an edit of one cell of the table of metadata says nothing of the others", async () => {
  const pip = (number: number, date: string, thread: string) =>
    `| PIP | Title | Status | Date | Discussion |\n|---|---|---|---|---|\n| ${number} | Subject ${number} | Draft | ${date} | ${thread} |\n\n### Abstract\n\nText.\n`;
  const texts = (dates: readonly string[], thread: string) =>
    Object.fromEntries(dates.map((date, index) => [`PIPs/PIP-${index + 1}.md`, pip(index + 1, date, thread)]));
  const dates = [...Array.from({ length: 20 }, () => "2020-01-01"), "2020-5-5"];
  const { findings } = await registerOf(texts(dates, "Forum"));
  const [path, other] = ["PIPs/PIP-21.md", "PIPs/PIP-20.md"];
  expect(await findings({ [path]: pip(21, "2020-5-5", "[Forum](https://forum.example/21)") })).toEqual([]);
  expect(await findings({ [other]: pip(20, "2020-5-5", "Forum") })).toEqual(["error date-form"]);
});

test("a list that was guessed is none of the errors of a text without a number, either", async () => {
  const iip = (number: string, type: string) =>
    `---\niip: ${number}\ntitle: Subject ${number}\nauthor: Ada (@ada)\nstatus: Draft\ntype: ${type}\n---\n\nText.\n`;
  const { findings } = await registerOf({ "iips/iip-1.md": iip("1", "Meta"), "iips/iip-2.md": iip("2", "Core") });
  const found = await findings({ "iips/iip-draft_wallets.md": iip("<to be assigned>", "Informational") });
  expect(found).toContain("warning category-unknown");
  expect(found.filter((one) => one.startsWith("error category"))).toEqual([]);
});

test("a status that no text had before is no error where the statuses were guessed, also in the form of a profile", async () => {
  const rfc = (status: string) =>
    `# Thing\n\n- Start Date: 2020-01-01\n- RFC PR: x#1\n- Status: ${status}\n\n## Summary\n\nText.\n`;
  const names = ["text/0001-a.md", "text/0002-b.md", "text/0003-c.md"];
  const { config, findings } = await registerOf(Object.fromEntries(names.map((name) => [name, rfc("Active")])));
  expect(config).toContain('profile: "rfc"');
  expect(await findings({ "text/0001-a.md": rfc("Completed") })).not.toContain("error status-unknown");
});

describe("a register without a known form", () => {
  const text = (number: string, fields = "type: Core\n") =>
    `---\nzap: ${number}\ntitle: Some subject\nstatus: Draft\n${fields}---\n\n## Abstract\n\nText.\n`;
  const zap = (number: number, ...rest: [string?]) => ({ [`zaps/zap-${number}.md`]: text(String(number), ...rest) });
  const register = () =>
    registerOf({
      ...zap(1),
      ...zap(2),
      ...zap(3, "category: Wallet\ntype: Standard\n"),
      ...zap(4, "category: Wallet\ntype: Standard\n"),
    });

  test("shows a text without metadata under its number, with a warning", async () => {
    const { findings } = await register();
    expect(await findings({ "zaps/zap-9.md": "---\n\n## **zap:** ZAP-\n\n## **title:** Nine\n" })).toContain(
      "warning field-missing",
    );
  });

  test("takes words beside a placeholder, and a remark beside a number, for what they are", async () => {
    const { findings } = await register();
    expect(await findings({ "zaps/zap-x.md": text("$ZAP_ID") })).toEqual(["warning number-pending"]);
    expect(await findings({ "zaps/zap-9.md": text("9 (temporary number)") })).toEqual([]);
  });
});

test("a text that said another number than its file may be put right", async () => {
  const { findings } = await registerOf({
    "bip-0001.mediawiki": bip(1),
    "bip-0002.mediawiki": bip(2),
    "bip-0003.mediawiki": bip(30),
  });
  expect(await findings({ "bip-0003.mediawiki": bip(3) })).not.toContain("error review-number");
});
