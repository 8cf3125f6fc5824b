/** Finds where a config file failed while it ran: the innermost call of the error in a file of the site, by the source map. */
import { SourceMap } from "node:module";
import { relative, resolve, sep } from "node:path";

export interface ThrownPlace {
  /** Relative to the root. */
  file: string;
  line: number;
  column: number;
}

const inlineMap = /\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;

/**
 * @param error the thrown value.
 * @param code the bundle that ran, with its source map at its end.
 * @param root absolute: what the map's paths are relative to.
 */
export function placeOfThrown(error: unknown, code: string, root: string): ThrownPlace | undefined {
  const map = inlineMap.exec(code)?.[1];
  if (map === undefined || !(error instanceof Error)) return undefined;
  const source = new SourceMap(JSON.parse(Buffer.from(map, "base64").toString("utf8")));
  for (const call of (error.stack ?? "").split("\n")) {
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(call) ?? [];
    if (line === undefined || !call.includes("data:text/javascript")) continue;
    const entry = source.findEntry(Number(line) - 1, Number(column) - 1);
    if (!("originalSource" in entry)) continue;
    const file = relative(root, resolve(root, entry.originalSource.replace(/^[\w-]+:/, "")))
      .split(sep)
      .join("/");
    if (!file.startsWith("..")) return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

/** An error of a config file, with its place. */
export class ConfigFailure extends Error {
  constructor(
    message: string,
    readonly place: Partial<ThrownPlace> & { help?: string },
  ) {
    super(message);
    this.name = "ConfigFailure";
  }
}
