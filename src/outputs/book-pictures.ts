/** The pictures of a book: files of the site, each with the type that it really has. Programs for books load nothing from elsewhere. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { imageSize } from "image-size";
import { cleanDrawing } from "../formats/svg.js";
import { isPixelUrl } from "../shared/url.js";

interface Picture {
  type: string;
  bytes: Uint8Array;
}

interface BookPicture extends Picture {
  /** In the book. */
  path: string;
}

/** The types that books may have, by their names in `image-size`, which are their extensions. */
const types: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** Collects the pictures that chapters show, each once. */
export class BookPictures {
  readonly all: BookPicture[] = [];
  private readonly paths = new Map<string, string | undefined>();

  /** @param files the files of the site that texts name, by their absolute address. */
  constructor(private readonly files: ReadonlyMap<string, string>) {}

  /** @param address absolute. @returns where the picture is in the book; undefined if it cannot be there. */
  path(address: string): string | undefined {
    if (!this.paths.has(address)) this.paths.set(address, this.add(address));
    return this.paths.get(address);
  }

  private add(address: string): string | undefined {
    const file = this.files.get(address);
    const picture = isPixelUrl(address)
      ? typed(Buffer.from(address.slice(address.indexOf(",") + 1), "base64"))
      : file === undefined
        ? undefined
        : readPicture(file);
    if (!picture) return undefined;
    const path = `pictures/${this.all.length + 1}.${Object.keys(types).find((name) => types[name] === picture.type)}`;
    this.all.push({ path, ...picture });
    return path;
  }
}

/** @returns undefined for a file that is not a picture of a type that books may have. */
export function readPicture(path: string): Picture | undefined {
  if (!/\.(?:gif|jpe?g|png|svg|webp)$/i.test(path)) return undefined;
  try {
    return typed(readFileSync(path));
  } catch {
    return undefined;
  }
}

function typed(bytes: Buffer): Picture | undefined {
  try {
    const type = types[imageSize(bytes).type ?? ""];
    if (type !== types.svg) return type === undefined ? undefined : { type, bytes };
  } catch {
    // A drawing without a size.
  }
  const svg = isUtf8(bytes) ? cleanDrawing(bytes.toString("utf8")).svg : "";
  return svg === "" ? undefined : { type: "image/svg+xml", bytes: Buffer.from(bookDrawing(svg)) };
}

/** Without what browsers pass over and books may not have: the source that draw.io keeps in its drawings, and paths that draw nothing (both in the EIPs). */
function bookDrawing(svg: string): string {
  return svg.replace(/^(<svg\b[^>]*?) content="[^"]*"/, "$1").replace(/<path(?![^>]* d=")/g, '<path d=""');
}
