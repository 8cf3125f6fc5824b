/** Reports links that lead nowhere, with the address that was probably meant. */
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

  /** Reports a link to an address that no page or file has. @param bare the address without locale and base path. */
  address(document: Document, link: DocumentLink, bare: string): LinkTarget {
    const message = `nothing on this site has the address ${link.url}`;
    const onHost = this.findOnHost(document, link);
    if (onHost) return onHost;
    const meant = meantUrl(link.url);
    const unpublished = this.publishingHint(document, link);
    const help = unpublished ?? (meant ? `Write ${meant}.` : this.nearest(document, link, bare));
    const { brokenLinks } = this.index.config.checks;
    // An unpublished file is only warned about: readers find it in the repository. A picture, however, is missing on the page.
    const level = unpublished && link.kind === "link" && brokenLinks === "error" ? "warn" : brokenLinks;
    this.report("broken-link", level, document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** Suggests what was meant. For the address of a file no page is suggested: the file may never have been added. */
  private nearest(document: Document, link: DocumentLink, bare: string): string | undefined {
    const file = this.nearFile(document, link);
    if (file || !isFileAddress(bare)) return guess(file ?? this.nearRoute(bare));
    return addFile(this.missingFile(document, link, bare));
  }

  private nearRoute(bare: string): string | undefined {
    this.nearRoutes ??= new Candidates(this.index.routes.keys());
    return this.nearRoutes.nearest(bare);
  }

  /** The path at which a linked file would have to be. */
  private missingFile(document: Document, { url }: DocumentLink, bare: string): string | undefined {
    const path = decodeUrl(splitUrl(url).path);
    const isRelative = isLocalUrl(url) && !path.startsWith("/");
    const filePath = isRelative
      ? sourcePath(document, path, this.index)
      : posix.join(this.index.config.content.static, bare);
    return filePath.startsWith("..") ? undefined : filePath;
  }

  /** Finds a published file with a name like that in a relative link. @returns its path as the link would have it. */
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

  /** Reports a link to a path at which no text is published. */
  markdown(document: Document, link: DocumentLink, path: string): LinkTarget {
    const { documents } = this.index;
    this.nearPaths ??= new Candidates(documents.keys());
    const onHost = this.findOnHost(document, link);
    if (onHost) return onHost;
    const unpublished = this.publishingHint(document, link);
    const candidate = unpublished
      ? undefined
      : (this.namesakes().of(path) ?? this.nearPaths.nearest(path, document.path));
    // A text does not mean to link to itself.
    const near = candidate === document.path ? undefined : candidate;
    const help = unpublished ?? guess(near && posix.relative(linkFolder(document, this.index), near));
    const message = unpublished ? `${link.url} is not a page of this site` : `there is no file ${link.url}`;
    this.report("broken-markdown-link", this.levelOfFiles(), document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** Reports a link to a missing file of the register's repository. @returns undefined, because the link still leads to the code host. */
  repositoryFile(document: Document, link: DocumentLink, path: string): undefined {
    if (this.index.exists(path)) return;
    const message = `this repository has no file ${path}`;
    const help = "Write the present path of the file, or a commit that has the file in place of the branch.";
    this.report("broken-repository-link", this.levelOfFiles(), document, link, message, help);
  }

  /** Reports a link to a draft, whose page is not published. */
  draft(document: Document, link: DocumentLink, { path }: Document): LinkTarget {
    const message = `${path} is a draft, and drafts are not published`;
    const help = "Remove the link, or `draft: true` from that page.";
    this.report("broken-link", this.index.config.checks.brokenLinks, document, link, message, help);
    return { kind: "raw", url: link.url };
  }

  /** Reports a link to a heading that the page does not have. */
  anchor(document: Document, link: DocumentLink, target: Document, id: string): void {
    const near = didYouMean(id, target.anchors);
    const where = target === document ? "this page" : target.path;
    const message = `${where} has no heading #${id}`;
    const help = guess(near && `#${near}`);
    this.report("broken-anchor", this.index.config.checks.brokenAnchors, document, link, message, help);
  }

  /** Reports a reference to a label of reStructuredText that no text has. */
  label(document: Document, link: DocumentLink): LinkTarget {
    const message = `no text of this site has the label ${link.url}, so the reference is shown as text`;
    const help = `Write ".. _${link.url}:" before the heading that it leads to.`;
    this.report("rst-reference", "warn", document, link, message, help);
    return { kind: "none" };
  }

  /** Reports a link to a file that is not published, because it is not in the repository or not known to be harmless. */
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
    const onHost = this.findOnHost(document, link);
    // If the code host shows the file, the link is not broken.
    const level = isStrict && !onHost ? "error" : "warn";
    this.report("file-refused", level, document, link, message, help);
    return onHost ?? { kind: "none" };
  }

  /** Finds the page on the code host of a folder, or of a file that this site does not publish. */
  private findOnHost(document: Document, { kind, url }: DocumentLink): LinkTarget | undefined {
    const { path, hash } = splitUrl(url);
    const filePath = sourcePath(document, decodeUrl(path), this.index).replace(/\/$/, "");
    if (kind !== "link" || filePath.startsWith("..")) return undefined;
    const base = repositoryFolder(this.index.config, this.index.prefix);
    if (base === undefined || !this.index.exists(filePath)) return undefined;
    return { kind: "raw", url: `${base}/${encodePath(filePath)}${hash && `#${hash}`}` };
  }

  /** Says how to publish a file that exists outside the folders that the series publishes. */
  private publishingHint(document: Document, link: DocumentLink): string | undefined {
    const series = registerOf(document, this.index)?.series;
    const { path } = splitUrl(link.url);
    // A path from the root without an extension is the address of a page.
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

/** Whether an address is that of a file, such as a picture, and not of a page. */
export const isFileAddress = (path: string) => /\.(?!(?:html?|md|wiki)$)[a-z][a-z0-9]{1,4}$/i.test(path);

/** The help for an address at which a file is missing. */
export const addFile = (filePath: string | undefined) =>
  filePath && `Add the file ${filePath}, or correct the address.`;

function guess(meant: string | undefined): string | undefined {
  return meant && `Did you mean ${meant}?`;
}

/** Matches a name that every folder may have, so that the folder has to agree, too. */
const anyFolderName = /^(?:readme|index)\.\w+$/;
/** Matches the number before the words of a name, which may change: `0000-tokens.md` became `0012-tokens.md`. */
const numberBeforeWords = /^[a-z]{0,12}[-_ ]?\d{1,9}[-_ ]+/;

/** Finds a text that moved, or got a number, by its name: its path and that of the link have the same end. */
export class Namesakes {
  /** Segments of paths from the end, in lower case, by the first of them. */
  private readonly byName = new Map<string, Candidate[]>();
  /** The same by the first segment without its number. */
  private readonly byWords = new Map<string, Candidate[]>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const segments = segmentsOf(path);
      const name = segments[0] ?? "";
      const [candidate, words] = [{ path, segments }, name.replace(numberBeforeWords, "")];
      if (!this.byName.get(name)?.push(candidate)) this.byName.set(name, [candidate]);
      if (!this.byWords.get(words)?.push(candidate)) this.byWords.set(words, [candidate]);
    }
  }

  /** @returns the path that shares the most segments with the end of `path`; undefined if there is none, or several. */
  of(path: string): string | undefined {
    const segments = segmentsOf(path);
    const name = segments[0] ?? "";
    const same = this.byName.get(name);
    if (same) return closest(same, segments, anyFolderName.test(name) ? 1 : 0);
    return closest(this.byWords.get(name.replace(numberBeforeWords, "")) ?? [], segments, 0);
  }
}

interface Candidate {
  path: string;
  segments: readonly string[];
}

/** @param minFolders number of folders that have to agree. */
function closest(
  candidates: readonly Candidate[],
  targetSegments: readonly string[],
  minFolders: number,
): string | undefined {
  let most = minFolders;
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
