/** The findings of checks, and the diagnostics that they become: each with a place, and findings with the same cause reported once. */
import { type Code, diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { DocumentLink, Position } from "../../shared/document.js";
import { positionAt } from "../../shared/lines.js";
import { isLocalUrl, splitUrl, withoutStrayMark } from "../../shared/url.js";
import type { Site } from "../../site/model/site.js";
import type { FoundProblem, LinkProblem } from "./facts.js";

export interface LinkFinding extends FoundProblem {
  /** File of the built site. */
  path: string;
  /** Absolute form of a URL, which is the same for all spellings of a link. */
  target?: string;
  /** Findings of one code with the same group have one cause; `text` unless set. */
  group?: string;
}

/** A finding's place in the source that has to change. */
export interface LinkLocation {
  file: string;
  position?: Position;
  /** The text with the problem, as it is written there. */
  text?: string;
  /** Many pages get it from here, so the message has their number. */
  shared?: boolean;
}

/** Findings only in documents: pages show neither the URL nor the reference. */
const alsoHere = new Set<Code>(["url-unsafe", "reference-unknown", "link-empty"]);

/** The configuration may relax a build's checks; here every broken link is an error. */
const strict = new Set<Code>([
  "broken-link",
  "broken-markdown-link",
  "broken-repository-link",
  "broken-anchor",
  "url-scheme",
  "url-unsafe",
]);

function strictly(diagnostic: Diagnostic): Diagnostic {
  return strict.has(diagnostic.code as Code) ? { ...diagnostic, severity: "error" } : diagnostic;
}

/** The places of problems. Several may have one place: a text that its search does not find has that of its paragraph. */
export class Places {
  private readonly abouts = new Map<string, Set<string | undefined>>();

  constructor(problems: Iterable<PlacedProblem>) {
    for (const { about, ...problem } of problems) {
      const key = placeKey(problem);
      const abouts = this.abouts.get(key);
      if (abouts) abouts.add(about);
      else this.abouts.set(key, new Set([about]));
    }
  }

  /** Whether a problem at this place is about the same text, as far as both name it. */
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
  const precise = new Places(located.filter(({ code }) => !vague.has(code as Code)));
  // What the configuration or a component makes is found in the pages, with a place there.
  const isInText = ({ file, line }: Diagnostic) => file !== configFile && line !== undefined;
  const diagnostics = build.filter(
    (d) => alsoHere.has(d.code as Code) || (strict.has(d.code as Code) && isInText(d) && !precise.has(d)),
  );
  const places = new Places(diagnostics);
  const firsts = new Map(diagnostics.map((d) => [JSON.stringify([d.code, placeKey(d), d.about]), d]));
  return [...located.filter((d) => !places.has(d)), ...[...firsts.values()].map(strictly)];
}

/** One diagnostic for all findings of a code with one text at one place. */
export function reportFindings(locatedFindings: readonly (readonly [LinkFinding, LinkLocation])[]): Diagnostic[] {
  const groups = new Map<string, { first: LinkFinding; location: LinkLocation; pages: Set<string> }>();
  for (const [finding, location] of locatedFindings) {
    const key = JSON.stringify([finding.code, location.file, location.position, location.text]);
    const group = groups.get(key);
    if (group) group.pages.add(finding.path);
    else groups.set(key, { first: finding, location, pages: new Set([finding.path]) });
  }
  return [...groups.values()].map(({ first, location, pages }) =>
    diagnosticOf(first, location, location.shared ? pages.size : 1),
  );
}

function diagnosticOf({ code, message, help }: LinkFinding, location: LinkLocation, pages: number): Diagnostic {
  const { file, position, text: about } = location;
  const counted = pages > 1 ? `${message} (on ${pages} pages)` : message;
  const length = about?.length || undefined;
  return strictly(diagnose(code, counted, { file, ...position, length, about, help }));
}

/** The longest element that is searched for what a finding names. */
const longestElement = 2000;

/** @param file the text of the file that has the finding. @returns the place of what the finding names, within its element. */
export function positionIn(
  file: string,
  { offset, text }: Pick<LinkFinding, "offset" | "text">,
  longest = longestElement,
): Position {
  const element = file.slice(offset, offset + longest);
  const quoted = Math.max(element.indexOf(`"${text}"`), element.indexOf(`'${text}'`));
  return positionAt(file, offset + (quoted === -1 ? Math.max(0, element.indexOf(text)) : quoted + 1));
}

/** A problem on this number of pages comes from their frame. */
const layoutShare = 0.5;
const layoutPages = 10;

/** Places in the built files themselves. A problem of most pages is reported once, at the first of them. */
export function reportInOutput(
  findings: readonly LinkFinding[],
  texts: ReadonlyMap<string, string | undefined>,
  pages: number,
): Diagnostic[] {
  const groups = new Map<string, LinkFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.group ?? finding.text]);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
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

export function hiddenProblems({ targets }: Site): Diagnostic[] {
  return [...targets].flatMap(([document, linkTargets]) =>
    document.links.flatMap((link, index) => {
      const target = linkTargets[index];
      const slip = slipOf(link, target?.kind === "file" && target.asset === undefined ? target.path : undefined);
      if (!slip) return [];
      const { code, message, help } = slip;
      const { url: about, position } = link;
      return [diagnose(code, message, { file: document.path, ...position, length: about.length, about, help })];
    }),
  );
}

/** @param file the target that the link was resolved to. */
function slipOf({ url, kind }: DocumentLink, file: string | undefined): LinkProblem | undefined {
  if (url.trim() === "")
    return { code: "link-empty", message: `this ${kind} has no URL`, help: "Add the URL, or remove the brackets." };
  if (kind === "mention" || !isLocalUrl(url)) return undefined;
  const { path } = splitUrl(url);
  const isFolder = path.endsWith("/") && file !== undefined && /\.\w+$/.test(file);
  const slips: [what: string, right: string | undefined][] = [
    ["has a character too many before its scheme", withoutStrayMark(url)],
    ["has two slashes in a row, and only this program reads them as one", path.replace(/(?<=[^/])\/{2,}/g, "/")],
    ["has an escaped slash, which many programs do not read as a slash", path.replace(/%2f/gi, "/")],
    ["has a slash after the name of a file", isFolder ? path.replace(/\/+$/, "") : path],
  ];
  const [mistake, right = ""] = slips.find(([, right]) => right !== undefined && right !== path) ?? [];
  if (mistake === undefined) return undefined;
  const correction = right === withoutStrayMark(url) ? right : url.replace(path, right);
  return { code: "broken-link", message: `${url} ${mistake}`, help: `Write ${correction}.` };
}
