/** `cipgen verify`: compares the files in a folder or at an address with a build of the sources. */
import { resolve } from "node:path";
import { verify } from "../api/verify.js";
import { printable, toJson } from "../diagnostics/report.js";
import type { VerifyResult } from "../shared/api.js";
import { shownAddress } from "../verify/address.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";

export interface VerifyOptions {
  root: string;
  json?: boolean;
}

/** @param place folder or address of the published site. */
export async function verifyCommand(place: string, options: VerifyOptions, output: CommandOutput): Promise<number> {
  const result = await verify({ root: options.root, site: place });
  const { ok, equal, different, missing, extra, diagnostics } = result;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (options.json) {
    const found = errors.length > 0 ? { diagnostics: errors.map(toJson) } : {};
    output.result(`${JSON.stringify({ ok, equal, different, missing, extra, ...found })}\n`);
  } else {
    printDiagnostics(errors, resolve(options.root), output);
    if (errors.length === 0) report(result, place, output);
  }
  if (errors.length > 0) return exitCode(errors);
  return ok ? ExitCode.ok : ExitCode.content;
}

/** Maximum number of files that are named of each kind. */
const named = 20;

function report(
  { equal, different, missing, extra, builds }: VerifyResult,
  place: string,
  output: CommandOutput,
): void {
  const list = (kind: string, lines: readonly string[]) => {
    for (const line of lines.slice(0, named)) output.result(`${kind.padEnd(9)} ${printable(line)}\n`);
    if (lines.length > named) output.result(`${kind.padEnd(9)} and ${lines.length - named} more (--json names all)\n`);
  };
  const places = different.map(({ path, offset, line, column }) =>
    line === undefined ? `${path}, from byte ${offset}` : `${path}:${line}:${column}`,
  );
  list("different", places);
  list("missing", missing);
  list("extra", extra);
  if (builds) output.talk(`Published: ${printable(builds.published)}; here: ${builds.own}.\n`);
  const counts = `${equal} equal, ${different.length} different, ${missing.length} missing, ${extra.length} extra`;
  output.result(`Compared with ${shownAddress(place)}: ${counts}\n`);
}
