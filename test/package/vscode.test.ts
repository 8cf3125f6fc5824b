/** The extension for VS Code as it is packaged: small, without the bundler, and its own server checks a register without a package of it. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client } from "../support/lsp.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const hasUnzip = spawnSync("unzip", ["-v"]).status === 0;

test.skipIf(!hasUnzip)(
  "the package has the script and the program, and its server works in a folder without node_modules",
  async () => {
    const folder = makeFolder();
    execFileSync(process.execPath, [join(repositoryRoot, "editors/vscode/package.mjs"), folder], { stdio: "ignore" });
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/^cipgen-vscode-.*\.vsix$/);
    expect(statSync(join(folder, name)).size).toBeLessThan(8_000_000);
    execFileSync("unzip", ["-q", name], { cwd: folder });
    const own = join(folder, "extension");
    expect(readdirSync(own).sort()).toEqual(["LICENSE.txt", "dist", "icon.png", "package.json", "readme.md"]);
    const program = join(own, "dist/cipgen");
    expect(readdirSync(join(program, "dist"))).not.toContain("esbuild");
    const text = proposalText(20, { date: "2021-02-30" });
    const config = 'export default { title: "T", url: "https://example.org", series: [{ profile: "cip" }] };\n';
    const root = makeSite({ "content/cip/cbc/cip-20.md": text, "cipgen.config.ts": config });
    const client = await Client.start(root, { trusted: false, program });
    const problems = await client.settled("content/cip/cbc/cip-20.md");
    expect(problems.map(({ code }) => code)).toContain("date-invalid");
    await client.stop();
  },
);
