/** Which part of the program may import which, checked against every import. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesOf, type Import, importsOf, isAgainstOrder, roomOf, targetOf } from "../rooms.js";
import { repositoryRoot } from "../support/site.js";

describe("src", () => {
  const files = filesOf("src");
  const imports = files.flatMap((file) => importsOf(file));

  test("every folder is in the list of rooms, and imports go one way", () => {
    expect(imports.length).toBeGreaterThan(1000);
    const wrong = imports.filter((imported) => {
      const target = targetOf(imported);
      return target?.startsWith("src/") === true && isAgainstOrder(imported.file, target);
    });
    expect(wrong).toEqual([]);
  });

  test("never imports templates, client code or tests, but for the types of the views that templates show, and the search that agents ask, too", () => {
    const wrong = imports.filter((found) => {
      const target = targetOf(found);
      const isView = target?.startsWith("templates/") && roomOf(found.file).folder === "pages" && found.isType;
      const isEngine = target === "client/search/engine/engine.js" && roomOf(found.file).folder === "mcp";
      return target !== undefined && !target.startsWith("src/") && !isView && !isEngine;
    });
    expect(wrong).toEqual([]);
  });

  test("what the browser uses as well needs nothing: no package, nothing of Node", () => {
    expect(
      importsOf.name &&
        filesOf("src/shared")
          .flatMap((file) => importsOf(file))
          .filter((found) => !targetOf(found)),
    ).toEqual([]);
  });

  test("git is started at one place, where it is told which repository", () => {
    const starts = files.filter((file) =>
      /gitProgram\(|["']git["'],/.test(readFileSync(join(repositoryRoot, file), "utf8")),
    );
    expect(starts).toEqual(["src/content/read/git.ts", "src/platform/programs.ts"]);
    expect(readFileSync(join(repositoryRoot, "src/content/read/git.ts"), "utf8").match(/gitProgram\(/g)).toHaveLength(
      1,
    );
  });

  test("only commands and the command line end the process, print, or read its arguments and environment", () => {
    const ambient =
      /\bconsole\.|(?<![-./])\bprocess\.(?!pid\b|md\b|cwd\b|env\.NODE_ENV\b|kill\b|platform\b|umask\b|versions\b)\w+/;
    const found = files
      .filter((file) => !/^src\/cli\/(?:commands\/|serve\/|[^/]*$)/.test(file))
      // Code of a site reads it, and nothing may be kept beyond a change of it; programs and the cache are where it says; a signal leaves no folder.
      .filter((file) => !/^src\/platform\/(?:native-import|programs|temporary-folder|cache)\.ts$/.test(file))
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
  const imports = filesOf(folder).flatMap((file) => importsOf(file));

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
  const jobs = ["src/content/formats/markdown/highlight-worker.ts", "src/output/search/index/index-worker.ts"];
  const { files } = closureOf(...jobs);
  expect(files.size).toBeGreaterThan(jobs.length);
  expect([...files].filter((file) => /^src\/(?:config|site\/(?!model)|output\/views)\//.test(file))).toEqual([]);
  expect([...closureOf("src/build/history-worker.ts", ...jobs).packages].filter((name) => name === "zod")).toEqual([]);
});

test("the configuration is imported through its entries alone", () => {
  const wrong = filesOf("src")
    .flatMap((file) => importsOf(file))
    .filter((found) => {
      const target = targetOf(found);
      return (
        target?.startsWith("src/config/") &&
        roomOf(found.file).room !== "config" &&
        !/^src\/(index\.ts|config)/.test(found.file) &&
        // A thread with a function of the site needs no schema.
        ![
          "src/config/index.js",
          "src/config/loading.js",
          "src/config/site-functions.js",
          "src/config/strings.js",
        ].includes(target)
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
    ":(exclude,glob)**/node_modules/**",
  ];
  const { status, stdout } = spawnSync("git", args, { cwd: repositoryRoot, encoding: "utf8" });
  if (status !== 0) console.warn("this is no git work tree: there is nothing to check");
  expect(status === 0 ? stdout : "").toBe("");
});
