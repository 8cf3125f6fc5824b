/** A site of Sphinx, as the PEPs use it: `conf.py`, of which only texts that are assigned at the top are read. */
import { posix } from "node:path";
import {
  addressParts,
  asText,
  defined,
  type Generator,
  type NotTaken,
  type OldFiles,
  type OldSite,
  routeOf,
} from "./generator.js";

export const sphinx: Generator = {
  config: /(?:^|\/)conf\.py$/,
  read: (files, file, text) =>
    /^(?:extensions|html_theme|project)\s*=/m.test(text) ? readSite(files, file, text) : undefined,
};

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const source = posix.dirname(file);
  const start = source === "." ? "" : `${source}/`;
  const read = (name: string) =>
    asText(
      new RegExp(`^${name}\\s*=\\s*(?:"([^"\\n\\\\{]*)"|'([^'\\n\\\\{]*)')`, "m")
        .exec(text)
        ?.slice(1)
        .find((group) => group !== undefined),
    );
  const noted = (name: string, more: Pick<NotTaken, "reason" | "page" | "isUnread">): NotTaken[] => {
    const match = new RegExp(`^${name}\\s*=`, "m").exec(text);
    return match ? [{ file, line: text.slice(0, match.index).split("\n").length, name, ...more }] : [];
  };
  const unread = ["project", "html_title", "html_baseurl"].flatMap((name) =>
    read(name) === undefined
      ? noted(name, { reason: "an expression, whose value is known only when conf.py runs", isUnread: true })
      : [],
  );
  const suffixes = /\.(?:rst|md|txt)$/;
  const isFolder = files.paths.some(
    (path) =>
      /(?:^|\/)(?:Makefile|build\.py|make\.bat|noxfile\.py|tox\.ini|\.readthedocs\.ya?ml)$|\.github\/workflows\/[^/]+$/.test(
        path,
      ) && /\bdirhtml\b/.test(files.text(path) ?? ""),
  );
  return {
    name: "Sphinx",
    file,
    keys: defined({
      title: read("html_title") ?? read("project"),
      ...addressParts(read("html_baseurl")),
      footer: read("copyright") ? { copyright: `© ${read("copyright")}` } : undefined,
      ...(isFolder ? { trailingSlash: true } : { output: { format: "file" as const } }),
    }),
    guesses: isFolder
      ? { trailingSlash: "the builder dirhtml writes PAGE/index.html" }
      : { output: "Sphinx writes PAGE.html" },
    folders: [],
    addressOf: (path) => {
      if (!path.startsWith(start) || !suffixes.test(path) || /(?:^|\/)[._]/.test(path.slice(start.length)))
        return undefined;
      return routeOf(
        path
          .slice(start.length)
          .replace(suffixes, "")
          .replace(/(?:^|\/)index$/, ""),
      );
    },
    redirects: {},
    notTaken: [
      ...unread,
      ...noted("html_theme", { page: "templates.md" }),
      ...noted("extensions", { page: "make-it-yours.md" }),
    ],
  };
}
