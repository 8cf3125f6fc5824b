/** eipw, the linter of the EIPs, as its package for Node.js has it. */
import { createRequire } from "node:module";
import { join } from "node:path";

export interface EipwFinding {
  file: string;
  /** Of the lint. */
  id: string;
  text: string;
}

interface Report {
  id: string;
  formatted: string;
}

/** Checks files of a folder one by one: a text on which eipw stops is a finding of the lint "stopped". */
export async function runEipw(folder: string, files: readonly string[]): Promise<EipwFinding[]> {
  const eipw: { lint(paths: string[]): Promise<Report[]> } = createRequire(import.meta.url)("eipw-lint-js");
  const found: EipwFinding[] = [];
  for (const file of files) {
    const reports = await eipw
      .lint([join(folder, file)])
      .catch((error): Report[] => [{ id: "stopped", formatted: String(error) }]);
    found.push(...reports.map(({ id, formatted }) => ({ file, id, text: formatted })));
  }
  return found;
}
