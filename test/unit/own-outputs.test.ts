/** Files that a site adds by `outputs`: written, linked, checked and verified like those of the program; their code cannot harm what is there. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/cli/api/build.js";
import { makeSite, proposalText } from "../support/site.js";

const configWith = (output: string) => `import { defineConfig } from "cipgen";
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  search: { provider: "none" },
  series: [{ profile: "cip", fields: [{ key: "cip" }, { key: "title" }, { key: "team", show: true }] }],
  outputs: [${output}],
});
`;

const table = `{
  name: "table",
  paths: ["data/teams.csv"],
  files: ({ registers: [register] }) => [{
    path: "data/teams.csv",
    content: register.proposals.map(({ label, fields, requires }) => [label, fields.team, requires.length].join(",")).join("\\n"),
  }],
}`;

const texts = {
  "content/cip/cbc/cip-20.md": proposalText(20, { team: "Ledger" }, "See [the table](/data/teams.csv).\n"),
  "content/cip/cbc/cip-22.md": proposalText(22, { team: "Wallet", requires: 20 }),
};

const siteWith = (output: string, files: Record<string, string> = texts) =>
  makeSite({ ...files, "cipgen.config.ts": configWith(output) });

test("get the register with its relations and own fields, and texts may link to their files", async () => {
  const root = siteWith(table);
  const { ok, out, diagnostics } = await build({ root });
  expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
  expect(readFileSync(join(out, "data/teams.csv"), "utf8")).toBe("CIP-20,Ledger,0\nCIP-22,Wallet,1");
});

describe("are refused, and the output is as it was,", () => {
  test.each([
    ["that throws", table.replace("register.proposals", "register.nothing.there"), 'the output "table" failed: ', 12],
    ["that returns no list", table.replace("=> [{", "=> ({").replace("}],\n}", "}),\n}"), "must return a list"],
    [
      "that makes another file",
      table.replace('path: "data/teams.csv"', 'path: "other.csv"'),
      "made other.csv, which is not one of its paths",
    ],
    [
      "that leaves its folder",
      table.replace('["data/teams.csv"]', '["data/"]').replace('path: "data/teams.csv"', 'path: "data/../index.html"'),
      "made data/../index.html",
    ],
  ])("an output %s", async (_what, output, message, line?: number) => {
    const root = siteWith(table);
    const { out } = await build({ root });
    const before = readFileSync(join(out, "data/teams.csv"), "utf8");
    writeFileSync(join(root, "cipgen.config.ts"), configWith(output));
    const { ok, diagnostics } = await build({ root });
    expect(ok).toBe(false);
    const place = line ? { file: "cipgen.config.ts", line } : {};
    expect(diagnostics).toMatchObject([
      { code: "site-code-failed", message: expect.stringContaining(message), ...place },
    ]);
    expect(readFileSync(join(out, "data/teams.csv"), "utf8")).toBe(before);
  });

  test("one that claims the address of a page", async () => {
    const { ok, diagnostics } = await build({
      root: siteWith(table.replaceAll("data/teams.csv", "cip/index.html"), {}),
    });
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([
      { code: "route-conflict", message: expect.stringContaining('the output "table"') },
    ]);
  });

  test("one whose path leaves the site", async () => {
    const { diagnostics } = await build({ root: siteWith(table.replace('["data/teams.csv"]', '["../teams.csv"]')) });
    expect(diagnostics).toMatchObject([
      { code: "config-invalid", message: expect.stringContaining("outputs[0].paths[0]") },
    ]);
  });
});
