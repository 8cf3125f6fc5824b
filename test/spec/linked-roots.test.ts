/** The bytes of a site do not depend on the path by which its folder is reached, nor on who reached it before. */
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { buildJson, cipgen } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { makeFolder, makeSite, proposalText, usualConfig } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

const config = `import { fileURLToPath } from "node:url";
import { tagline } from "./settings/texts";
export default {
  title: "Register", tagline, url: "https://register.example",
  locales: { "en-US": {}, "de-DE": {} },
  docs: { mainDocId: "start" },
  series: [
    { profile: "cip" },
    { profile: "eip", source: "eips", route: "/eip", files: "eip-{number}.adoc" },
  ],
  formats: [{ name: "title", extensions: ["adoc"],
    parse: ({ text }) => fileURLToPath(import.meta.url) && ({ fields: { eip: 1, title: text.trim(), status: "Draft" }, body: text }) }],
};
`;

const picture = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><path d="M0 0"/></svg>';

/** A site with every kind of input, in a folder of a repository. */
function makeRegister(): string {
  const top = makeFolder();
  const root = makeSite(
    {
      "cipgen.config.ts": config,
      "settings/texts.ts": 'export const tagline = "A tagline";\n',
      "locales/de-DE/own.json": '{ "home.latest": "Neues" }',
      "templates/Footer.tsx":
        'import { Part } from "./part";\nexport default function Footer() { return <footer><Part /></footer>; }\n',
      "templates/part.tsx": "export const Part = () => <b>own</b>;\n",
      "content/home.md": "Welcome\n",
      "content/docs/start.md": "# Start\n",
      "content/static/a.txt": "static",
      "content/cip/cbc/cip-20.md": proposalText(20, { requires: 21 }, "![](./dot.svg) [annex](./cip-20/annex.md)\n"),
      "content/cip/cbc/cip-21.md": proposalText(21, {}, "```mermaid\ngraph TD\nA-->B\n```\n"),
      "content/cip/cbc/dot.svg": picture,
      "content/cip/cbc/cip-20/annex.md": "# Annex\n",
      "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Zwanzig" }),
      "eips/eip-1.adoc": "One",
      ".gitignore": ".cipgen\nbuild\n",
    },
    {},
  );
  cpSync(root, join(top, "sites/site"), { recursive: true });
  const repository = new Repository(top).commit("2023-06-30T12:00:00Z");
  writeFileSync(join(top, "sites/site/content/cip/cbc/cip-21.md"), proposalText(21, { status: "final" }));
  repository.commit("2023-07-30T12:00:00Z");
  return join(top, "sites/site");
}

/** Names of the ways to reach the site. */
const ways = ["real", "linked root", "linked parent", "linked twice", "inside", "relative"] as const;
type Way = (typeof ways)[number];

/** @returns the arguments and the working directory of a build by this way. */
function reach(root: string, way: Way): { args: string[]; cwd: string } {
  const folder = makeFolder();
  const link = (target: string) => {
    symlinkSync(target, join(folder, "link"));
    return join(folder, "link");
  };
  switch (way) {
    case "real":
      return { args: ["--root", root], cwd: folder };
    case "linked root":
      return { args: ["--root", link(root)], cwd: folder };
    case "linked parent":
      return { args: ["--root", join(link(dirname(root)), basename(root))], cwd: folder };
    case "linked twice": {
      symlinkSync(link(root), join(folder, "again"));
      return { args: ["--root", "again"], cwd: folder };
    }
    case "inside":
      return { args: [], cwd: link(root) };
    case "relative":
      return { args: ["--root", relative(folder, root)], cwd: folder };
  }
}

let root: string;
let clean: Built;

interface Built {
  diagnostics: Diagnostic[];
  /** Of the site's files, and of the list of them that the build keeps. */
  digests: Record<string, string>;
  manifest: unknown;
}

async function build(way: Way, more: string[] = [], out = join(makeFolder(), "site")): Promise<Built> {
  const { args, cwd } = reach(root, way);
  const { code, report } = await buildJson([...args, "--out", out, ...more], { cwd });
  expect(code).toBe(0);
  const manifest = JSON.parse(readFileSync(join(out, ".cipgen/manifest.json"), "utf8"));
  return { diagnostics: report.diagnostics, digests: digestsOf(out), manifest };
}

beforeAll(async () => {
  root = makeRegister();
  clean = await build("real", ["--no-cache"]);
});

test.each(ways)("a build from nothing by this way has the same bytes: %s", async (way) => {
  expect(await build(way, ["--no-cache"])).toEqual(clean);
});

test("folders around the site's are those of its real place", async () => {
  const site = makeSite({
    "site/cipgen.config.json": JSON.stringify({ ...usualConfig, series: [{ profile: "cip", source: "../around" }] }),
    "around/cbc/cip-1.md": proposalText(1),
  });
  const { args, cwd } = reach(join(site, "site"), "linked root");
  const { report } = await buildJson([...args, "--out", join(makeFolder(), "site")], { cwd });
  expect([report.diagnostics, report.pages > 0]).toEqual([[], true]);
  const said = await Promise.all([
    cipgen(["lint", ...args, join(site, "around/cbc/cip-1.md"), "--format", "json"], { cwd }),
    cipgen(["new", "Another", ...args, "--category", "cbc"], { cwd }),
  ]);
  expect(JSON.parse(said[0]?.stdout ?? "")).toMatchObject({ files: 1 });
  expect(existsSync(resolve(cwd, said[1]?.stdout.trim() ?? ""))).toBe(true);
});
