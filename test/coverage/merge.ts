/**
 * Adds what browser tests ran to the coverage of the unit tests. The tests open sites as they are published, with minified scripts; the same scripts are
 * bundled once more with source maps, in which the lines are found. Lines are all that is added: minified code has neither the statements nor the branches
 * of its source.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eachMapping, TraceMap } from "@jridgewell/trace-mapping";
import type { ScriptSourceMap } from "../../src/assets/client.js";
import type { CountedRange, CountedScript } from "./collect.js";

/** Lines of a file, from 1, that ran. */
export type LinesByFile = Map<string, Set<number>>;

/** What is needed of Istanbul's coverage of a file: statements by id, with their places and how often they ran. */
interface FileCoverage {
  statementMap: Record<string, { start: { line: number } }>;
  s: Record<string, number>;
}

interface CoverageMap {
  files(): string[];
  fileCoverageFor(file: string): FileCoverage;
}

/**
 * @param folder that `countScripts` wrote to.
 * @param sourceMaps of the scripts whose lines are wanted; other scripts are ignored.
 * @param root folder of this repository, absolute.
 */
export function linesOfBrowserTests(folder: string, sourceMaps: readonly ScriptSourceMap[], root: string): LinesByFile {
  const lines: LinesByFile = new Map();
  const places = new Map(sourceMaps.map(({ code, map }) => [withoutDigests(code), () => sourcePlaces(code, map)]));
  const known = new Map<string, SourcePlace[]>();
  const names = readdirSync(folder);
  for (const name of names.filter((name) => name.endsWith(".js"))) {
    const found = places.get(withoutDigests(readFileSync(join(folder, name), "utf8")));
    if (found) known.set(name.slice(0, -".js".length), found());
  }
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    const scripts: CountedScript[] = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const { digest, ranges } of scripts) {
      const isRun = counter(ranges);
      for (const { offset, source, line } of known.get(digest) ?? []) {
        if (!isRun(offset)) continue;
        const file = join(root, source);
        if (!lines.has(file)) lines.set(file, new Set());
        lines.get(file)?.add(line);
      }
    }
  }
  return lines;
}

/** Counts a run more for each statement that begins on one of the lines. */
export function addLines(coverage: CoverageMap, lines: LinesByFile): void {
  for (const file of coverage.files()) {
    const run = lines.get(file);
    if (!run) continue;
    const { statementMap, s } = coverage.fileCoverageFor(file);
    for (const [id, { start }] of Object.entries(statementMap)) {
      if (run.has(start.line)) s[id] = (s[id] ?? 0) + 1;
    }
  }
}

/** Names of chunks have a digest of the source map too, so a bundle with source maps has others in its imports. */
const withoutDigests = (code: string) => code.trim().replace(/-[A-Z0-9]{8}\.js/g, "-________.js");

interface SourcePlace {
  offset: number;
  source: string;
  line: number;
}

/** Every place of a script whose source is known, from its beginning to its end. */
function sourcePlaces(code: string, map: string): SourcePlace[] {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  const found: SourcePlace[] = [];
  eachMapping(new TraceMap(map), ({ generatedLine, generatedColumn, source, originalLine }) => {
    if (source === null || originalLine === null || source.includes("node_modules/")) return;
    found.push({ offset: (starts[generatedLine - 1] ?? 0) + generatedColumn, source, line: originalLine });
  });
  return found;
}

/** @returns whether the code at an offset ran; it must be asked in the order of the offsets. The innermost range decides. */
function counter(ranges: readonly CountedRange[]): (offset: number) => boolean {
  const sorted = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const around: CountedRange[] = [];
  let next = 0;
  return (offset) => {
    for (let range = sorted[next]; range && range.startOffset <= offset; range = sorted[++next]) {
      closeBefore(range.startOffset);
      around.push(range);
    }
    closeBefore(offset);
    return (around.at(-1)?.count ?? 0) > 0;
  };

  function closeBefore(offset: number): void {
    while (around.length > 0 && (around.at(-1) as CountedRange).endOffset <= offset) around.pop();
  }
}
