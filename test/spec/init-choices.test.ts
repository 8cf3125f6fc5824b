/** `cipgen init`: what it is told by options or on a terminal, and that every kind of register begins without an error. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { askForRegister } from "../../src/cli/commands/init-questions.js";
import { profileNames } from "../../src/config/index.js";
import { loadConfig } from "../../src/config/loading.js";
import type { RegisterChoice } from "../../src/tools/scaffold/kinds.js";
import { registerFiles } from "../../src/tools/scaffold/register.js";
import { cipgen } from "../support/cli.js";
import { lint } from "../support/lint.js";
import { numbered, repository } from "../support/repository.js";
import { drawn } from "../support/runs.js";
import { build, makeFolder, repositoryRoot, type TestBuild } from "../support/site.js";

const kinds: [RegisterChoice["profile"], string][] = [
  ["eip", "EIP"],
  ...[...profileNames, "adr" as const].map((profile): [RegisterChoice["profile"], string] => [profile, "XIP"]),
];

test.each(
  drawn(kinds, 0.3),
)("a register of the profile %s with the label %s builds and lints, and takes a second text", async (profile, label) => {
  const choice = { profile, label, name: 'Our "texts" for $$ and $&' };
  const sources = join(repositoryRoot, "src/tools/scaffold/register");
  const root = repository(
    Object.fromEntries(
      await registerFiles({ sources, name: "x", dependency: "1.0.0", today: "2026-03-05", host: "github", choice }),
    ),
  );
  const { value } = await loadConfig(root);
  expect(value).toMatchObject({ title: choice.name, series: [{ label, route: `/${label.toLowerCase()}` }] });
  const errors = ({ diagnostics }: Pick<TestBuild, "diagnostics">) =>
    diagnostics.filter(({ severity }) => severity === "error");
  expect((await build(root)).diagnostics).toEqual([]);
  expect(errors(await lint(root))).toEqual([]);
  const { code, stdout } = await cipgen(["new", "Another", "--root", root]);
  expect(code).toBe(0);
  expect(readFileSync(stdout.trim(), "utf8").length).toBeGreaterThan(50);
  expect(errors(await build(root))).toEqual([]);
});

test.each([
  [["--label", "9"], /--label: a label begins with a letter/],
  [["--profile", "eips"], /there is no profile "eips"[\s\S]*eip/],
  [["--name", " "], /--name: a name needs/],
])("%j is refused, and nothing is written", async (options, message) => {
  const root = join(makeFolder(), "register");
  const { code, stderr } = await cipgen(["init", root, ...options]);
  expect([code, existsSync(root)]).toEqual([3, false]);
  expect(stderr).toMatch(message);
});

test("with --from, name, label and profile are those of the options", async () => {
  const root = repository(
    numbered(
      3,
      (n) => `texts/x-${n}.md`,
      (n) => `---\ntitle: Thing ${n}\nstatus: Draft\n---\n\nText.\n`,
    ),
  );
  expect((await cipgen(["init", "--from", root, "--name", "Ours", "--label", "YIP", "--profile", "rfc"])).code).toBe(0);
  const { value } = await loadConfig(root);
  expect(value).toMatchObject({ title: "Ours", series: [{ label: "YIP", files: "x-{number}.md", mentions: ["YIP"] }] });
});

describe("on a terminal", () => {
  const enter = "\r";

  /** @param keys one after the other, each when a question is there. */
  async function answered(keys: string[], given = {}) {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
    let shown = "";
    const left = [...keys];
    output.on("data", (chunk) => {
      shown += chunk;
      // A question is shown, and waits.
      if (/(?:kind of register\?|Prefix of the numbers|Name of the site|Folder)/.test(String(chunk))) {
        const key = left.shift();
        if (key !== undefined) setImmediate(() => input.write(key));
      }
    });
    return { answers: await askForRegister(given, true, { input, output }), shown };
  }

  test("every question has a default", async () => {
    const { answers, shown } = await answered([enter, enter, enter, enter, enter, enter, enter, enter]);
    expect(answers).toEqual({ profile: "cip", label: "CIP", name: "Improvement Proposals", folder: "." });
    expect(shown).toContain("architecture decision records");
  });
});
