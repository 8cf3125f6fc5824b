/** From findings to diagnostics: each with a place, and findings with the same cause reported once. */
import { type Code, diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Position } from "../shared/document.js";
import type { Finding } from "./findings.js";

/** A finding's place in the source that has to change. */
export interface Place {
  file: string;
  position?: Position;
  /** Length of the problem, if its text is at that place. */
  length?: number;
  /** Many pages get it from here, so the message has their number. */
  shared?: boolean;
}

/** Findings only in documents: pages show neither the URL nor the reference. */
const alsoHere = new Set<Code>(["url-unsafe", "reference-unknown", "link-empty"]);

/** The configuration may relax a build's checks; here every broken link is an error. */
const strict = new Set<Code>(["broken-link", "broken-markdown-link", "broken-anchor", "url-unsafe"]);

function strictly(diagnostic: Diagnostic): Diagnostic {
  return strict.has(diagnostic.code as Code) ? { ...diagnostic, severity: "error" } : diagnostic;
}

/**
 * Adds the findings in documents: these know the file that a link means, while a page only shows that its address does
 * not exist.
 * @param build the build's own findings first, then others.
 * @param configFile the configuration; rendered pages report its links with place and number.
 */
export function withBuildChecks(
  located: readonly Diagnostic[],
  build: readonly Diagnostic[],
  configFile: string,
): Diagnostic[] {
  const vague = new Set<Code>(["broken-link", "broken-anchor", "link-relative"]);
  const at = ({ file, line, column }: Diagnostic) => JSON.stringify([file, line, column]);
  const precise = new Set(located.filter(({ code }) => !vague.has(code as Code)).map(at));
  const own = build.filter(
    (d) => alsoHere.has(d.code as Code) || (strict.has(d.code as Code) && d.file !== configFile && !precise.has(at(d))),
  );
  const known = new Map(own.map((d) => [at(d), d]));
  const firsts = own.filter((d) => known.get(at(d))?.code !== d.code || known.get(at(d)) === d);
  return [...located.filter((d) => !known.has(at(d))), ...firsts.map(strictly)];
}

/** One diagnostic for all findings of a code at one place. */
export function report(found: readonly (readonly [Finding, Place])[]): Diagnostic[] {
  const groups = new Map<string, { first: Finding; place: Place; pages: Set<string> }>();
  for (const [finding, place] of found) {
    const key = JSON.stringify([finding.code, place.file, place.position]);
    const group = groups.get(key);
    if (group) group.pages.add(finding.path);
    else groups.set(key, { first: finding, place, pages: new Set([finding.path]) });
  }
  return [...groups.values()].map(({ first, place, pages }) =>
    diagnosticOf(first, place, place.shared ? pages.size : 1),
  );
}

function diagnosticOf({ code, message, help }: Finding, place: Place, pages: number): Diagnostic {
  const { file, position, length } = place;
  const text = pages > 1 ? `${message} (on ${pages} pages)` : message;
  return strictly(diagnose(code, text, { file, ...position, length, help }));
}

/** Where in a text an offset is. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** A problem on this number of pages comes from their frame. */
const layoutShare = 0.5;
const layoutPages = 10;

/** Places in the built files themselves. A problem of most pages is reported once, at the first of them. */
export function reportInOutput(
  findings: readonly Finding[],
  texts: ReadonlyMap<string, string | undefined>,
  pages: number,
): Diagnostic[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.group ?? finding.text]);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  const placeOf = ({ path, offset, text }: Finding): Place => ({
    file: path,
    position: positionAt(texts.get(path) ?? "", offset),
    length: text.length || undefined,
  });
  return [...groups.values()].flatMap((group) => {
    const spread = new Set(group.map(({ path }) => path)).size;
    const [first] = group;
    if (first && spread > 1 && (spread > pages * layoutShare || spread >= layoutPages))
      return [diagnosticOf(first, placeOf(first), spread)];
    return group.map((finding) => diagnosticOf(finding, placeOf(finding), 1));
  });
}
