/** The type of a file, from its name, and the places that need each type. */
import { posix } from "node:path";
import type { Wanted } from "./facts.js";

type Kind = "page" | "style" | "script" | "picture";

const extensions: Record<Kind, string> = {
  page: "html htm xhtml",
  style: "css",
  script: "js mjs cjs",
  picture: "png jpg jpeg gif webp avif svg ico bmp apng",
};
const kinds = new Map(
  Object.entries(extensions).flatMap(([kind, names]) => names.split(" ").map((name) => [`.${name}`, kind as Kind])),
);
/** For known types only; fonts, recordings and unknown extensions are accepted everywhere. */
const usable: Record<Wanted, Kind> = { picture: "picture", media: "picture", style: "style", script: "script" };

/** Whether a file can have the needed type, judging by its name. */
export function isUsable(path: string, wanted: Wanted): boolean {
  const kind = kinds.get(posix.extname(path).toLowerCase());
  return kind === undefined || kind === usable[wanted];
}
