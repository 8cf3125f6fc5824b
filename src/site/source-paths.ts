/** Which files a path in a link may name. */
import { textExtensions } from "../shared/text-format.js";

/** A text, or a folder of one. */
export function sourcePaths(path: string): string[] {
  const folder = path.replace(/\/$/, "");
  return [path, ...["README", "index"].flatMap((name) => textExtensions.map((end) => `${folder}/${name}.${end}`))];
}
