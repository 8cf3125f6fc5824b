/** `cipgen verify`: compares the files in a folder or at an address with a build of the sources. */
import { resolve } from "node:path";
import { verify } from "../api/verify.js";
import { jsonDocument, printable, toJson } from "../diagnostics/report.js";
import type { FileDifference, HeaderDifference, VerifyResult } from "../shared/api.js";
import { shownAddress } from "../verify/address.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics } from "./output.js";

interface VerifyOptions {
  /** Undefined with `signedBy`: then the list of digests is compared with, not a build. */
  root?: string;
  signedBy?: string;
  json?: boolean;
}

/** @param place folder or address of the published site. */
export async function verifyCommand(
  place: string,
  { root, signedBy, json }: VerifyOptions,
  output: CommandOutput,
): Promise<number> {
  const result = await verify({ root, site: place, signedBy });
  const { ok, equal, different, missing, extra, headers, signature, diagnostics } = result;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (json) {
    const found = errors.length > 0 ? { diagnostics: errors.map(toJson) } : {};
    const more = { ...(headers.length > 0 && { headers }), ...(signature && { signature }), ...found };
    output.result(jsonDocument({ ok, equal, different, missing, extra, ...more }));
  } else {
    printDiagnostics(diagnostics, resolve(root ?? "."), output);
    if (errors.length === 0) report(result, place, output);
  }
  if (errors.length > 0) return exitCode(errors);
  return ok ? ExitCode.ok : ExitCode.content;
}

/** Maximum number of files that are named of each kind. */
const named = 20;

function report(result: VerifyResult, place: string, output: CommandOutput): void {
  const { equal, different, missing, extra, headers, builds, signature } = result;
  const list = (kind: string, lines: readonly string[]) => {
    for (const line of lines.slice(0, named)) output.result(`${kind.padEnd(9)} ${printable(line)}\n`);
    if (lines.length > named) output.result(`${kind.padEnd(9)} and ${lines.length - named} more (--json names all)\n`);
  };
  list("different", different.map(shownDifference));
  list("missing", missing);
  list("extra", extra);
  list("header", headers.filter(({ severity }) => severity === "error").map(shownHeader));
  if (builds) output.talk(`Published: ${printable(builds.published)}; here: ${builds.own}.\n`);
  if (signature) {
    const { repository, workflow, ref, commit } = signature;
    const details = [workflow && `by ${workflow}`, ref && `for ${ref}`, commit && `at ${commit}`].filter(Boolean);
    output.talk(`Signed by ${printable(repository)}: ${printable(details.join(", "))}.\n`);
  }
  const counts = `${equal} equal, ${different.length} different, ${missing.length} missing, ${extra.length} extra`;
  output.result(`Compared with ${shownAddress(place)}: ${counts}\n`);
}

function shownDifference({ path, offset, line, column, asked, instead }: FileDifference): string {
  const place = line !== undefined ? `${path}:${line}:${column}` : path;
  const byte = line === undefined && offset !== undefined ? `, from byte ${offset}` : "";
  return `${place}${byte}${instead ? `, which is ${instead}` : ""}${asked ? `, asked as ${asked}` : ""}`;
}

function shownHeader({ name, expected, found, paths }: HeaderDifference): string {
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  return `${paths[0]}${more}: ${name} is ${found ?? "missing"}, ${expected ? `expected ${expected}` : "which no build asks for"}`;
}
