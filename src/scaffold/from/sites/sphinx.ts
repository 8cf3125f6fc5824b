/** A site of Sphinx, as the PEPs use it: `conf.py`, of which only texts that are assigned at the top are read. */
import { posix } from "node:path";
import {
  addressParts,
  asText,
  defined,
  firstOf,
  type Generator,
  type NotTaken,
  type OldFiles,
  type OldSite,
  routeOf,
} from "./generator.js";

export const sphinx: Generator = {
  name: "Sphinx",
  read(files) {
    const file = firstOf(files.paths, /(?:^|\/)conf\.py$/);
    const text = file === undefined ? undefined : files.text(file);
    if (file === undefined || text === undefined || !/^(?:extensions|html_theme|project)\s*=/m.test(text))
      return undefined;
    return readSite(files, file, text);
  },
};

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const source = posix.dirname(file);
  const start = source === "." ? "" : `${source}/`;
  const read = (name: string) =>
    asText(
      new RegExp(`^${name}\\s*=\\s*(?:"([^"\\n\\\\{]*)"|'([^'\\n\\\\{]*)')`, "m")
        .exec(text)
        ?.slice(1)
        .find((one) => one !== undefined),
    );
  const unread = ["project", "html_title", "html_baseurl", "html_logo", "html_favicon"].flatMap((name): NotTaken[] => {
    const match = new RegExp(`^${name}\\s*=`, "m").exec(text);
    if (!match || read(name) !== undefined) return [];
    return [
      {
        file,
        line: text.slice(0, match.index).split("\n").length,
        name,
        reason: "a value that running it would give",
        isUnread: true,
      },
    ];
  });
  const suffixes = /\.(?:rst|md|txt)$/;
  const isFolder = files.paths.some(
    (path) =>
      /(?:^|\/)(?:Makefile|build\.py|make\.bat|noxfile\.py|tox\.ini|\.readthedocs\.ya?ml)$|\.github\/workflows\/[^/]+$/.test(
        path,
      ) && /\bdirhtml\b/.test(files.text(path) ?? ""),
  );
  const line = (name: string) =>
    text.slice(0, Math.max(0, text.search(new RegExp(`^${name}\\s*=`, "m")))).split("\n").length;
  const theme = read("html_theme");
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
      ...(theme
        ? [
            {
              file,
              line: line("html_theme"),
              name: `html_theme: ${theme}`,
              reason: "a theme of Sphinx: templates and style sheets of your own do what it did",
              page: "templates.md",
            },
          ]
        : []),
      ...(/^extensions\s*=/m.test(text)
        ? [
            {
              file,
              line: line("extensions"),
              name: "extensions",
              reason: "extensions of Sphinx: pages, outputs and plugins of your own do what they did",
              page: "make-it-yours.md",
            },
          ]
        : []),
    ],
  };
}
