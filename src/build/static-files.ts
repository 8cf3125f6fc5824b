/**
 * Prepares the site's own files for publication. Anyone may propose a file beside proposals, which then has the site's
 * origin: none may run in a reader's browser, so drawings are cleaned and files that look like pages are refused. Names
 * decide which files are published at all (src/shared/publication.ts).
 */

import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";
import { posix } from "node:path";
import { cleanDrawing, maxElementDepth } from "../content/formats/svg.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { pathBelow } from "../platform/path-below.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile } from "../shared/output.js";
import type { Publication } from "../shared/publication.js";
import { conflictHelp, conflictMessage, findConflicts } from "../shared/syntax-problems.js";
import type { Site, StaticFile } from "../site/model/site.js";

/** The results for files that were examined before, by absolute path. */
export type KnownFiles = Map<string, { stamp: string; published: PublishedFile }>;

/**
 * @param root absolute.
 * @param earlierFiles results of former calls; updated.
 */
export function staticFiles(
  { files, config }: Site,
  root: string,
  earlierFiles: KnownFiles = new Map(),
): Result<OutputFile[]> {
  const diagnostics: Diagnostic[] = [];
  const isLenient = config.checks.brokenLinks !== "error";
  const value = [...files.values()].flatMap((file): OutputFile[] => {
    const { content, isLeftOut, diagnostics: problems } = examine(file, root, earlierFiles);
    // If broken links do not stop the build, a refused file does not either, and is left out.
    const isMissing = isLenient && problems.some(({ code }) => code === "file-refused");
    addAll(
      diagnostics,
      problems.map((diagnostic): Diagnostic => (isMissing ? { ...diagnostic, severity: "warning" } : diagnostic)),
    );
    if (isLeftOut || isMissing) return [];
    const path = posix.normalize(file.url.slice(1));
    return [
      content === undefined ? { path, content: { copyOf: file.path } } : { path, content, cleanedFrom: file.path },
    ];
  });
  return { value, diagnostics };
}

/** Checks a file, unless its stats are those of an earlier call. */
function examine({ path, publication }: StaticFile, root: string, files: KnownFiles): PublishedFile {
  if (publication === "refused" || (publication === undefined && !writtenByHand.test(path))) return { diagnostics: [] };
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isFile()) return { diagnostics: [] };
  const stamp = stampOf(info);
  const before = files.get(path);
  if (before?.stamp === stamp) return before.published;
  const file = pathBelow(root, path);
  const publishedFile =
    publication === undefined
      ? checkText(path, file, info.size)
      : checkBeside(file, publication, publication === "drawing" ? readFileSync(path) : readHead(path));
  files.set(path, { stamp, published: publishedFile });
  return publishedFile;
}

/** Matches texts that people write, and that may contain unresolved merges. */
const writtenByHand =
  /(?:\.(?:css|csv|html?|js|json|mjs|svg|toml|txt|webmanifest|xml|ya?ml)|[\\/]_(?:headers|redirects)|CNAME)$/i;
/** Texts above this size, in bytes, were not written by hand. */
const largestText = 1_000_000;

function checkText(path: string, file: string, size: number): PublishedFile {
  if (size > largestText) return { diagnostics: [] };
  const diagnostics = findConflicts(readFileSync(path, "utf8")).map(({ line, end }) =>
    diagnose("conflict-markers", `${conflictMessage}, up to line ${end}`, {
      file,
      line,
      column: 1,
      help: conflictHelp,
    }),
  );
  return { diagnostics };
}

/** A text that differs if a file may have changed. */
export function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(headLength);
  const handle = openSync(path, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, headLength, 0));
  } finally {
    closeSync(handle);
  }
}

/** The content of a file in a form that may be published. */
interface PublishedFile {
  /** Undefined if the file is published unchanged. */
  content?: string;
  /** Whether the file is left out with only a warning, however strict `checks` is. */
  isLeftOut?: true;
  diagnostics: Diagnostic[];
}

/**
 * Checks a file beside texts.
 * @param file its path, for messages.
 * @param bytes all of a drawing, the beginning (`headLength`) of anything else.
 */
function checkBeside(file: string, publication: Publication, bytes: Buffer): PublishedFile {
  if (publication === "drawing") return cleanedDrawing(file, bytes);
  if (publication !== "copy" || !beginsLikeMarkup(bytes)) return { diagnostics: [] };
  const message = "this file begins like an HTML page, although its name says otherwise, and was not published";
  const help = "Give it the extension of its type: an HTML page is published as text.";
  return { diagnostics: [diagnose("file-refused", message, { file, help })] };
}

/** Number of bytes by which a browser detects the type of a file. */
const headLength = 1445;

/** Whether a browser may take bytes for a page: its own test for files without a content type (mimesniff.spec.whatwg.org), with fewer exceptions. */
function beginsLikeMarkup(bytes: Buffer): boolean {
  const start = bytes.subarray(0, headLength).toString("latin1").replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[a-z!?/]/i.test(start);
}

function cleanedDrawing(file: string, bytes: Buffer): PublishedFile {
  // A warning, so that one broken picture does not stop a build.
  const refuse = (message: string, help: string): PublishedFile => ({
    isLeftOut: true,
    diagnostics: [diagnose("file-refused", message, { file, help, severity: "warning" })],
  });
  if (!isUtf8(bytes)) return refuse("this drawing is not UTF-8 and was not published", "Save it as UTF-8.");
  const { svg, removed } = cleanDrawing(bytes.toString("utf8"));
  if (svg === "") {
    const help = `An SVG file begins with <svg, and has at most ${maxElementDepth} elements within each other.`;
    return refuse("this file is not an SVG drawing and was not published", help);
  }
  if (removed.size === 0) return { content: svg, diagnostics: [] };
  const list = [...removed]
    .map(([construct, times]) => (times === 1 ? construct : `${construct} (${times} times)`))
    .join(", ");
  const message = `removed from this drawing, because it could run or load something: ${list}`;
  return { content: svg, diagnostics: [diagnose("drawing-cleaned", message, { file })] };
}
