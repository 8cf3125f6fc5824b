/** Commands in a job: nothing that they print of a hostile pull request is a command for the job's runner. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { reportFormats } from "../../src/platform/diagnostics/reporters/index.js";
import { commandsIn } from "../support/ci-log.js";
import { cipgen } from "../support/cli.js";
import { makeFolder, makeSite } from "../support/site.js";

const evil = "##[error]a ::error::b ##vso[task.complete]";
/** Windows has no colons in names. */
const evilName = "##[error]a ##vso[b]";
const files = {
  [`content/cip/cbc/${evilName}.md`]: `---\ncip: 7\ntitle: "${evil}"\nstatus: "${evil}"\n"${evil}": 1\n---\n::error::x [a](##[x] "y")\n[b](./${evilName}.md) ![](${evil})\n`,
  "content/cip/cbc/cip-8.md": `---\ncip: 8\ntitle: ${evil}\nauthor: ${evil}\n---\n## ${evil}\n\n::error::x [${evil}][no](/no)\n\n::set-env name=a::${evil} [c](/##[x])\n`,
  "content/cip/cbc/cip-9.md": "---\ncip: 9\ntitle: Nine\n---\nText.\n",
};

/** Own annotations are commands. */
const printed = async (args: string[], cwd: string) => {
  const { stdout, stderr } = await cipgen(args, { cwd });
  const isGithub = args.includes("github");
  return [isGithub ? stdout.replace(/^::(error|warning|notice) /gm, "") : stdout, stderr].join("\n");
};

test("no command prints a text of a pull request that a runner obeys", async () => {
  const root = makeSite({ "content/cip/cbc/cip-9.md": files["content/cip/cbc/cip-9.md"] });
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  makeFolder(files, root);
  git("checkout", "-q", "-b", "change");
  git("add", "-A");
  git("commit", "-qm", evil);
  const site = makeFolder({
    [process.platform === "win32" ? "x.html" : "::error::x.html"]:
      `<!doctype html><title>${evil}</title><a href="/${evil}">a</a><a href="no">b</a>`,
    "##[error]y.html": `<!doctype html><title>y</title>\n::error::<a href="##[x]">a</a>`,
  });
  const runs = [
    ["build"],
    ["build", "--json"],
    ["build", "--verbose", "--url", "##[error]"],
    ["new", evil, "--category", evil],
    ["new", evil],
    ["init", "--from", "content/cip/cbc", "--json"],
    ["lint", "--explain", evil],
    [`::error::${evil}`],
    ...reportFormats.flatMap((form) => [
      ["lint", "--format", form],
      ["check-links", "--format", form],
      ["check-links", "--site", site, "--format", form],
    ]),
    ...reportFormats.map((form) => ["review", "--base", "main", "--format", form]),
  ];
  let isSaid = false;
  for (const args of runs) {
    const log = await printed(args, root);
    expect(commandsIn(log), args.join(" ")).toEqual([]);
    isSaid ||= log.includes("vso");
  }
  expect(isSaid).toBe(true);
});
