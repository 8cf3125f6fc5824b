/**
 * The content of files beside proposals, as it may be published. Anyone may propose such a file, and on the site it speaks in the site's name:
 * none may run in a reader's browser. Which files are published at all, their names say (src/shared/publication.ts).
 */
import { isUtf8 } from "node:buffer";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Publication } from "../shared/publication.js";
import { cleanDrawing } from "./svg.js";

/** Content of a file to publish. */
export interface PublishedFile {
  /** Undefined where it is published as it is. */
  content?: string;
  /** Nothing can be published of it. */
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

/** So many bytes decide what a browser takes a file for. */
export const headLength = 1445;

/** As browsers do where a host does not say what a file is (mimesniff.spec.whatwg.org), and with fewer exceptions. */
function beginsLikeMarkup(bytes: Buffer): boolean {
  const start = bytes.subarray(0, headLength).toString("latin1").replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<[a-z!?/]/i.test(start);
}

function publishDrawing(file: string, bytes: Buffer): PublishedFile {
  // Nothing of it is published, so that one broken picture need not stop a site.
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
