/** Turns the findings of checks into diagnostics: each gets a location, and findings with the same cause are reported once. */
import { type Code, diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { DocumentLink, Position } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { positionAt } from "../../shared/lines.js";
import { isLocalUrl, splitUrl, withoutStrayMark } from "../../shared/url.js";
import type { Site } from "../../site/model/site.js";
import type { FileProblem, LinkProblem } from "./facts.js";

export interface LinkFinding extends FileProblem {
  /** File of the built site. */
  path: string;
  /** The absolute form of the URL, which is the same for all spellings of a link. */
  target?: string;
  /** Findings of one code with the same group have one cause. By default the group is `text`. */
  group?: string;
}

/** Where the source of a finding has to change. */
export interface LinkLocation {
  file: string;
  position?: Position;
  /** The text with the problem, as the source has it. */
  text?: string;
  /** Whether many pages get the problem from this place, so that the message states their number. */
  shared?: boolean;
}

/** Problems that only the build finds, because rendered pages show neither the URL nor the reference. */
const buildOnly = new Set<Code>(["url-unsafe", "reference-unknown", "link-empty"]);

/** Codes that are errors here, although the configuration may relax them for a build. */
const strict = new Set<Code>([
  "broken-link",
  "broken-markdown-link",
  "broken-repository-link",
  "broken-anchor",
  "url-scheme",
  "url-unsafe",
]);

function withStrictSeverity(diagnostic: Diagnostic): Diagnostic {
  return strict.has(diagnostic.code as Code) ? { ...diagnostic, severity: "error" } : diagnostic;
}

/** The places of problems. Several problems may share one: a text that is not found in its paragraph gets the paragraph's place. */
export class ProblemPlaces {
  /** The texts that problems are about, by place; undefined for a problem that names none. */
  private readonly abouts = new Map<string, Set<string | undefined>>();

  constructor(problems: Iterable<PlacedProblem>) {
    for (const { about, ...problem } of problems) getOrAdd(this.abouts, placeKey(problem), () => new Set()).add(about);
  }

  /** Whether a problem at this place is about the same text. A problem that names no text matches any. */
  has(problem: PlacedProblem): boolean {
    const abouts = this.abouts.get(placeKey(problem));
    return abouts !== undefined && (problem.about === undefined || abouts.has(problem.about) || abouts.has(undefined));
  }
}

type PlacedProblem = Pick<Diagnostic, "file" | "line" | "column" | "about">;

function placeKey({ file, line, column }: PlacedProblem): string {
  return JSON.stringify([file, line, column]);
}

/**
 * Adds the build's findings in documents, and drops vaguer ones at the same place: the build knows the file that a link
 * means, while a page only shows that its address does not exist.
 * @param build of two equal findings the last one counts.
 * @param configFile name of the configuration: its links are reported by the rendered pages, with a count of pages.
 */
export function withBuildChecks(
  located: readonly Diagnostic[],
  build: readonly Diagnostic[],
  configFile: string,
): Diagnostic[] {
  const vague = new Set<Code>(["broken-link", "broken-anchor", "link-relative"]);
  const precise = new ProblemPlaces(located.filter(({ code }) => !vague.has(code as Code)));
  // Links of the configuration and of components are found in the rendered pages.
  const isInText = ({ file, line }: Diagnostic) => file !== configFile && line !== undefined;
  const diagnostics = build.filter(
    (d) => buildOnly.has(d.code as Code) || (strict.has(d.code as Code) && isInText(d) && !precise.has(d)),
  );
  const places = new ProblemPlaces(diagnostics);
  const unique = new Map(diagnostics.map((d) => [JSON.stringify([d.code, placeKey(d), d.about]), d]));
  return [...located.filter((d) => !places.has(d)), ...[...unique.values()].map(withStrictSeverity)];
}

/** One diagnostic for all findings of a code with one text at one place. */
export function reportFindings(locatedFindings: readonly (readonly [LinkFinding, LinkLocation])[]): Diagnostic[] {
  const groups = new Map<string, { first: LinkFinding; location: LinkLocation; pages: Set<string> }>();
  for (const [finding, location] of locatedFindings) {
    const key = JSON.stringify([finding.code, location.file, location.position, location.text]);
    getOrAdd(groups, key, () => ({ first: finding, location, pages: new Set() })).pages.add(finding.path);
  }
  return [...groups.values()].map(({ first, location, pages }) =>
    diagnosticOf(first, location, location.shared ? pages.size : 1),
  );
}

function diagnosticOf({ code, message, help }: LinkFinding, location: LinkLocation, pages: number): Diagnostic {
  const { file, position, text: about } = location;
  const countedMessage = pages > 1 ? `${message} (on ${pages} pages)` : message;
  const length = about?.length || undefined;
  return withStrictSeverity(diagnose(code, countedMessage, { file, ...position, length, about, help }));
}

/** Characters of an element that are searched for the text of a finding. */
const longestElement = 2000;

/** @param file the text of the file that has the finding. @returns the position of the finding's text within its element. */
export function positionIn(
  file: string,
  { offset, text }: Pick<LinkFinding, "offset" | "text">,
  longest = longestElement,
): Position {
  const element = file.slice(offset, offset + longest);
  const quoted = Math.max(element.indexOf(`"${text}"`), element.indexOf(`'${text}'`));
  return positionAt(file, offset + (quoted === -1 ? Math.max(0, element.indexOf(text)) : quoted + 1));
}

/** A problem on this share or number of pages comes from their layout. */
const layoutShare = 0.5;
const layoutPages = 10;

/** Reports findings at their places in the built files; a problem of most pages is reported once, in the first of them. */
export function reportInOutput(
  findings: readonly LinkFinding[],
  texts: ReadonlyMap<string, string | undefined>,
  pages: number,
): Diagnostic[] {
  const groups = new Map<string, LinkFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.group ?? finding.text]);
    getOrAdd(groups, key, () => []).push(finding);
  }
  const locationOf = (finding: LinkFinding): LinkLocation => ({
    file: finding.path,
    position: positionIn(texts.get(finding.path) ?? "", finding),
    text: finding.text,
  });
  return [...groups.values()].flatMap((group) => {
    const spread = new Set(group.map(({ path }) => path)).size;
    const [first] = group;
    if (first && spread > 1 && (spread > pages * layoutShare || spread >= layoutPages))
      return [diagnosticOf(first, locationOf(first), spread)];
    return group.map((finding) => diagnosticOf(finding, locationOf(finding), 1));
  });
}

/** Reports links in documents that the build reads as their authors meant them, but other programs do not. */
export function hiddenProblems({ targets }: Site): Diagnostic[] {
  return [...targets].flatMap(([document, linkTargets]) =>
    document.links.flatMap((link, index) => {
      const target = linkTargets[index];
      const file = target?.kind === "file" && target.asset === undefined ? target.path : undefined;
      const problem = hiddenProblem(link, file);
      if (!problem) return [];
      const { code, message, help } = problem;
      const { url: about, position } = link;
      return [diagnose(code, message, { file: document.path, ...position, length: about.length, about, help })];
    }),
  );
}

/** @param file path of the text that the link was resolved to. */
function hiddenProblem({ url, kind }: DocumentLink, file: string | undefined): LinkProblem | undefined {
  if (url.trim() === "")
    return { code: "link-empty", message: `this ${kind} has no URL`, help: "Add the URL, or remove the brackets." };
  if (kind === "mention" || !isLocalUrl(url)) return undefined;
  const { path } = splitUrl(url);
  const isFolder = path.endsWith("/") && file !== undefined && /\.\w+$/.test(file);
  const mistakes: [description: string, correctPath: string | undefined][] = [
    ["has a character too many before its scheme", withoutStrayMark(url)],
    ["has two slashes in a row, and only this program reads them as one", path.replace(/(?<=[^/])\/{2,}/g, "/")],
    ["has an escaped slash, which many programs do not read as a slash", path.replace(/%2f/gi, "/")],
    ["has a slash after the name of a file", isFolder ? path.replace(/(?<!\/)\/+$/, "") : path],
  ];
  const [description, correctPath = ""] =
    mistakes.find(([, correct]) => correct !== undefined && correct !== path) ?? [];
  if (description === undefined) return undefined;
  const correction = correctPath === withoutStrayMark(url) ? correctPath : url.replace(path, () => correctPath);
  return { code: "broken-link", message: `${url} ${description}`, help: `Write ${correction}.` };
}
