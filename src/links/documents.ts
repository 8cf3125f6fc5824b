/** Problems of documents that rendering hides: an empty URL becomes a link to the page's own top. */
import { diagnose } from "../diagnostics/codes.js";
import type { Site } from "../model/site.js";
import type { Diagnostic } from "../shared/diagnostic.js";

export function emptyLinks({ targets }: Site): Diagnostic[] {
  return [...targets.keys()].flatMap((document) =>
    document.links.flatMap(({ url, kind, position }) =>
      url.trim() === ""
        ? [
            diagnose("link-empty", `this ${kind} has no URL`, {
              file: document.path,
              ...position,
              help: "Write where it leads, or leave the brackets out.",
            }),
          ]
        : [],
    ),
  );
}
