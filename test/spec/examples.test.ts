/** The examples are whole sites with files of their own: built, linted and link-checked, without a warning. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { csvOf } from "../../examples/company/company/csv.js";
import { build } from "../../src/cli/api/build.js";
import { checkLinks } from "../../src/cli/api/check-links.js";
import { lint } from "../../src/cli/api/lint.js";
import { makeFolder, repositoryRoot } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const folder = join(repositoryRoot, "examples");

/** A copy, so that nothing is written beside the sources. */
function copyOf(name: string): string {
  const root = makeFolder();
  cpSync(join(folder, name), root, { recursive: true });
  return root;
}

describe.each(readdirSync(folder))("examples/%s", (name) => {
  test("is built and checked, and its pages need no inline code", async () => {
    const root = copyOf(name);
    const { ok, out, diagnostics } = await build({ root });
    expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
    expect((await lint({ root })).diagnostics).toEqual([]);
    expect((await checkLinks({ root })).diagnostics).toEqual([]);
    const tree = treeOf(out);
    expect(tree._headers).not.toContain("unsafe-inline");
    const pages = Object.entries(tree).filter(([path]) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(8);
    for (const [, html] of pages) expect(html).not.toContain("unsafe-inline");
  });
});

test("the company has pages for its teams, tables, a calendar, and a check of its own", async () => {
  const root = copyOf("company");
  const { out } = await build({ root });
  const tree = treeOf(out);
  expect(tree["budgets.csv"]).toBe("team,decisions,days\r\nLedger,2,122\r\nWallet,1,40\r\n");
  expect(tree["register.csv"]?.split("\r\n")[2]).toBe(
    'RFC-2,"One ledger, for all products",Last call,Ada Park; Bo Lind,2026-02-02,RFC-1,https://decisions.example/rfc/rfc-2,Ledger,120',
  );
  const calendar = tree["deadlines.ics"] ?? "";
  expect(calendar.replaceAll("\r\n ", "")).toContain(
    "DTSTART;VALUE=DATE:20260301\r\nSUMMARY:Last call ends: RFC-2 One ledger\\, for all products\r\n",
  );
  expect(Math.max(...calendar.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(tree["teams/ledger/index.html"]).toContain("2 decisions, 122 days in all");
  const text = join(root, "content/rfc/3-keys-in-hardware.md");
  const draft = (change: (text: string) => string) =>
    lint({ root, draft: { path: text, text: change(readFileSync(text, "utf8")) } });
  const said = async (change: (text: string) => string) =>
    (await draft(change)).diagnostics.map(({ message }) => message);
  expect(await said((all) => all.replace("Wallet", "Walet"))).toEqual(['there is no team "Walet"']);
  expect(await said((all) => all.replace("budget: 40\n", ""))).toEqual(["the team Wallet has no budget for this"]);
  expect(await said((all) => all.replace("40", "4000"))).toEqual(["4000 days are more than 500"]);
});

test.each([
  ..."=+-@\t\r＝＋－＠",
])("no cell of the company's tables begins with %j, which a spreadsheet would compute", (sign) => {
  expect(csvOf([[`${sign}1`, `'${sign}1`, `1${sign}`]])).toMatch(/^"?'.1"?,"?''.1"?,"?1.?"?\r\n$/s);
});

test("the chain has its theme and its notation, and its check finds a hash that is cut off", async () => {
  const root = copyOf("chain");
  const { out } = await build({ root });
  const tree = treeOf(out);
  const sheet = Object.keys(tree).find((path) => /^assets\/site-\w+\.css$/.test(path)) ?? "";
  expect(tree[sheet]).toContain("--radius: 10px");
  const page = readFileSync(join(out, "tip/core/tip-1/index.html"), "utf8");
  expect(page).toMatch(
    /<a [^>]*href="https:\/\/explorer\.example\/tx\/0x9f3c2b[0-9a-f]{54}d7e8"[^>]*>0x9f3c2b…d7e8<\/a>/,
  );
  expect(page).toContain("Four seconds");
  const path = join(root, "content/tip/core/tip-2.md");
  const text = `${readFileSync(path, "utf8")}\nSee 0x9f3c…\n`;
  expect((await lint({ root, draft: { path, text } })).diagnostics).toMatchObject([
    { code: "short-hashes", message: "0x9f3c… is cut off", column: 5 },
  ]);
});
