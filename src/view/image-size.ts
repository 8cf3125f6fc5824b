/** Width and height of pictures, so that a page does not move while they load. */
import { readFileSync, statSync } from "node:fs";
import { imageSize } from "image-size";

export interface ImageSize {
  width: number;
  height: number;
}

const known = new Map<string, { time: number; size?: ImageSize }>();

/** @returns undefined if it is not a picture, or has no size. */
export function imageSizeOf(path: string): ImageSize | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  const before = known.get(path);
  if (before?.time === time) return before.size;
  const size = readSize(path);
  known.set(path, { time, size });
  return size;
}

function readSize(path: string): ImageSize | undefined {
  try {
    const { width, height } = imageSize(readFileSync(path));
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined;
  } catch {
    return undefined;
  }
}
