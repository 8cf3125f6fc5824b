/** Reads a site of Sphinx, such as that of the PEPs: the texts that `conf.py` assigns at its top level. */
import { posix } from "node:path";
import {
  addressParts,
  asText,
  type Generator,
  type OldFiles,
  type OldSite,
  type OmittedSetting,
  routeOf,
  withoutUndefined,
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
  const omit = (name: string, more: Pick<OmittedSetting, "reason" | "page" | "isUnread">): OmittedSetting[] => {
    const match = new RegExp(`^${name}\\s*=`, "m").exec(text);
    return match ? [{ file, line: text.slice(0, match.index).split("\n").length, name, ...more }] : [];
  };
  const unread = ["project", "html_title", "html_baseurl"].flatMap((name) =>
    read(name) === undefined
      ? omit(name, { reason: "an expression, whose value is known only when conf.py runs", isUnread: true })
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
    keys: withoutUndefined({
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
    omitted: [
      ...unread,
      ...omit("html_theme", { page: "templates.md" }),
      ...omit("extensions", { page: "make-it-yours.md" }),
    ],
  };
}
