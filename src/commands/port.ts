/** The option `--port`. */
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";

/** What is wrong with a port as it was given. */
export function portProblem(port: string): Diagnostic | undefined {
  if (/^\d+$/.test(port) && Number(port) <= 65_535) return undefined;
  return diagnose("config-invalid", `--port: ${port} is not a port`, { help: "0 to 65535" });
}
