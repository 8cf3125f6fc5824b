/** Creates the file of a new proposal. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type LinkedSite, linkSite } from "../../build/link.js";
import { type OpenSite, openSite } from "../../build/open-site.js";
import { formatNumber, placeInConfig, type Series, type SiteConfig } from "../../config/index.js";
import { readFileName } from "../../content/parse/file-name.js";
import { sourceFile } from "../../content/read/sources.js";
import { diagnose, machineFailure } from "../../platform/diagnostics/codes.js";
import { hasErrors, sortDiagnostics } from "../../platform/diagnostics/report.js";
import { makeFolders } from "../../platform/files.js";
import { createUserFile } from "../../platform/user-files.js";
import type { NewProposalRequest, NewProposalResult } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { withLineFeeds } from "../../shared/lines.js";
import {
  isProposalNumber,
  maxDigits,
  nextNumber,
  numberOf,
  numberOfSlug,
  textOfNumber,
} from "../../shared/proposal-number.js";
import { suggestion } from "../../shared/text.js";
import {
  cleanLine,
  findTemplate,
  makeProposal,
  type NewFile,
  readTemplate,
  slugOf,
  type Template,
} from "../../tools/scaffold/proposal.js";
import { siteRoot, writablePath } from "./site-root.js";

type Options = Pick<NewProposalRequest, "category" | "author" | "series"> & { number?: string };

export async function newProposal(request: NewProposalRequest): Promise<NewProposalResult> {
  const { root = ".", title, number, date = new Date().toISOString().slice(0, 10), ...options } = request;
  return writeProposal(root, title, { ...options, number: number?.toString() }, date);
}

/** Writes a new proposal. @param folder folder of the site, relative to the working directory. @param options as on the command line, with an unchecked number. @param date `YYYY-MM-DD`. */
export async function writeProposal(
  folder: string,
  title: string,
  options: Options,
  date: string,
): Promise<NewProposalResult> {
  const root = siteRoot(folder);
  const failed = (error: unknown) => ({ value: undefined, diagnostics: [machineFailure(error, root)] });
  const { value: path, diagnostics } = await create(root, cleanLine(title), options, date).catch(failed);
  return { ok: !hasErrors(diagnostics), path, diagnostics: sortDiagnostics(diagnostics) };
}

async function create(
  root: string,
  title: string,
  options: Options,
  date: string,
): Promise<Result<string | undefined>> {
  const failed = (...diagnostics: Diagnostic[]) => ({ value: undefined, diagnostics });
  const { value: site, diagnostics } = await openSite(root);
  if (!site) return { value: undefined, diagnostics };
  const { config } = site;
  const author = options.author === undefined ? undefined : cleanLine(options.author);
  if (title === "") return failed(badOption("TITLE", "a title needs at least one letter"));
  if (author === "") return failed(badOption("--author", "an author needs at least one letter"));
  const series = chooseSeries(config, options.series);
  if ("code" in series) return failed(series);
  const category = chooseCategory(series, options.category);
  if (typeof category !== "string") return failed(category);
  const template = await findOwnTemplate(root, series, site);
  if (template.diagnostics.length > 0) return failed(...template.diagnostics);
  const { value: linked } = await linkSite(site);
  const namedTexts = namedFiles(linked.roles, series);
  const numbers = takenNumbers(linked.site, series, namedTexts);
  const number =
    series.numbers === "none"
      ? chooseName(slugOf(title), numbers, options.number)
      : chooseNumber(numbers, series, options.number);
  if (typeof number !== "number") return failed(number);
  const proposal = { series, number, title, category, author, date, siblings: namedTexts, template: template.value };
  return write(root, makeProposal(proposal));
}

/** Writes files, unless one of them exists. @param files the last one is the proposal. @returns the path of the last one. */
async function write(root: string, files: readonly NewFile[]): Promise<Result<string | undefined>> {
  const conflict = (file: string) => {
    const message = "a file of this name already exists; it was not changed";
    return { value: undefined, diagnostics: [diagnose("route-conflict", message, { file })] };
  };
  const existingFile = files.find(({ path }) => existsSync(join(root, path)));
  if (existingFile) return conflict(existingFile.path);
  for (const { path, text } of files) {
    const target = writablePath(root, path);
    makeFolders(dirname(target));
    try {
      createUserFile(target, text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      return conflict(path);
    }
  }
  return { value: files.at(-1)?.path, diagnostics: [] };
}

function chooseSeries({ series }: SiteConfig, id: string | undefined): Series | Diagnostic {
  const ids = series.map((member) => member.id);
  return series.find((member) => member.id === (id ?? ids[0])) ?? unknownOption("--series", id ?? "", "series", ids);
}

/** @returns the id of the named category; without a name, of the initial category of the series, or else of the first. */
function chooseCategory({ label, category, fields }: Series, name: string | undefined): string | Diagnostic {
  const values = category.from === "none" ? [] : category.values;
  const ids = values.map(({ id }) => id);
  const findCategory = (text: string) =>
    values.find(({ id, label }) => [id, label.toLowerCase()].includes(text.toLowerCase()));
  if (name === undefined) {
    const { initial = "" } = fields.find(({ key }) => key === category.keys[0]) ?? {};
    return findCategory(initial)?.id ?? ids[0] ?? "";
  }
  if (category.from === "none") return badOption("--category", `${label} has no categories`);
  return findCategory(name)?.id ?? unknownOption("--category", name, "category", ids);
}

/** Numbers of proposals, reserved numbers, and numbers of files that could not be read. */
function takenNumbers(site: LinkedSite["site"], series: Series, named: readonly { number?: number }[]): Set<number> {
  const register = site.registers.find((candidate) => candidate.series.id === series.id);
  return new Set([...(register?.byNumber.keys() ?? []), ...named.flatMap(({ number }) => number ?? [])]);
}

/** The files of a series that have the name of a proposal, by their paths below its source. */
function namedFiles(roles: LinkedSite["roles"], series: Series): { path: string; number?: number }[] {
  return [...roles.values()].flatMap((role) => {
    if (role.kind !== "proposal" || role.series.id !== series.id) return [];
    const { matches, number } = readFileName(role.relativePath, series);
    return matches ? [{ path: role.relativePath, number }] : [];
  });
}

/** The number that represents a slug, in a register without numbers. */
function chooseName(name: string, numbers: ReadonlySet<number>, option: string | undefined): number | Diagnostic {
  if (option !== undefined) return badOption("--number", "proposals of this series have no numbers");
  const number = numberOfSlug(name);
  if (!numbers.has(number)) return number;
  return diagnose("route-conflict", `there is a proposal with the name ${name}`, { help: "Choose another title." });
}

/** The number after the highest, so that the number of a removed proposal is not used again; reserved runs are skipped. */
function chooseNumber(numbers: ReadonlySet<number>, series: Series, option: string | undefined): number | Diagnostic {
  if (option === undefined) {
    let number = nextNumber(numbers, series.numbers);
    for (const [first, last] of series.numbering.reading === "continuous" ? sortRuns(series.numbering.runs) : [])
      if (number >= first && number <= last) number = last + 1;
    const text = textOfNumber(number, series.numbers);
    if (isProposalNumber(text, series.numbers, series.numberWidth)) return number;
    const message = `the next number, ${text}, has more than ${maxDigits} digits`;
    return diagnose("number-invalid", message, { help: "Choose one that is free: --number N." });
  }
  const written = series.numbers === "hexadecimal" ? option.toUpperCase() : option;
  if (!isProposalNumber(written, series.numbers, series.numberWidth))
    return badOption("--number", `"${option}" is not a number of up to ${maxDigits} digits`);
  const number = numberOf(written);
  if (!numbers.has(number)) return number;
  return diagnose("number-duplicate", `${series.label}-${formatNumber(number, series)} is taken`, {
    help: "Leave out --number to get the next free one.",
  });
}

/** Runs in ascending order; sorting without a function would compare them as texts. */
const sortRuns = (runs: Series["numbering"]["runs"]) => runs.toSorted(([a], [b]) => a - b);

/** The template of a series, if it has one. */
async function findOwnTemplate(
  root: string,
  series: Series,
  { config, configFile }: Pick<OpenSite, "config" | "configFile">,
): Promise<Result<Template | undefined>> {
  const path = await findTemplate(root, series);
  if (path === undefined) return { value: undefined, diagnostics: [] };
  if (!existsSync(join(root, path))) {
    const message = `series[${config.series.indexOf(series)}].template: there is no file ${path}`;
    const help = "Write the path of a text below the root, or leave the key out.";
    const missing = diagnose("config-reference", message, { file: configFile, help });
    return { value: undefined, diagnostics: await placeInConfig(root, configFile, [missing]) };
  }
  const source = sourceFile(path, withLineFeeds(await readFile(join(root, path), "utf8")));
  return { value: readTemplate(source, series), diagnostics: [] };
}

function badOption(name: string, message: string): Diagnostic {
  return diagnose("config-invalid", `${name}: ${message}`);
}

function unknownOption(name: string, value: string, kind: string, names: readonly string[]): Diagnostic {
  return diagnose("config-reference", `${name}: there is no ${kind} "${value}"`, {
    help: suggestion(value, names),
  });
}
