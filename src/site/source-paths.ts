/** The files that a path in a link may mean. */
import { textExtensions } from "../shared/text-format.js";

/** A text, or a folder of one. */
export function sourcePaths(path: string): string[] {
  const folder = path.replace(/\/$/, "");
  return [path, ...["README", "index"].flatMap((name) => textExtensions.map((end) => `${folder}/${name}.${end}`))];
}
