/**
 * What people name as `--out`, by accident or on purpose: no build takes a byte that no build wrote, whether it succeeds, changes the site or
 * is refused.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { buildCommand } from "../../src/cli/commands/build.js";
import { mount, unmount } from "../support/mount.js";
import { makeFolder, proposalText, usualConfig } from "../support/site.js";
import { note } from "../support/tried.js";

const proposal = "site/content/cip/cbc/cip-1.md";
const another = "site/content/cip/cbc/cip-2.md";
const siteFiles = {
  [proposal]: proposalText(1),
  "site/cipgen.config.json": JSON.stringify(usualConfig),
  "site/content/static/robots.txt": "User-agent: *\n",
};
const thesis = { "thesis.tex": "years of work", "index.html": "a site of its own", "404.html": "", "sitemap.xml": "" };

/** Everything below a folder: digests of files, targets of links, which are not followed. */
function contents(folder: string, prefix = ""): Map<string, string> {
  const entries = new Map<string, string>();
  for (const name of readdirSync(join(folder, prefix))) {
    const path = posix.join(prefix, name);
    const place = join(folder, path);
    const info = lstatSync(place);
    if (info.isSymbolicLink()) entries.set(path, `link to ${readlinkSync(place)}`);
    else if (info.isFile()) entries.set(path, createHash("sha256").update(readFileSync(place)).digest("hex"));
    else for (const entry of contents(folder, path).set(path, "folder")) entries.set(...entry);
  }
  return entries;
}

async function build(top: string, out: string, force = false): Promise<{ code: number; said: string }> {
  let said = "";
  const root = join(top, "site");
  const say = (text: string) => {
    said += text;
  };
  const output = { result: say, talk: say };
  const code = await buildCommand({ root, out: join(top, out), cache: false, force }, output);
  return { code, said };
}

function write(top: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
}

const below = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [posix.join(folder, path), text]));

const link = (top: string, path: string, target: string) => symlinkSync(target, join(top, path));

afterAll(() => {
  unmount();
});

interface Target {
  out: string;
  /** Makes what is there before. */
  make?(top: string): unknown;
  force?: boolean;
  /** 0 where the site is written. */
  code: number;
  /** What the build says, where it says something of note. */
  says?: RegExp;
  /** Where the site is, if not in `out` itself. */
  site?: string;
  /** Paths that a build may make or change; below `site` by default. */
  changes?: RegExp;
}

const targets: Record<string, Target> = {
  "a folder that is not there": { out: "deep/er/out", code: 0, changes: /^deep/ },
  "an empty folder": { out: "out", make: (top) => mkdirSync(join(top, "out")), code: 0 },
  "a home folder": {
    out: "home",
    make: (top) => write(top, { "home/.ssh/id": "secret", "home/index.html": "mine", "home/Documents/a.txt": "a" }),
    code: 3,
    says: /\.ssh\/, Documents\/, index\.html/,
  },
  "a thesis that looks like a site": {
    out: "thesis",
    make: (top) => write(top, below("thesis", thesis)),
    code: 3,
    says: /404\.html, index\.html, sitemap\.xml and 1 more[\s\S]*--out[\s\S]*0\.1[\s\S]*--force/,
  },
  "the same with --force, where its index.html is in the way": {
    out: "thesis",
    make: (top) => write(top, below("thesis", thesis)),
    force: true,
    code: 3,
    says: /thesis[\\/]index\.html is not the file/,
  },
  "files at other addresses, with --force": {
    out: "out",
    make: (top) => write(top, { "out/notes.txt": "mine", "out/cip/notes.txt": "mine" }),
    force: true,
    code: 0,
  },
  "the root of the site": { out: "site", code: 3, says: /would replace/ },
  "the folder above it": { out: ".", code: 3, says: /would replace/ },
  "the content, with --force": { out: "site/content", force: true, code: 3, says: /would replace/ },
  "a folder among the proposals": { out: "site/content/cip/out", force: true, code: 3, says: /which the build reads/ },
  "a folder among the proposals, through a link": {
    out: "link/cip/out",
    make: (top) => link(top, "link", "site/content"),
    force: true,
    code: 3,
    says: /which the build reads/,
  },
  "a link to the content": {
    out: "out",
    make: (top) => link(top, "out", "site/content"),
    force: true,
    code: 3,
    says: /would replace/,
  },
  "a link to a thesis": {
    out: "out",
    make(top) {
      write(top, below("thesis", thesis));
      link(top, "out", "thesis");
    },
    code: 3,
    says: /holds files that no build wrote/,
  },
  "a link to an empty folder": {
    out: "out",
    make(top) {
      mkdirSync(join(top, "first"));
      link(top, "out", "first");
    },
    code: 0,
    site: "first",
  },
  "a link that leads nowhere": {
    out: "out",
    make: (top) => link(top, "out", "nowhere"),
    code: 0,
    site: "nowhere",
  },
  "a link in a circle": { out: "out", make: (top) => link(top, "out", "out"), code: 1 },
  "a file": { out: "out", make: (top) => write(top, { out: "mine" }), code: 3, says: /not a folder/ },
  "a folder below a file": { out: "file/out", make: (top) => write(top, { file: "mine" }), code: 1, says: /file/ },
  "the worktree of a gh-pages branch": {
    out: "out",
    make: (top) =>
      write(top, {
        "out/.git": "gitdir: ../site/.git/worktrees/out",
        "out/CNAME": "a.example",
        "out/.nojekyll": "",
        "out/.well-known/x": "x",
      }),
    code: 0,
  },
  "a checkout": {
    out: "out",
    make: (top) => write(top, { "out/.git/HEAD": "ref: x", "out/src/main.c": "int main" }),
    code: 3,
    says: /src\//,
  },
  "the folder .git of a checkout": {
    out: "out/.git",
    make: (top) => write(top, { "out/.git/HEAD": "ref: x", "out/.git/config": "" }),
    code: 3,
  },
  "the output of a build": { out: "out", make: (top) => build(top, "out"), code: 0 },
  "the output of a build whose list a crash of the system emptied": {
    out: "out",
    async make(top) {
      await build(top, "out");
      write(top, { "out/.cipgen/manifest.json": "" });
    },
    code: 3,
    says: /list in \S*out[\\/]\.cipgen is damaged.*delete it\. With --force/,
  },
  "the output of a build with other files": {
    out: "out",
    async make(top) {
      await build(top, "out");
      write(top, { "out/mine.txt": "mine", "out/cip/cbc/mine/a.txt": "mine", "out/assets/mine.png": "mine" });
    },
    code: 0,
  },
  "the output of a build where another file took an address of the site": {
    out: "out",
    async make(top) {
      await build(top, "out");
      write(top, { "out/cip/cbc/cip-2/index.html": "mine" });
    },
    code: 0,
  },
  "a link to the output of a build with other files": {
    out: "link",
    async make(top) {
      await build(top, "out");
      write(top, { "out/mine.txt": "mine" });
      link(top, "link", "out");
    },
    code: 0,
    site: "out",
  },
  "an output whose list of files was forged": {
    out: "out",
    async make(top) {
      await build(top, "out");
      const file = join(top, "out/.cipgen/manifest.json");
      const forged = readFileSync(file, "utf8").replace("[", '["../site/content/static/robots.txt",');
      writeFileSync(file, forged);
    },
    code: 3,
  },
  "an output in which a folder became a link to the proposals": {
    out: "out",
    async make(top) {
      await build(top, "out");
      spawnSync("rm", ["-r", join(top, "out/cip/cbc")]);
      link(top, "out/cip/cbc", "../../site/content/cip/cbc");
    },
    code: 3,
    says: /out[\\/]cip[\\/]cbc is not the file/,
  },
};

const mounted: Record<string, Target> = {
  "a disk that is too small": {
    out: "out",
    code: 1,
    says: /the disk is full \(ENOSPC\)/,
    make: (top) => mount(join(top, "out"), "size=64k"),
  },
  "a disk that is too small, with the output of a build": {
    out: "out",
    async make(top) {
      mount(join(top, "out"), "size=2m");
      await build(top, "out");
      writeFileSync(join(top, "site/content/static/robots.txt"), "x".repeat(3_000_000));
    },
    code: 1,
    says: /cannot write .*robots\.txt: the disk is full \(ENOSPC\)/,
  },
  "a folder below a missing one on a read-only disk": {
    out: "disk/a/b",
    code: 1,
    says: /cannot make the folder .*disk\/a: the file system is read-only \(EROFS\)/,
    make: (top) => mount(join(top, "disk"), "ro"),
  },
  "a mount": { out: "out", code: 0, make: (top) => mount(join(top, "out")) },
  "a mount with other files": {
    out: "out",
    make(top) {
      mount(join(top, "out"));
      write(top, { "out/mine.txt": "mine" });
    },
    code: 3,
  },
  "a mount with the output of a build and another file": {
    out: "out",
    async make(top) {
      mount(join(top, "out"));
      await build(top, "out");
      write(top, { "out/mine.txt": "mine" });
    },
    code: 0,
  },
  "an output in which a folder is a mount": {
    out: "out",
    async make(top) {
      await build(top, "out");
      mount(join(top, "out/cip/cbc"));
    },
    code: 1,
    says: /another file system/,
  },
};
const canMount = mount(join(makeFolder(), "try"));

describe("--out is", () => {
  const table = Object.entries({ ...targets, ...(canMount ? mounted : {}) });
  afterAll(() => note("targets of --out, built to three times each", table.length));

  test.each(table)("%s", async (_, { out, site = out, make, force, code, says = /./, changes }) => {
    const top = makeFolder(siteFiles);
    await make?.(top);
    const before = contents(top);
    const manifest = join(top, site, ".cipgen/manifest.json");
    const hasManifest = code === 0 && lstatSync(manifest, { throwIfNoEntry: false }) !== undefined;
    const listed = new Set<string>(hasManifest ? JSON.parse(readFileSync(manifest, "utf8")).files : []);
    const isOurs = (path: string) => path.startsWith(`${site}/.cipgen`) || listed.has(path.slice(site.length + 1));
    const mayChange = changes ?? new RegExp(`^${site}($|/)`);

    // The site as it is, with an error, and changed, with another page.
    const first = await build(top, out, force);
    expect([first.code, first.said]).toEqual([code, expect.stringMatching(says)]);
    writeFileSync(join(top, proposal), "no front matter");
    await build(top, out, force);
    write(top, { [proposal]: proposalText(1, { title: "Changed" }), [another]: proposalText(2) });
    await build(top, out, force);

    const after = contents(top);
    const lost = [...before].filter(
      ([path, digest]) => !isOurs(path) && path !== proposal && after.get(path) !== digest,
    );
    expect(lost).toEqual([]);
    const made = [...after.keys()].filter((path) => !before.has(path) && path !== another);
    expect(code === 0 ? made.filter((path) => !mayChange.test(path)) : made).toEqual([]);
  });
});

describe("a site whose root is its source", () => {
  const config = {
    ...usualConfig,
    content: { static: "." },
    series: [
      {
        profile: "cip",
        source: ".",
        category: { from: "none" },
        files: "cip-{number}.md",
        permalink: "/cip/cip-{number}",
      },
    ],
    checks: { brokenLinks: "warn" },
  };

  test("does not take its output, its dependencies or git's files for texts, wherever the output is below it", async () => {
    const text = proposalText(1);
    const top = makeFolder({
      "site/cipgen.config.json": JSON.stringify(config),
      "site/cip-1.md": text,
      "site/node_modules/x/cip-7.md": proposalText(7),
      "site/.git/HEAD": "ref: refs/heads/main\n",
      "site/.git/cip-8.md": proposalText(8),
    });
    for (const out of ["site/build", "site/deep/[er]/out"]) {
      const first = await build(top, out);
      expect([first.code, first.said]).toEqual([0, expect.not.stringMatching(/error|warning/)]);
      const before = contents(join(top, out));
      // The page's Markdown is in the output by now, and nothing is taken from there.
      expect(before.has("cip/cip-1/index.md")).toBe(true);
      const second = await build(top, out);
      expect(second.said.replace(/ in .* s:/, "")).toBe(first.said.replace(/ in .* s:/, ""));
      expect(contents(join(top, out))).toEqual(before);
    }
  });
});
