/** The findings about links that lead nowhere: what is wrong, and what was probably meant. */
import { posix } from "node:path";
import type { CheckLevel } from "../config/index.js";
import { type Code, diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document, DocumentLink } from "../shared/document.js";
import { Candidates, didYouMean } from "../shared/text.js";
import { textFormat } from "../shared/text-format.js";
import { decodeUrl, encodePath, isLocalUrl, meantUrl, splitUrl } from "../shared/url.js";
import { type LinkIndex, linkFolder, registerOf, sourcePath } from "./link-index.js";
import type { LinkTarget } from "./model/site.js";
import { repositoryFolder } from "./written-links.js";

export class BrokenLinks {
  readonly diagnostics: Diagnostic[] = [];
  private nearRoutes: Candidates | undefined;
  private nearPaths: Candidates | undefined;
  private nearFiles: Candidates | undefined;

  constructor(
    private readonly index: LinkIndex,
    private readonly namesakes: () => Namesakes,
  ) {}

  /** No page or file has the address. @param bare without locale and base path. */
  address(document: Document, link: DocumentLink, bare: string): LinkTarget {
    const message = `nothing on this site has the address ${link.url}`;
    const onHost = this.onHost(document, link);
    if (onHost) return onHost;
    const meant = meantUrl(link.url);
    const unpublished = this.assetsHint(document, link);
    const help = unpublished ?? (meant ? `Write ${meant}.` : this.nearest(document, link, bare));
    const { brokenLinks } = this.index.config.checks;
    // Readers of the repository find it; a picture is missing on the page all the same.
    const level = unpublished && link.kind === "link" && brokenLinks === "error" ? "warn" : brokenLinks;
    this.report("broken-link", level, document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** No page is suggested for a file: what is missing may never have been added. */
  private nearest(document: Document, link: DocumentLink, bare: string): string | undefined {
    const file = this.nearFile(document, link);
    if (file || !isFileAddress(bare)) return guess(file ?? this.nearRoute(bare));
    return addFile(this.missingFile(document, link, bare));
  }

  private nearRoute(bare: string): string | undefined {
    this.nearRoutes ??= new Candidates(this.index.routes.keys());
    return this.nearRoutes.nearest(bare);
  }

  /** Where the file would have to be that a link names. */
  private missingFile(document: Document, { url }: DocumentLink, bare: string): string | undefined {
    const path = decodeUrl(splitUrl(url).path);
    const isRelative = isLocalUrl(url) && !path.startsWith("/");
    const filePath = isRelative
      ? sourcePath(document, path, this.index)
      : posix.join(this.index.config.content.static, bare);
    return filePath.startsWith("..") ? undefined : filePath;
  }

  /** A published file with a name like that in a relative link, as the link would name it. */
  private nearFile(document: Document, { url }: DocumentLink): string | undefined {
    const { assets } = this.index;
    const { path } = splitUrl(url);
    if (path === "" || path.startsWith("/") || !isLocalUrl(url)) return undefined;
    this.nearFiles ??= new Candidates(
      [...assets].flatMap(([file, { publication }]) => (publication === "refused" ? [] : [file])),
    );
    const near = this.nearFiles.nearest(sourcePath(document, decodeUrl(path), this.index));
    return near && posix.relative(linkFolder(document, this.index), near);
  }

  /** There is no text at a path, or none that is published. */
  markdown(document: Document, link: DocumentLink, path: string): LinkTarget {
    const { documents } = this.index;
    this.nearPaths ??= new Candidates(documents.keys());
    const onHost = this.onHost(document, link);
    if (onHost) return onHost;
    const unpublished = this.assetsHint(document, link);
    const candidate = unpublished
      ? undefined
      : (this.namesakes().of(path) ?? this.nearPaths.nearest(path, document.path));
    // A text never means itself.
    const near = candidate === document.path ? undefined : candidate;
    const help = unpublished ?? guess(near && posix.relative(linkFolder(document, this.index), near));
    const message = unpublished ? `${link.url} is not a page of this site` : `there is no file ${link.url}`;
    this.report("broken-markdown-link", this.levelOfFiles(), document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** The register's repository has no file at a path. @returns nothing: the link leads to the code host all the same. */
  repositoryFile(document: Document, link: DocumentLink, path: string): undefined {
    if (this.index.exists(path)) return;
    const message = `this repository has no file ${path}`;
    const help = "Name the file where it is now, or a commit that has it in place of the branch.";
    this.report("broken-repository-link", this.levelOfFiles(), document, link, message, help);
  }

  /** The text of a link is there, and its page is not. */
  draft(document: Document, link: DocumentLink, { path }: Document): LinkTarget {
    const message = `${path} is a draft, and drafts are not published`;
    const help = "Remove the link, or `draft: true` from that page.";
    this.report("broken-link", this.index.config.checks.brokenLinks, document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** The page of a link has no such fragment. */
  anchor(document: Document, link: DocumentLink, target: Document, id: string): void {
    const near = didYouMean(id, target.anchors);
    const where = target === document ? "this page" : target.path;
    const message = `${where} has no heading #${id}`;
    const help = guess(near && `#${near}`);
    this.report("broken-anchor", this.index.config.checks.brokenAnchors, document, link, message, help);
  }

  /** No text has a label of reStructuredText. */
  label(document: Document, link: DocumentLink): LinkTarget {
    const message = `no text of this site has the label ${link.url}, so the reference is shown as text`;
    const help = `Write ".. _${link.url}:" before the heading that it leads to.`;
    this.report("rst-reference", "warn", document, link, message, help);
    return { kind: "none" };
  }

  /** The file at a path is not known to be harmless. */
  refused(document: Document, link: DocumentLink, path: string): LinkTarget {
    const { refusal } = this.index.assets.get(path) ?? {};
    const isStrict = this.index.config.checks.brokenLinks === "error";
    if (refusal !== undefined) {
      const why = `${path} is not published: ${refusal}`;
      const remedy = "Commit it, or name its folder in `assets` of the series.";
      this.report("file-refused", isStrict ? "error" : "warn", document, link, why, remedy);
      return { kind: "none" };
    }
    const message = `${path} is not published: files of this kind could run in a browser or on a host, or are not known`;
    const help =
      posix.extname(path) === ""
        ? "Give the file the extension of its kind, such as .txt."
        : "Link to a form that is shown or downloaded (a picture, PDF, text, an archive), or add its extension to assetTypes of the series.";
    const onHost = this.onHost(document, link);
    // The file is not published in any case. Where the host does not show it, the link has the severity of a broken one.
    const level = isStrict && !onHost ? "error" : "warn";
    this.report("file-refused", level, document, link, message, help);
    return onHost ?? { kind: "none" };
  }

  /** The code host shows what is in the repository and not on this site: a folder, or a file outside of the folders that are published. */
  private onHost(document: Document, { kind, url }: DocumentLink): LinkTarget | undefined {
    const { path, hash } = splitUrl(url);
    const filePath = sourcePath(document, decodeUrl(path), this.index).replace(/\/$/, "");
    if (kind !== "link" || filePath.startsWith("..")) return undefined;
    const base = repositoryFolder(this.index.config, this.index.prefix);
    if (base === undefined || !this.index.exists(filePath)) return undefined;
    return { kind: "raw", url: `${base}/${encodePath(filePath)}${hash && `#${hash}`}` };
  }

  /** A file that exists, but outside the folders that the series publishes. */
  private assetsHint(document: Document, link: DocumentLink): string | undefined {
    const series = registerOf(document, this.index)?.series;
    const { path } = splitUrl(link.url);
    // From the root, a name without an extension is the address of a page.
    if (path.startsWith("/") && posix.extname(path) === "") return undefined;
    const filePath = sourcePath(document, decodeUrl(path), this.index);
    if (filePath.startsWith("..") || !this.index.exists(filePath)) return undefined;
    const within = `${filePath.replace(/\/$/, "")}/`;
    if ([...this.index.documents.keys()].some((text) => text.startsWith(within)))
      return "No page lists the texts of this folder: link to one of them.";
    if (!series) {
      const { docs, static: copied } = this.index.config.content;
      return `${filePath} exists, but is not published: move it to ${textFormat(filePath) ? docs : copied}.`;
    }
    const folder = posix.relative(series.source, posix.dirname(filePath)) || ".";
    return `${filePath} exists, but is not published: set assets of the series to "${folder}", or to a folder above.`;
  }

  private levelOfFiles(): CheckLevel {
    return this.index.config.checks.brokenMarkdownLinks ?? "warn";
  }

  private report(
    code: Code,
    level: CheckLevel,
    document: Document,
    link: DocumentLink,
    message: string,
    help: string | undefined,
  ): void {
    if (level === "ignore") return;
    const severity = level === "error" ? "error" : "warning";
    const { url: about, position } = link;
    this.diagnostics.push(
      diagnose(code, message, { severity, file: document.path, ...position, length: about.length, about, help }),
    );
  }
}

/** Whether an address is that of a file, such as a picture, and of no page. */
export const isFileAddress = (path: string) => /\.(?!(?:html?|md|wiki)$)[a-z][a-z0-9]{1,4}$/i.test(path);

/** What to do about an address of a file that no file has. */
export const addFile = (filePath: string | undefined) =>
  filePath && `Add the file ${filePath}, or correct the address.`;

function guess(meant: string | undefined): string | undefined {
  return meant && `Did you mean ${meant}?`;
}

/** Every folder may have a text of this name, so its folder has to agree as well. */
const ofAnyFolder = /^(?:readme|index)\.\w+$/;
/** `0000-tokens.md` became `0012-tokens.md`. */
const beforeWords = /^[a-z]{0,12}[-_ ]?\d{1,9}[-_ ]+/;

/** A text that was moved or got a number is still known by its name: the path of a link ends as that of the text does. */
export class Namesakes {
  /** Segments of paths from the end, in lower case, by the first of them. */
  private readonly byName = new Map<string, Candidate[]>();
  /** The same, by that segment without its number. */
  private readonly byWords = new Map<string, Candidate[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const segments = segmentsOf(path);
      const name = segments[0] ?? "";
      const [candidate, words] = [{ path, segments }, name.replace(beforeWords, "")];
      if (!this.byName.get(name)?.push(candidate)) this.byName.set(name, [candidate]);
      if (!this.byWords.get(words)?.push(candidate)) this.byWords.set(words, [candidate]);
    }
  }

  /** The one path that ends as `path` does, by most of its segments; undefined if there is none, or several. */
  of(path: string): string | undefined {
    const segments = segmentsOf(path);
    const name = segments[0] ?? "";
    const same = this.byName.get(name);
    if (same) return closest(same, segments, ofAnyFolder.test(name) ? 1 : 0);
    return closest(this.byWords.get(name.replace(beforeWords, "")) ?? [], segments, 0);
  }
}

interface Candidate {
  path: string;
  segments: readonly string[];
}

/** @param fewest folders that have to agree. */
function closest(
  candidates: readonly Candidate[],
  targetSegments: readonly string[],
  fewest: number,
): string | undefined {
  let most = fewest;
  let best: string[] = [];
  for (const { path, segments } of candidates) {
    const differs = segments.findIndex((segment, index) => index > 0 && segment !== targetSegments[index]);
    const folders = (differs < 0 ? segments.length : differs) - 1;
    if (folders > most) best = [];
    if (folders < most) continue;
    best.push(path);
    most = folders;
  }
  return best.length === 1 ? best[0] : undefined;
}

const segmentsOf = (path: string) => path.toLowerCase().split("/").reverse();
