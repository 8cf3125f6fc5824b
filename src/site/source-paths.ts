/** The files that a path in a link may mean. */
import { textExtensions } from "../shared/text-format.js";

const withoutSlash = (path: string) => path.replace(/\/$/, "");

/** A text, perhaps with a slash behind its name (`./9.md/#part`), or a folder of one. */
export function sourcePaths(path: string): string[] {
  const bare = withoutSlash(path);
  return [bare, ...["README", "index"].flatMap((name) => textExtensions.map((end) => `${bare}/${name}.${end}`))];
}

/** A text without its extension. */
export function bareTextPaths(path: string): string[] {
  return textExtensions.map((end) => `${withoutSlash(path)}.${end}`);
}
