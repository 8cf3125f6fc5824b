/** How commands speak: results on stdout, talk on stderr, exit codes by contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatText, hasErrors } from "../diagnostics/report.js";
import type { Diagnostic } from "../shared/diagnostic.js";

/** Where a command writes; tests put buffers here. */
export interface Output {
  result(text: string): void;
  talk(text: string): void;
}

export const ExitCode = { ok: 0, failure: 1, content: 2, usage: 3, provider: 4 } as const;

/** Faults of the configuration or the call are usage, the provider's are its own; everything else that is an error is content. */
export function exitCode(diagnostics: readonly Diagnostic[]): number {
  if (!hasErrors(diagnostics)) return ExitCode.ok;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => code.startsWith("config-") || code === "output-unsafe")) return ExitCode.usage;
  return errors.some(({ code }) => code === "search-provider") ? ExitCode.provider : ExitCode.content;
}

export function printDiagnostics(diagnostics: readonly Diagnostic[], root: string, output: Output): void {
  const texts = new Map<string, string | undefined>();
  const readText = (file: string) => {
    if (!texts.has(file)) texts.set(file, read(join(root, file)));
    return texts.get(file);
  };
  output.talk(formatText(diagnostics, readText));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Decimal units, as file managers and hosts count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes;
  let unit = "B";
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
}
