/**
 * The content of files beside proposals, in a form that may be published. Anyone may propose such a file, and it has
 * the site's origin: none may run in a reader's browser. Names decide which files are published at all
 * (src/shared/publication.ts).
 */
import { isUtf8 } from "node:buffer";
import { diagnose } from "../diagnostics/codes.js";
import { cleanDrawing } from "../formats/svg.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Publication } from "../shared/publication.js";

/** Content of a file to publish. */
export interface PublishedFile {
  /** Undefined if it is published unchanged. */
  content?: string;
  /** It cannot be published. */
  isLeftOut?: true;
  diagnostics: Diagnostic[];
}

/**
 * @param file its path, for messages.
 * @param bytes all of a drawing, the beginning (`headLength`) of anything else.
 */
export function publishFile(file: string, publication: Publication, bytes: Buffer): PublishedFile {
  if (publication === "drawing") return publishDrawing(file, bytes);
  if (publication !== "copy" || !beginsLikeMarkup(bytes)) return { diagnostics: [] };
  const message = "this file begins like an HTML page, although its name says otherwise, and was not published";
  const help = "Give it the extension of its type: an HTML page is published as text.";
  return { diagnostics: [diagnose("file-refused", message, { file, help })] };
}

/** Number of bytes by which a browser detects the type of a file. */
export const headLength = 1445;

/** As browsers do without a content type (mimesniff.spec.whatwg.org), with fewer exceptions. */
function beginsLikeMarkup(bytes: Buffer): boolean {
  const start = bytes.subarray(0, headLength).toString("latin1").replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[a-z!?/]/i.test(start);
}

function publishDrawing(file: string, bytes: Buffer): PublishedFile {
  // It is not published, so that one broken picture does not stop a build.
  const refuse = (message: string, help: string): PublishedFile => ({
    isLeftOut: true,
    diagnostics: [diagnose("file-refused", message, { file, help, severity: "warning" })],
  });
  if (!isUtf8(bytes)) return refuse("this drawing is not UTF-8 and was not published", "Save it as UTF-8.");
  const { svg, removed } = cleanDrawing(bytes.toString("utf8"));
  if (svg === "")
    return refuse("this file is not an SVG drawing and was not published", "An SVG file begins with <svg.");
  if (removed.size === 0) return { content: svg, diagnostics: [] };
  const list = [...removed].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`)).join(", ");
  const message = `removed from this drawing, because it could run or load something: ${list}`;
  return { content: svg, diagnostics: [diagnose("drawing-cleaned", message, { file })] };
}
