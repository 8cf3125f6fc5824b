/** Creates a register, or the configuration of one that already has proposals. */
import { existsSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { checkRoot, findConfigFile, profileNames } from "../../config/index.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { makeFolders, removeEmptyFolders } from "../../platform/files.js";
import { packageRoot } from "../../platform/package-root.js";
import { createUserFile } from "../../platform/user-files.js";
import type { InitFromRequest, InitFromResult, InitRequest, InitResult } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { shellWord, suggestion } from "../../shared/text.js";
import { describeRepository, redirectsFile } from "../../tools/scaffold/from/from.js";
import { readRepository } from "../../tools/scaffold/from/repository.js";
import { completeChoice, labelProblem, type RegisterChoice } from "../../tools/scaffold/kinds.js";
import { codeHost, ownPackage, packArguments, packagesFolder, registerFiles } from "../../tools/scaffold/register.js";
import { baselineName } from "./baseline.js";
import { checkLinks } from "./check-links.js";
import { lint } from "./lint.js";

export async function init({ folder = ".", today, ...choice }: InitRequest = {}): Promise<InitResult> {
  const refused = (problem: Diagnostic) => ({ ok: false, files: [], isInstallable: false, diagnostics: [problem] });
  const target = resolve(folder);
  const problem = choiceProblem(choice);
  if (problem) return refused(problem);
  try {
    const configFile = findConfigFile(target);
    if (configFile) return refused(alreadyThere(configFile, folder));
    if (!(await isFree(target))) return refused(notEmpty(folder));
    const folders = makeFolders(target);
    try {
      const register = await writeRegister(target, today, completeChoice(choice));
      return register ? { ok: true, ...register } : refused(notEmpty(folder));
    } finally {
      // Folders that another program has written into stay.
      removeEmptyFolders(folders, target);
    }
  } catch (error) {
    return refused(machineFailure(error));
  }
}

/** @returns undefined if another program has written into the folder meanwhile: packing this one takes a while. */
async function writeRegister(
  target: string,
  today: string | undefined,
  choice: RegisterChoice,
): Promise<Omit<InitResult, "ok"> | undefined> {
  const written = [join(target, packagesFolder)];
  let folder = target;
  try {
    const { address, problem } = await ownPackage(target);
    const sources = join(packageRoot, "src", "tools", "scaffold", "register");
    const day = today ?? new Date().toISOString().slice(0, 10);
    const host = codeHost(readRepository(target).address);
    const register = { sources, name: basename(target), dependency: address, today: day, host, choice };
    const files = await registerFiles(register);
    for (const [path, text] of files) {
      const file = join(target, path);
      folder = dirname(file);
      makeFolders(folder);
      createUserFile(file, text);
      written.push(file);
    }
    const diagnostics = problem === undefined ? [] : [notPacked(target, problem)];
    return { files: [...files.keys()], isInstallable: problem === undefined, diagnostics };
  } catch (error) {
    for (const path of written) {
      rmSync(path, { recursive: true, force: true });
      removeEmptyFolders(target, dirname(path));
    }
    removeEmptyFolders(target, folder);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

/** The problem of a request, if it has one. */
function choiceProblem({ name, label, profile }: Partial<RegisterChoice>): Diagnostic | undefined {
  if (profile !== undefined && !profileNames.includes(profile)) {
    const message = `--profile: there is no profile "${profile}"`;
    return diagnose("config-reference", message, { help: suggestion(profile, profileNames) });
  }
  if (name?.trim() === "") return diagnose("config-invalid", "--name: a name needs at least one letter");
  const problem = label === undefined ? undefined : labelProblem(label);
  return problem === undefined
    ? undefined
    : diagnose("config-invalid", `--label: ${problem}`, { help: "Write one such as CIP or ADR." });
}

function notEmpty(folder: string): Diagnostic {
  const help = `Name a folder that is empty or new, or describe the proposals that are there: npx cipgen init --from ${shellWord(folder)}. Nothing was written.`;
  return diagnose("output-unsafe", `${folder} is not an empty folder`, { help });
}

function notPacked(target: string, problem: string): Diagnostic {
  const command = ["npm", ...packArguments(join(target, packagesFolder))].map(shellWord).join(" ");
  return diagnose("program-not-packed", `this program could not be packed into the register: ${problem}`, {
    help: `Once npm works, run this before npm install: ${command}`,
  });
}

/** Whether a register can be made in a folder: it does not exist, or is empty but for git's folder. */
export async function isFree(path: string): Promise<boolean> {
  if (!existsSync(path)) return true;
  if (!statSync(path).isDirectory()) return false;
  return (await readdir(path)).every((name) => name === ".git");
}

export async function initFrom({ folder = ".", ...choice }: InitFromRequest = {}): Promise<InitFromResult> {
  const refused = (diagnostics: Diagnostic[]) => ({ ok: false, series: [], diagnostics });
  const root = resolve(folder);
  try {
    const rootProblem = checkRoot(root, "Name the folder of a repository with --from.");
    if (rootProblem) return refused([rootProblem]);
    const configFile = findConfigFile(root);
    if (configFile) return refused([alreadyThere(configFile, folder)]);
    const problem = choiceProblem(choice);
    if (problem) return refused([problem]);
    const { value, diagnostics } = await describeRepository(root, choice);
    if (!value) return refused([...diagnostics]);
    if (value.redirects !== undefined && existsSync(join(root, redirectsFile))) {
      const help = "The redirects of the old site are written into this file: move it away first. Nothing was written.";
      return refused([
        diagnose("config-invalid", `there is a ${redirectsFile} already`, { file: redirectsFile, help }),
      ]);
    }
    const file = "cipgen.config.ts";
    const config = join(root, file);
    try {
      createUserFile(config, value.config);
    } catch (error) {
      // Another command has written it meanwhile.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return refused([alreadyThere(file, folder)]);
      throw error;
    }
    if (value.redirects !== undefined) createUserFile(join(root, redirectsFile), value.redirects);
    const baseline = await acceptToday(root);
    return { ok: true, config, baseline, series: value.series, diagnostics: [...diagnostics] };
  } catch (error) {
    return refused([machineFailure(error, root)]);
  }
}

/** Accepts all findings in today's texts, so that only new ones are errors. @returns the path of the baseline, if one was needed. */
async function acceptToday(root: string): Promise<string | undefined> {
  const linted = await lint({ root, updateBaseline: "on-errors" });
  const checked = await checkLinks({ root, updateBaseline: "on-errors" });
  return linted.notes.length + checked.notes.length > 0 ? join(root, baselineName) : undefined;
}

function alreadyThere(file: string, folder: string): Diagnostic {
  const where = folder === "." ? "" : ` --root ${shellWord(folder)}`;
  const help = `Build its site: npx cipgen build${where}. To begin again, remove the configuration first. Nothing was written.`;
  return diagnose("config-invalid", `there is a ${file} already`, { file, help });
}
