/** Errors of a site's code, and their locations: the innermost call in a file of the site, by the source map. */
import { SourceMap } from "node:module";
import { resolve } from "node:path";
import { inspect } from "node:util";
import { isInImportedCode } from "../platform/native-import.js";
import { pathBelow } from "../platform/path-below.js";
import { reasonOf } from "../shared/diagnostic.js";

/** A location in one of the site's own files. */
export interface SourceLocation {
  /** Relative to the root. */
  file: string;
  line: number;
  column: number;
}

/** An error of the site's code, such as an output: it threw, or returned an invalid value. */
export class SiteCodeError extends Error {
  constructor(
    message: string,
    readonly location?: SourceLocation,
  ) {
    super(message);
  }
}

const inlineMap = /\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;

/**
 * Finds the location of a thrown error.
 * @param code the bundle that ran, with its source map at its end.
 * @param root absolute: what the map's paths are relative to.
 */
export function locationOfThrown(error: unknown, code: string, root: string): SourceLocation | undefined {
  const map = inlineMap.exec(code)?.[1];
  if (map === undefined || !(error instanceof Error)) return undefined;
  const source = new SourceMap(JSON.parse(Buffer.from(map, "base64").toString("utf8")));
  for (const call of (error.stack ?? "").split("\n")) {
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(call) ?? [];
    if (line === undefined || !isInImportedCode(call)) continue;
    const entry = source.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry)) continue;
    const file = pathBelow(root, resolve(root, entry.originalSource.replace(/^[\w-]+:/, "")));
    if (!file.startsWith("..")) return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

const bundleAddress = /data:text\/javascript;base64,([A-Za-z0-9+/=]+):\d+:\d+/;

/**
 * Finds the location of an error that a config file threw after it was loaded, for example in a timer.
 * @returns undefined for an error of other code.
 */
export function locationOfLateError(error: unknown, root: string): SourceLocation | undefined {
  const code = error instanceof Error ? bundleAddress.exec(error.stack ?? "")?.[1] : undefined;
  return code === undefined ? undefined : locationOfThrown(error, Buffer.from(code, "base64").toString("utf8"), root);
}

const maxLength = 1000;

/** The message of a thrown error; any other thrown value as text. */
export function thrownText(error: unknown): string {
  const text = error instanceof Error || typeof error === "string" ? reasonOf(error) : inspect(error);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The help for names that only CommonJS has. */
const advice: Record<string, string> = {
  module: "Write `export default` in place of `module.exports =`.",
  exports: "Write `export default` in place of `exports.default =`.",
  require: 'Write `import … from "…"` in place of `require("…")`.',
  __dirname: "Write import.meta.dirname.",
  __filename: "Write import.meta.filename.",
};

/** The help for a frequent error of config files, if it is one. */
export function adviceForThrown(error: unknown): string | undefined {
  const name = error instanceof ReferenceError ? /^(\w+) is not defined/.exec(error.message)?.[1] : undefined;
  return name !== undefined && Object.hasOwn(advice, name) ? advice[name] : undefined;
}

/** An error of a config file, with its location. */
export class ConfigFailure extends Error {
  constructor(
    message: string,
    readonly location: Partial<SourceLocation> & { help?: string },
  ) {
    super(message);
    this.name = "ConfigFailure";
  }
}

/** Message and help for a file in another encoding. */
export const notUtf8 = "this file is not UTF-8";
export const saveAsUtf8 = "Save it as UTF-8.";
