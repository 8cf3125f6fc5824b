/** `cipgen init [DIR]` creates a register that builds and passes its checks; with `--from DIR` only a configuration for existing proposals. */
import { resolve } from "node:path";
import { jsonDocument, printable, toJson } from "../../platform/diagnostics/report.js";
import { pathBelow } from "../../platform/path-below.js";
import type { ReadSeries } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { largestOf } from "../../shared/lists.js";
import { shellWord } from "../../shared/text.js";
import type { RegisterChoice } from "../../tools/scaffold/kinds.js";
import { init, initFrom, isFree } from "../api/init.js";
import { type CommandOutput, ExitCode, exitCode, localDay, printDiagnostics } from "./output.js";

/** Number of warnings that are shown; the others are counted by kind. */
const maxWarnings = 10;

interface InitOptions extends Partial<RegisterChoice> {
  /** Asks nothing. */
  yes?: boolean;
}

/** Creates a register. @param folder its folder; on a terminal it is asked for if undefined. @param today `YYYY-MM-DD`. */
export async function initCommand(
  folder: string | undefined,
  { yes = false, ...choice }: InitOptions,
  output: CommandOutput,
  today = localDay(new Date()),
): Promise<number> {
  const { stdin: input, stderr } = process;
  const isAsked = !yes && input.isTTY && stderr.isTTY;
  const terminal = { input, output: stderr };
  const answers = isAsked
    ? await (await import("./init-questions.js")).askForRegister({ folder, ...choice }, await isFree("."), terminal)
    : { folder: folder ?? ".", ...choice };
  if (!answers) return ExitCode.usage;
  const path = pathBelow(process.cwd(), resolve(answers.folder)) || ".";
  const { ok, diagnostics } = await init({ ...answers, folder: path, today });
  if (diagnostics.length > 0) printDiagnostics(diagnostics, resolve(path), output);
  if (!ok) return exitCode(diagnostics);
  output.result(`${path}\n`);
  const enter = path === "." ? "" : `cd ${shellWord(path)} && `;
  output.talk(`A new register. Next: ${enter}npm install && npx cipgen serve --watch\n`);
  return exitCode(diagnostics);
}

/** Writes a configuration for existing proposals. @param json prints the result as one JSON document. */
export async function initFromCommand(
  folder: string,
  json: boolean,
  choice: Partial<RegisterChoice>,
  output: CommandOutput,
): Promise<number> {
  const root = resolve(folder);
  const { config, baseline, series, diagnostics } = await initFrom({ folder, ...choice });
  const file = config === undefined ? null : pathBelow(process.cwd(), config);
  if (json) output.result(jsonDocument({ config: file, series, diagnostics: diagnostics.map(toJson) }));
  if (file === null) {
    if (!json) printDiagnostics(diagnostics, root, output);
    return exitCode(diagnostics);
  }
  if (json) return ExitCode.ok;
  for (const readSeries of series)
    output.result(printableLines(summary(readSeries) + ignoredText(readSeries, series, diagnostics)));
  const settings = diagnostics.filter(({ code }) => code === "setting-left-out" || code === "setting-unread");
  if (settings.length > 0)
    output.result(
      `settings of the old site that have no equivalent: ${settings.length}, each in a comment of the configuration\n`,
    );
  for (const { code, message, help } of diagnostics)
    if (code === "series-left-out") output.result(printableLines(`not taken: ${message}\n  ${help}\n`));
  const textDiagnostics = diagnostics.filter((diagnostic) => !settings.includes(diagnostic));
  printDiagnostics(textDiagnostics, root, output, maxWarnings);
  output.result(`\nWrote ${file}\n`);
  if (baseline !== undefined)
    output.result(
      `Wrote ${pathBelow(process.cwd(), baseline)}: what is wrong today is accepted, and new mistakes are not\n`,
    );
  output.talk("Check it, then run: npx cipgen serve --watch\n");
  return ExitCode.ok;
}

/** A text of several lines without control characters, which names of files may contain. */
const printableLines = (text: string) => text.split("\n").map(printable).join("\n");

function summary({ id, source, files, metadata, proposals, read }: ReadSeries): string {
  const parts = Object.entries(read).map(([field, count]) => `${field} ${count}`);
  const form = metadata === "none" ? "no metadata" : `metadata as ${metadata}`;
  return `${id}: ${proposals} ${proposals === 1 ? "proposal" : "proposals"} in ${source} (${files}), ${form}\n  texts that have each field: ${parts.join(", ")}\n`;
}

/** A line about the texts in the folder of a series that are not proposals; empty if there are none. */
function ignoredText(
  { source, files }: ReadSeries,
  all: readonly ReadSeries[],
  diagnostics: readonly Diagnostic[],
): string {
  const isIn = (file: string, folder: string) => folder === "." || file.startsWith(`${folder}/`);
  const nearest = (file: string) =>
    largestOf(all.filter((series) => isIn(file, series.source)).map((series) => series.source.length));
  const ignoredTexts = diagnostics.flatMap(({ code, file = "" }) =>
    code === "file-ignored" && isIn(file, source) && nearest(file) === source.length ? [file] : [],
  );
  if (ignoredTexts.length === 0) return "";
  const examples = `${ignoredTexts.slice(0, 3).join(", ")}${ignoredTexts.length > 3 ? ", …" : ""}`;
  return `  ${ignoredTexts.length} other ${ignoredTexts.length === 1 ? "text is" : "texts are"} not taken, without the name ${files} and without metadata: ${examples}\n`;
}
