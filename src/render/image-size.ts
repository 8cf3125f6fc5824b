/** Width and height of pictures, so that a page does not move while they load. */
import { readFileSync } from "node:fs";
import { imageSize } from "image-size";

export interface ImageSize {
  width: number;
  height: number;
}

const known = new Map<string, ImageSize | undefined>();

/** @returns undefined for what is not a picture or has no size of its own. */
export function imageSizeOf(path: string): ImageSize | undefined {
  if (known.has(path)) return known.get(path);
  let size: ImageSize | undefined;
  try {
    const { width, height } = imageSize(readFileSync(path));
    size = width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
  } catch {
    size = undefined;
  }
  known.set(path, size);
  return size;
}
