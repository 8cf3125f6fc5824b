/**
 * Separates new findings from known ones: those of an accepted baseline, or of the base commit of a change. Lines move,
 * so a finding is identified by its rule, its file, its message and the text of its line; equal ones are counted.
 */
import { createHash } from "node:crypto";
import type { Diagnostic } from "../shared/diagnostic.js";
import { linesOf } from "../shared/lines.js";

/** Text of a file's line, from 1; undefined where there is none. */
export type LineOf = (file: string, line: number) => string | undefined;

/** How often each finding was there, by its fingerprint. */
export type KnownFindings = Map<string, number>;

/** Stable while neither the message nor the line changes. White space around a line does not count. */
export function fingerprint({ code, file = "", line, message }: Diagnostic, lineOf: LineOf): string {
  const text = line === undefined ? "" : (lineOf(file, line)?.trim() ?? "");
  return createHash("sha256")
    .update(JSON.stringify([code, file, message, text]))
    .digest("hex")
    .slice(0, 24);
}

export function countFindings(findings: readonly Diagnostic[], lineOf: LineOf): KnownFindings {
  const counts: KnownFindings = new Map();
  for (const finding of findings) {
    const key = fingerprint(finding, lineOf);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** @returns the new findings, in their order. */
export function withoutKnown(findings: readonly Diagnostic[], known: KnownFindings, lineOf: LineOf): Diagnostic[] {
  const left = new Map(known);
  return findings.filter((finding) => {
    // What code of the site did not check, nobody has accepted.
    if (finding.code === "site-code-failed") return true;
    const key = fingerprint(finding, lineOf);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}

/** Looks lines up in texts by path; each text is split once. */
export function lineLookup(textOf: (file: string) => string | undefined): LineOf {
  const files = new Map<string, string[]>();
  return (file, line) => {
    let lines = files.get(file);
    if (!lines) {
      const text = textOf(file);
      lines = text === undefined ? [] : linesOf(text);
      files.set(file, lines);
    }
    return lines[line - 1];
  };
}
