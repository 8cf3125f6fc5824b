/** A new register: the files beside this one, under the names that they have in a register, and a package.json. */

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { slug } from "github-slugger";
import { idOf, type Series, type SeriesInput } from "../../config/index.js";
import { resolveConfig } from "../../config/loading.js";
import { listFiles, sourceFile } from "../../content/read/sources.js";
import { packageRoot, programVersion } from "../../platform/package-root.js";
import { npmProgram } from "../../platform/programs.js";
import {
  completeChoice,
  firstBody,
  firstText,
  firstTitle,
  type RegisterChoice,
  seriesOf,
  withoutPlaceholders,
} from "./kinds.js";
import { makeProposal } from "./proposal.js";

/** Days until the deadline of the sample's last call, from the day of creation. */
const sampleDays = 28;

/** The workflows of each code host, by the beginnings of their paths. */
const workflows = { github: ".github/", gitlab: ".gitlab-ci.yml" };

/** @param address of the repository: GitHub, unless the name of its host says GitLab. */
export function codeHost(address = ""): keyof typeof workflows {
  return /^https:\/\/[^/]*gitlab/i.test(address) ? "gitlab" : "github";
}

/**
 * @param sources folder of the files that every register begins with.
 * @param name of the register's folder.
 * @param dependency the dependency on this program in package.json.
 * @param today `YYYY-MM-DD`.
 * @param host whose workflows it gets.
 * @param choice what kind of register it is.
 * @returns texts by path.
 */
export async function registerFiles(
  sources: string,
  name: string,
  dependency: string,
  today: string,
  host: keyof typeof workflows,
  choice: RegisterChoice = completeChoice({}),
): Promise<Map<string, string>> {
  const deadline = new Date(Date.parse(today) + sampleDays * 864e5).toISOString().slice(0, 10);
  const isOfOther = (path: string) =>
    Object.entries(workflows).some(([name, start]) => name !== host && registerPath(path).startsWith(start));
  const paths = (await listFiles(sources, ["**"])).filter((path) => !isOfOther(path));
  const files = await Promise.all(
    paths.map(
      async (path) =>
        [registerPath(path), (await readFile(join(sources, path), "utf8")).replace("<deadline>", deadline)] as const,
    ),
  );
  const hasSamples = choice.profile === "cip" && choice.label === "CIP";
  const chosen = hasSamples
    ? files.map(([path, text]) => [path, path === configFile ? withName(text, choice) : text] as const)
    : ofKind(files, choice, today);
  return new Map([...chosen, ["package.json", packageJson(name, dependency)] as const]);
}

type Files = readonly (readonly [path: string, text: string])[];

const configFile = "cipgen.config.ts";
const sampleFolder = "content/cip/";

const withName = (text: string, { name }: RegisterChoice) =>
  text.replace('"Improvement Proposals"', JSON.stringify(name));

/** A register of another profile or label: its first text in place of the samples. */
function ofKind(files: Files, choice: RegisterChoice, today: string): Files {
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
    return [
      [
        path,
        path === "content/docs/start.md" ? startPage : path === configFile ? configOf(choice, input, series) : content,
      ],
    ];
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

function configOf({ name }: RegisterChoice, input: SeriesInput, { route }: Series): string {
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

/** npm leaves .gitignore and the like out of packages, so their names begin with a word for the dot. */
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

/** Folder of a register that holds the packed program. */
export const packagesFolder = "vendor";

/** What packs this program, for npm and for people. @param folder folder of the package. */
export const packArguments = (folder: string) => [
  "pack",
  "--ignore-scripts",
  "--pack-destination",
  folder,
  packageRoot,
];

interface OwnPackage {
  /** What package.json says of this program: a version, or the address of the packed one. */
  address: string;
  /** Why it could not be packed: then there is nothing at its address yet. */
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
  await mkdir(packages, { recursive: true });
  const problem = await pack(packages);
  const file = (await readdir(packages)).find((name) => name.endsWith(".tgz")) ?? `cipgen-${programVersion()}.tgz`;
  return { address: `file:${packagesFolder}/${file}`, problem };
}

/** npm notes in `node_modules/.package-lock.json` where each package came from. */
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

/** @returns why npm could not do it. */
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
