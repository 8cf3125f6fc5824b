/** The folders of the program, and which of them may import which: the table of the design, checked against every import. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/site.js";

/** Imports go one way, from a line to the lines above it. Folders on one line do not import each other. */
const layers = [
  ["shared"],
  ["runtime", "cache", "net"],
  ["diagnostics"],
  ["config"],
  ["i18n"],
  ["model"],
  ["metadata", "formats"],
  ["history"],
  ["view"],
  ["pages"],
  ["outputs"],
  ["read", "parse", "site", "assets", "render", "emit", "links", "search"],
  ["pipeline"],
  ["serve", "lint"],
  ["review", "scaffold"],
  ["switch"],
  ["api"],
  ["lsp", "mcp"],
  ["commands"],
  ["cli", "index"],
  ["entry"],
];

interface Import {
  file: string;
  specifier: string;
  /** Whether only types are imported. */
  isType: boolean;
}

/** What a file imports, types included: to know the types of a folder is to know the folder. */
function importsOf(file: string, source = readFileSync(join(repositoryRoot, file), "utf8")): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)\s*import\s+["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    specifier: match[1] ?? match[2] ?? match[3] ?? "",
    isType: /^\s*import\s+type\b/.test(match[0]),
  }));
}

function filesIn(...folders: string[]): string[] {
  return fastGlob.sync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: repositoryRoot },
  );
}

/** Path of what is imported, relative to the repository; undefined for a package. */
function targetOf({ file, specifier }: Import): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return relative(repositoryRoot, resolve(repositoryRoot, dirname(file), specifier))
    .split(sep)
    .join("/");
}

function folderOf(path: string): string {
  return (path.split("/")[1] ?? "").replace(/\.(js|ts)$/, "");
}

const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder));

describe("src", () => {
  const files = filesIn("src").filter((file) => !file.endsWith(".d.ts"));
  const imports = files.flatMap((file) => importsOf(file));

  test("every folder is in the table", () => {
    expect(files.filter((file) => layerOf(folderOf(file)) === -1)).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  test("imports go one way", () => {
    const wrong = imports.filter((found) => {
      const target = targetOf(found);
      if (!target?.startsWith("src/")) return false;
      const [from, to] = [folderOf(found.file), folderOf(target)];
      return from !== to && layerOf(to) >= layerOf(from);
    });
    expect(wrong).toEqual([]);
  });

  test("never imports templates, client code or tests, but for the types of the views that templates show, and the search that agents ask, too", () => {
    const wrong = imports.filter((found) => {
      const target = targetOf(found);
      const isView = target?.startsWith("templates/") && folderOf(found.file) === "pages" && found.isType;
      const isEngine = target === "client/search/engine/engine.js" && folderOf(found.file) === "mcp";
      return target !== undefined && !target.startsWith("src/") && !isView && !isEngine;
    });
    expect(wrong).toEqual([]);
  });

  test("what the browser uses as well needs nothing: no package, nothing of Node", () => {
    expect(
      importsOf.name &&
        filesIn("src/shared")
          .flatMap((file) => importsOf(file))
          .filter((found) => !targetOf(found)),
    ).toEqual([]);
  });

  test("git is started at one place, where it is told which repository", () => {
    const starts = files.filter((file) =>
      /gitProgram\(|["']git["'],/.test(readFileSync(join(repositoryRoot, file), "utf8")),
    );
    expect(starts).toEqual(["src/read/git.ts", "src/runtime/programs.ts"]);
    expect(readFileSync(join(repositoryRoot, "src/read/git.ts"), "utf8").match(/gitProgram\(/g)).toHaveLength(1);
  });

  test("only commands and the command line end the process, print, or read its arguments and environment", () => {
    const ambient =
      /\bconsole\.|(?<![-./])\bprocess\.(?!pid\b|md\b|cwd\b|env\.NODE_ENV\b|kill\b|platform\b|versions\b)\w+/;
    const found = files
      .filter((file) => !["commands", "cli", "serve"].includes(folderOf(file)))
      // Code of a site reads it, and nothing may be kept beyond a change of it; programs and the cache are where it says; a signal leaves no folder.
      .filter((file) => !/^src\/(?:runtime\/(?:native-import|programs|temporary-folder)|cache\/cache)\.ts$/.test(file))
      .filter((file) =>
        ambient.test(readFileSync(join(repositoryRoot, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")),
      );
    expect(found).toEqual([]);
  });
});

describe.each([
  ["templates", ["react"]],
  ["client", ["@orama/stemmers", "algoliasearch", "diff", "markdown-it"]],
])("%s", (folder, packages) => {
  const imports = filesIn(folder).flatMap((file) => importsOf(file));

  test("imports its own files, src/shared and nothing else of this repository", () => {
    const wrong = imports.filter((found) => {
      const target = targetOf(found);
      return target !== undefined && !target.startsWith(`${folder}/`) && !target.startsWith("src/shared/");
    });
    expect(wrong).toEqual([]);
  });

  test(`needs no package but ${packages.join(", ")}`, () => {
    const names = imports
      .filter((found) => !targetOf(found))
      .map(({ specifier }) =>
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    expect([...new Set(names)].filter((name) => !packages.includes(name))).toEqual([]);
  });
});

/** Files and packages that a file loads when it runs: an import of types alone is none. */
function loadedBy(file: string): Import[] {
  const text = readFileSync(join(repositoryRoot, file), "utf8");
  const typesOnly = /^(?:import|export) type\b[^;"']*?from "[^"]+";$/gm;
  return importsOf(file, text.replace(typesOnly, ""));
}

/** All files and packages that files load, directly or not. */
function closureOf(...entries: string[]): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const found of loadedBy(file)) {
      const target = targetOf(found)?.replace(/\.js$/, ".ts");
      if (target === undefined) packages.add(found.specifier);
      else waiting.push(target);
    }
  }
  return { files, packages };
}

test("threads load neither the library of the schema nor, but for the one that reads histories, the configuration or a site", () => {
  const jobs = ["src/formats/markdown/highlight-worker.ts", "src/search/index/index-worker.ts"];
  const { files } = closureOf(...jobs);
  expect(files.size).toBeGreaterThan(jobs.length);
  expect([...files].filter((file) => ["config", "site", "view"].includes(folderOf(file)))).toEqual([]);
  expect([...closureOf("src/pipeline/history-worker.ts", ...jobs).packages].filter((name) => name === "zod")).toEqual(
    [],
  );
});

test("the configuration is imported through its entries alone", () => {
  const wrong = filesIn("src")
    .flatMap((file) => importsOf(file))
    .filter((found) => {
      const target = targetOf(found);
      return (
        target?.startsWith("src/config/") &&
        folderOf(found.file) !== "config" &&
        !/^src\/(index\.ts|config)/.test(found.file) &&
        // A thread with a function of the site needs no schema.
        !["src/config/index.js", "src/config/loading.js", "src/config/site-functions.js"].includes(target)
      );
    });
  expect(wrong).toEqual([]);
});

test("no source file is ignored by git", () => {
  const args = [
    "ls-files",
    "--others",
    "--ignored",
    "--exclude-standard",
    "--",
    "src",
    "templates",
    "client",
    "locales",
    "content",
    "test",
    "bin",
  ];
  const { status, stdout } = spawnSync("git", args, { cwd: repositoryRoot, encoding: "utf8" });
  if (status !== 0) console.warn("this is no git work tree: there is nothing to check");
  expect(status === 0 ? stdout : "").toBe("");
});
