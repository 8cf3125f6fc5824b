/** The output of `serve --watch`: a line for each rebuild, and below it only new and resolved problems. */
import { hasErrors, printable, sortDiagnostics } from "../diagnostics/report.js";
import type { Rebuild } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { type CommandOutput, printDiagnostics } from "./output.js";

/** Maximum number of warnings, and of resolved findings, that are shown; more would hide the rest. */
const most = 20;

export function watchReport(root: string, output: CommandOutput): (rebuild: Rebuild) => void {
  let known: readonly Diagnostic[] = [];
  return ({ changes, diagnostics, pages, hasSite, isWhole, ms }) => {
    const fresh = without(diagnostics, known);
    // A rebuild that ended early does not show which problems are resolved.
    const isComplete = isWhole && !hasErrors(diagnostics);
    const missing = without(known, diagnostics);
    const gone = missing.filter(({ severity }) => isComplete || (isWhole && severity === "error"));
    const left = without(diagnostics, fresh).filter(({ severity }) => severity === "error");
    known = isComplete ? diagnostics : [...diagnostics, ...without(missing, gone)];
    const what = changes.length === 0 ? "Built" : `${names(changes)} changed`;
    const count = pages === 1 ? "1 page" : `${isWhole ? "" : "at least "}${pages} pages`;
    const former = hasSite ? "the last good site stays up" : "there is no good site yet";
    output.talk(`${what}: ${pages === undefined ? former : count}, ${Math.round(ms)} ms\n`);
    for (const diagnostic of sortDiagnostics(gone).slice(0, most)) output.talk(`no more: ${lineOf(diagnostic)}\n`);
    if (gone.length > most) output.talk(`no more: ${gone.length - most} others\n`);
    for (const diagnostic of left) output.talk(`still: ${lineOf(diagnostic)}\n`);
    printDiagnostics(fresh, root, output, most);
  };
}

/** The items of the first list that the second does not have. A finding that only moved to another line is the same. */
function without(some: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return some.filter((one) => {
    const count = counts.get(keyOf(one)) ?? 0;
    counts.set(keyOf(one), count - 1);
    return count <= 0;
  });
}

const keyOf = ({ code, severity, file, message }: Diagnostic) => [code, severity, file, message].join("\n");

function lineOf({ file, line, column, message }: Diagnostic): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return printable(place === "" ? message : `${place} ${message}`);
}

function names([first = "", ...others]: readonly string[]): string {
  return printable(others.length === 0 ? first : `${first} and ${others.length} more`);
}
