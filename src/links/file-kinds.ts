/** What kind of file a browser takes a file for, told from its name, and where each kind is of use. */
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
/** Of what can be told; fonts, recordings and whatever has a name of its own are of use everywhere. */
const usable: Record<Wanted, Kind> = { picture: "picture", media: "picture", style: "style", script: "script" };

/** Whether a file can be what is wanted, as far as its name tells. */
export function isUsable(path: string, wanted: Wanted): boolean {
  const kind = kinds.get(posix.extname(path).toLowerCase());
  return kind === undefined || kind === usable[wanted];
}
