/**
 * Finds conflicts between the addresses of generated files and of the site's own files, before anything is written, so
 * that no file silently replaces another.
 */
import { posix } from "node:path";
import { folderOf, whyNotOnWindows } from "../output/emit/manifest.js";
import { kindOf } from "../output/pages/index.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { pathBelow } from "../platform/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { OutputFile, PlannedFiles } from "../shared/output.js";
import { foldPath } from "../shared/page-path.js";
import { textFormat } from "../shared/text-format.js";
import { routeAt } from "../site/model/addresses.js";
import type { Site, StaticFile } from "../site/model/site.js";

/** One file of the output, or with a trailing slash a folder that is reserved as a whole. */
export interface Claim {
  /** Below the output folder. */
  path: string;
  /** The source, relative to the root, when a file of the site is to be published there. */
  file?: string;
  /** The text or component, relative to the root, that the file is made from: its page, or the copy of the text beside the page. */
  text?: string | undefined;
  /** The route of a page without a text. */
  page?: string | undefined;
  /** The key of the configuration that a page has its address from. */
  key?: string | undefined;
  /** See `PlannedFiles`. */
  madeBy?: string | undefined;
}

/** Names the owner of a claim in messages: `content/static/a.png`, `the page /cip`. */
function nameOwner({ path, file, text, page, madeBy }: Claim): string {
  if (file !== undefined) return file;
  if (madeBy !== undefined) return madeBy;
  if (text !== undefined) return path.endsWith(".html") ? `the page of ${text}` : `the copy of ${text} beside its page`;
  if (page !== undefined) return `the page ${page}`;
  return path === reserved.path ? "the build's own records" : "a file that cipgen makes";
}

/** Matches the files for hosts and browsers that a site may replace by its own. */
const replaceable =
  /^(?:robots\.txt|manifest\.json|_headers|_redirects|favicon\.[^/]+|CNAME|\.nojekyll|\.well-known\/.+|humans\.txt|(?:[\w-]+\/)?opensearch\.xml)$/;

/** Claims of generated files. @param ready files that are the same for every site: the browser's. */
export function madeClaims(ready: readonly OutputFile[], planned: readonly PlannedFiles[], site: Site): Claim[] {
  const { config, routes } = site;
  const claims: Claim[] = ready.map(({ path }) => ({ path }));
  // The data of a page is beside it.
  const besideData = (path: string) =>
    path.endsWith("/index.json") ? routeAt(config, `/${path.slice(0, -"/index.json".length)}`).route : undefined;
  const texts = new Map<string, string>();
  const stem = (path: string) => path.slice(0, -posix.extname(path).length);
  for (const { paths, route, madeBy } of planned) {
    for (const path of paths) {
      const source = route === undefined && textFormat(path) ? texts.get(stem(path)) : undefined;
      if (source !== undefined) {
        claims.push({ path, text: source });
        continue;
      }
      const address = route ?? besideData(path);
      const page = address === undefined ? undefined : routes.get(address);
      if (!page || !path.endsWith(".html")) claims.push({ path, key: page?.key, madeBy });
      else {
        const text = page.source ?? kindOf(page).text?.(page, site).document?.path;
        if (text !== undefined) texts.set(stem(path), text);
        claims.push(text === undefined ? { path, page: page.route, key: page.key } : { path, text });
      }
    }
  }
  return claims;
}

/** @param root absolute. @returns the claims of a site's own files, in the order of their addresses. */
export function fileClaims(files: readonly StaticFile[], root: string): Claim[] {
  return files.map(({ url, path }) => {
    const file = pathBelow(root, path);
    return { path: posix.normalize(url.slice(1)), file };
  });
}

/** Whether a generated file is published: unless a file of the site replaces it, which `checkClaims` has reported. */
export function isPublished({ path }: Pick<OutputFile, "path">, { files }: Site): boolean {
  return !files.has(`/${path}`);
}

/** The build's own folder in the output. */
const reserved: Claim = { path: ".cipgen/" };

/**
 * @param outputs files that the program makes.
 * @param files files of the site itself.
 * @param configFile its name, for messages.
 * @returns an error for each conflict, with both claimants; a warning for each address that cannot be a file on Windows;
 * and one warning that lists the generated files that the site replaces.
 */
export function checkClaims(outputs: readonly Claim[], files: readonly Claim[], configFile: string): Diagnostic[] {
  const claims = new Claims(configFile);
  for (const claim of [reserved, ...outputs, ...files]) claims.add(claim);
  const clashes = [...claims.clashes, ...nameProblems([...outputs, ...files])];
  const { replaced } = claims;
  if (replaced.length === 0) return clashes;
  const names = replaced.map(({ path }) => path).join(", ");
  const message = `the site's own ${names} ${replaced.length === 1 ? "is" : "are"} published, in place of those that the build makes`;
  return [...clashes, diagnose("file-replaces", message, { file: replaced[0]?.file })];
}

/** Reports addresses that cannot be names of files on Windows, where a site may be built, copied or unpacked. */
function nameProblems(claims: readonly Claim[]): Diagnostic[] {
  const named = claims.flatMap(({ path, file, text }) => {
    const reason = whyNotOnWindows(path);
    return reason === undefined ? [] : [{ path, reason, file: file ?? text, isText: text !== undefined }];
  });
  // A text, or a tag, has several files.
  const reportedFiles = new Set<string>();
  return named
    .sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))
    .flatMap(({ path, reason, file, isText }) => {
      if (reportedFiles.has(file ?? reason)) return [];
      reportedFiles.add(reason);
      if (file !== undefined) reportedFiles.add(file);
      const severity = process.platform === "win32" ? "error" : "warning";
      const help =
        file === undefined
          ? "Rename what the address is made from: a tag, a category, or a route of the configuration."
          : `Give the file another name${isText ? ", or its page another address" : ""}.`;
      const message = `/${path} cannot be a file on Windows: ${reason}`;
      return [diagnose("windows-name", message, { severity, ...(file !== undefined && { file }), help })];
    });
}

const isSiteFile = ({ file }: Claim) => file !== undefined;

/** Collects claims, and reports each that clashes with an earlier one. */
class Claims {
  readonly clashes: Diagnostic[] = [];
  readonly replaced: Claim[] = [];
  /** By folded path. `a/` is a folder with files, `a//` a reserved folder, `//a` the address of a page. */
  private readonly owners = new Map<string, Claim>();
  /** The texts and keys of reported clashes: the other files of a page would only repeat its clash. */
  private readonly reportedSubjects = new Set<string>();

  constructor(private readonly configFile: string) {}

  add(claim: Claim): void {
    const path = foldPath(claim.path);
    const isFolder = path.endsWith("/");
    const name = isFolder ? path.slice(0, -1) : path;
    // `/cip` is `cip.html` and `cip/index.html`.
    const page = path.endsWith(".html") ? `//${path.replace(/(?:^|\/)index\.html$|\.html$/, "")}` : undefined;
    const owner =
      (isFolder ? undefined : this.owners.get(`${name}/`)) ??
      this.ownerAbove(name, isSiteFile(claim)) ??
      (page === undefined ? undefined : this.owners.get(page));
    const isReplacement = owner?.path === claim.path && isSiteFile(claim) && !isSiteFile(owner);
    if (isReplacement && replaceable.test(claim.path)) {
      this.replaced.push(claim);
      return;
    }
    if (owner) this.report(claim, owner);
    this.take(isFolder ? `${name}//` : name, claim);
    if (page !== undefined) this.take(page, claim);
    // Takes the folders around the file, up to the first that is already taken, because those around it are, too.
    for (let folder = folderOf(name); folder !== "" && this.take(`${folder}/`, claim); ) folder = folderOf(folder);
  }

  /** The owner of a path or of a folder around it; for a file of the site, also the owner of a reserved folder. */
  private ownerAbove(name: string, isOfSite: boolean): Claim | undefined {
    for (let prefix = name; prefix !== ""; prefix = folderOf(prefix)) {
      const owner = this.owners.get(prefix) ?? (isOfSite ? this.owners.get(`${prefix}//`) : undefined);
      if (owner) return owner;
    }
    return undefined;
  }

  private take(key: string, claim: Claim): boolean {
    if (this.owners.has(key)) return false;
    this.owners.set(key, claim);
    return true;
  }

  private report(claim: Claim, earlier: Claim): void {
    const isSpelling = claim.path !== earlier.path && foldPath(claim.path) === foldPath(earlier.path);
    // A site may have two files of its own whose names differ only in case.
    const severity = isSpelling && isSiteFile(claim) && isSiteFile(earlier) ? "warning" : "error";
    const address = `/${claim.path}`;
    const isSameLetters = claim.path.normalize("NFC") === earlier.path.normalize("NFC");
    const difference = isSameLetters ? "in the encoding of their accents (NFC and NFD)" : "in upper and lower case";
    const message = isSpelling
      ? `${address} and /${earlier.path} (${nameOwner(earlier)}) differ only ${difference}, and on many file systems one would replace the other`
      : claim.path === earlier.path
        ? `${address} is the address of ${nameOwner(earlier)}`
        : `${address} and /${earlier.path} (${nameOwner(earlier)}) cannot both be published`;
    const text = [claim.file, claim.text, earlier.file, earlier.text].find((path) => path !== undefined);
    const key = text === undefined ? (claim.key ?? earlier.key) : undefined;
    const subjectKey = claim.text !== undefined && earlier.text !== undefined ? `${claim.text}\0${earlier.text}` : key;
    if (subjectKey && this.reportedSubjects.has(subjectKey)) return;
    if (subjectKey) this.reportedSubjects.add(subjectKey);
    const file = key ? this.configFile : text;
    const subject = isSiteFile(claim) ? "" : `${key ? `${key}: ` : ""}${nameOwner(claim)}: `;
    this.clashes.push(
      diagnose("route-conflict", subject + message, {
        severity,
        ...(file !== undefined && { file }),
        help: key ? "Choose another address for one of the two." : "Rename one of the two; nothing was overwritten.",
      }),
    );
  }
}
