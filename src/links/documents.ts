/** Problems of documents that rendering hides: an empty URL becomes a link to the top of the page, and a sloppy path is corrected. */
import { diagnose } from "../diagnostics/codes.js";
import type { Site } from "../model/site.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { DocumentLink } from "../shared/document.js";
import { behindStray } from "../shared/meant-url.js";
import { isLocalUrl, splitUrl } from "../shared/url.js";

interface Slip {
  code: "link-empty" | "broken-link";
  message: string;
  help: string;
}

export function hiddenProblems({ targets }: Site): Diagnostic[] {
  return [...targets].flatMap(([document, found]) =>
    document.links.flatMap((link, index) => {
      const target = found[index];
      const slip = slipOf(link, target?.kind === "file" && target.asset === undefined ? target.path : undefined);
      if (!slip) return [];
      const { code, message, help } = slip;
      const { url: about, position } = link;
      return [diagnose(code, message, { file: document.path, ...position, length: about.length, about, help })];
    }),
  );
}

/** @param file the target that the link was resolved to. */
function slipOf({ url, kind }: DocumentLink, file: string | undefined): Slip | undefined {
  if (url.trim() === "")
    return {
      code: "link-empty",
      message: `this ${kind} has no URL`,
      help: "Add the URL, or remove the brackets.",
    };
  if (kind === "mention" || !isLocalUrl(url)) return undefined;
  const { path } = splitUrl(url);
  const slip = (what: string, right: string): Slip => {
    return { code: "broken-link", message: `${url} ${what}`, help: `Write ${right}.` };
  };
  const whole = behindStray(url);
  if (whole !== undefined) return slip("has a character too many before its scheme", whole);
  if (/[^/]\/{2,}/.test(path))
    return slip(
      "has two slashes in a row, and only this program reads them as one",
      url.replace(path, path.replace(/\/{2,}/g, "/")),
    );
  if (/%2f/i.test(path))
    return slip(
      "has an escaped slash, which many programs do not read as a slash",
      url.replace(path, path.replace(/%2f/gi, "/")),
    );
  if (path.endsWith("/") && file !== undefined && /\.\w+$/.test(file))
    return slip("has a slash after the name of a file", url.replace(path, path.replace(/\/+$/, "")));
  return undefined;
}
