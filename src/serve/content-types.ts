/** What files are, by the ends of their names. */
import { extname } from "node:path/posix";

const text = "; charset=utf-8";

const types: Record<string, string> = {
  ".html": `text/html${text}`,
  ".css": `text/css${text}`,
  ".js": `text/javascript${text}`,
  ".mjs": `text/javascript${text}`,
  ".json": `application/json${text}`,
  ".map": `application/json${text}`,
  ".webmanifest": `application/manifest+json${text}`,
  ".xml": `application/xml${text}`,
  ".md": `text/markdown${text}`,
  // Browsers show plain text, and download what they do not know.
  ".mediawiki": `text/plain${text}`,
  ".txt": `text/plain${text}`,
  ".csv": `text/csv${text}`,
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
};

export function contentType(path: string): string {
  return types[extname(path).toLowerCase()] ?? "application/octet-stream";
}

/** Text gets smaller; pictures and the like are packed already. */
export function isCompressible(type: string): boolean {
  return /^text\/|json|xml|wasm/.test(type);
}
