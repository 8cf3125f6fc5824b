/** Makes a new register: the files in `register/`, under the names that they have in a register, and a package.json. */

import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { slug } from "github-slugger";
import { idOf, type Series, type SeriesInput } from "../../config/index.js";
import { resolveConfig } from "../../config/loading.js";
import { listFiles, sourceFile } from "../../content/read/sources.js";
import { packageRoot, programVersion } from "../../platform/package-root.js";
import { npmProgram } from "../../platform/programs.js";
import { withTemporaryFolder } from "../../platform/temporary-folder.js";
import { configFile } from "./from/config-text.js";
import { firstBody, firstText, firstTitle, type RegisterChoice, seriesOf, withoutPlaceholders } from "./kinds.js";
import { makeProposal } from "./proposal.js";

/** Days from the creation of a register to the deadline of the last call in its samples. */
const sampleDays = 28;

/** The start of the paths of a code host's workflows. */
const workflows = { github: ".github/", gitlab: ".gitlab-ci.yml" };

/** @returns `gitlab` if the host in the address of the repository is a GitLab, else `github`. */
export function codeHost(address = ""): keyof typeof workflows {
  return /^https:\/\/[^/]*gitlab/i.test(address) ? "gitlab" : "github";
}

interface NewRegister {
  /** The folder of the files with which every register begins. */
  sources: string;
  /** The name of the register's folder. */
  name: string;
  /** The dependency on this program in package.json. */
  dependency: string;
  /** `YYYY-MM-DD` */
  today: string;
  /** The code host whose workflows it gets. */
  host: keyof typeof workflows;
  choice: RegisterChoice;
}

/** @returns the texts of a new register by path. */
export async function registerFiles(register: NewRegister): Promise<Map<string, string>> {
  const { sources, name, dependency, today, host, choice } = register;
  const deadline = new Date(Date.parse(today) + sampleDays * 864e5).toISOString().slice(0, 10);
  const isOfOtherHost = (path: string) =>
    Object.entries(workflows).some(([key, start]) => key !== host && registerPath(path).startsWith(start));
  const paths = (await listFiles(sources, ["**"])).filter((path) => !isOfOtherHost(path));
  const files = await Promise.all(
    paths.map(
      async (path) =>
        [registerPath(path), (await readFile(join(sources, path), "utf8")).replace("<deadline>", deadline)] as const,
    ),
  );
  const hasSamples = choice.profile === "cip" && choice.label === "CIP";
  const chosenFiles = hasSamples
    ? files.map(([path, text]) => [path, path === configFile ? withTitle(text, choice) : text] as const)
    : withoutSamples(files, choice, today);
  return new Map([...chosenFiles, ["package.json", packageJson(name, dependency)] as const]);
}

type Files = readonly (readonly [path: string, text: string])[];

const sampleFolder = "content/cip/";

const withTitle = (text: string, { name }: RegisterChoice) =>
  text.replace('"Improvement Proposals"', () => JSON.stringify(name));

/** The files of a register with another profile or label: a first text replaces the samples. */
function withoutSamples(files: Files, choice: RegisterChoice, today: string): Files {
  const input = seriesOf(choice);
  const { value } = resolveConfig(
    { title: choice.name, url: "https://proposals.example", series: [input] },
    configFile,
  );
  const [series] = value?.series ?? [];
  if (!series) throw new Error(`the profile ${choice.profile} is not complete`);
  const { initial = "" } = series.fields.find(({ key }) => key === series.category.keys[0]) ?? {};
  const { values } = series.category;
  const category = (values.find(({ id }) => id === idOf(initial)) ?? values[0])?.id ?? "";
  const [newFile] = makeProposal({
    ...{ series, number: 1, title: firstTitle, category, author: "The editors <editors@example.org>", date: today },
    template: { source: sourceFile("", ""), body: firstBody(series), fields: [] },
  });
  if (!newFile) throw new Error(`the profile ${choice.profile} has no file for a proposal`);
  const text = firstText(choice, series, today) ?? withoutPlaceholders(newFile.text);
  const commonFiles = files.flatMap(([path, content]): Files => {
    if (path.startsWith(sampleFolder) || path === "content/docs/template.md") return [];
    if (path === "README.md") return [[path, content.replace("content/cip/<category>/", `${series.source}/`)]];
    if (path === "content/docs/start.md") return [[path, startPage]];
    return [[path, path === configFile ? registerConfig(choice, input, series) : content]];
  });
  return [...commonFiles, [newFile.path, text]];
}

const startPage = `---
title: How to propose
description: From an idea to a decision, in three steps
sidebar_position: 1
---
A proposal is a text file. This page describes how it gets into the register.

1. Before you write, discuss the idea in the usual places of this project.
2. Run \`npx cipgen new "A short title"\`. It writes a file with the next free number and the usual sections.
3. Open a pull request.

\`npm run check\` builds this site, checks every link, and checks the texts against the rules of the register.
`;

function registerConfig({ name }: RegisterChoice, input: SeriesInput, { route }: Series): string {
  const keys = Object.entries(input).map(([key, value]) => `      ${key}: ${JSON.stringify(value)},`);
  return `/** The configuration of this register. An unknown key is an error with a suggestion. */
import { defineConfig } from "cipgen";

export default defineConfig({
  title: ${JSON.stringify(name)},
  // Where the site is published: links in feeds and for search engines need it. A path goes into baseUrl.
  url: "https://proposals.example",
  // The profile defines names, fields, sections and statuses. Keys that are set here override the profile's.
  series: [
    {
${keys.join("\n")}
    },
  ],
  docs: { mainDocId: "start" },
  home: { actions: [{ label: "Browse the register", to: ${JSON.stringify(route)} }] },
  // docs/lint.md of the manual lists the rules.
  lint: { rules: { "author-handle": "off" } },
});
`;
}

/** The path of a source in a register. Names of sources begin with `dot-`, because npm leaves .gitignore and others out of packages. */
function registerPath(path: string): string {
  return path.replace(/^dot-/, ".");
}

function packageJson(folder: string, dependency: string): string {
  const content = {
    name: slug(folder).replace(/[^a-z0-9-]+/g, "") || "register",
    private: true,
    type: "module",
    scripts: {
      build: "cipgen build",
      serve: "cipgen serve --watch",
      check: "cipgen build && cipgen check-links && cipgen lint",
    },
    dependencies: { cipgen: dependency },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The folder of a register that holds the packed program. */
export const packagesFolder = "vendor";

/** The arguments with which npm packs this program. @param folder in which npm writes the package. */
export const packArguments = (folder: string) => [
  "pack",
  "--ignore-scripts",
  "--pack-destination",
  folder,
  packageRoot,
];

interface OwnPackage {
  /** The dependency on this program in package.json: a version, or the address of the packed program. */
  address: string;
  /** Why the program could not be packed, so that there is nothing at its address yet. */
  problem?: string;
}

/**
 * Decides where a new register installs this program from. A program from the registry is named by its version; any other, from a tarball or a clone,
 * is packed into the register, so that `npm install` and the workflow use the same program everywhere.
 * @param target folder of the register, absolute.
 */
export async function ownPackage(target: string): Promise<OwnPackage> {
  if (await isFromRegistry()) return { address: programVersion() };
  const packages = join(target, packagesFolder);
  // npm takes seconds: if it is interrupted, the register's folder must still be empty for the next attempt.
  return withTemporaryFolder("cipgen-pack-", async (folder) => {
    const problem = await pack(folder);
    const file = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? `cipgen-${programVersion()}.tgz`;
    await mkdir(packages, { recursive: true });
    if (problem === undefined) await copyFile(join(folder, file), join(packages, file));
    return { address: `file:${packagesFolder}/${file}`, problem };
  });
}

/** Whether npm installed this program from a registry, as `node_modules/.package-lock.json` records it. */
async function isFromRegistry(): Promise<boolean> {
  const modules = dirname(packageRoot);
  if (basename(modules) !== "node_modules") return false;
  try {
    const { packages } = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
    return /^https?:/.test(packages[`node_modules/${basename(packageRoot)}`].resolved);
  } catch {
    return false;
  }
}

/** Packs this program into a folder. @returns why npm failed; undefined after success. */
function pack(folder: string): Promise<string | undefined> {
  return new Promise((done) => {
    const [program, ...args] = npmProgram();
    execFile(program, [...args, ...packArguments(folder)], { cwd: folder }, (error, _, stderr) => {
      const [reason = ""] = stderr.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("npm warn"));
      if (!error) done(undefined);
      else done(error.code === "ENOENT" ? "npm was not found" : `npm failed${reason && `, saying "${reason.trim()}"`}`);
    });
  });
}
