/** Reads a book of mdBook: `book.toml`, `SUMMARY.md`, and scripts that generate a book from texts, as in rust-lang/rfcs. */
import { posix } from "node:path";
import { decodeUrl } from "../../../../shared/url.js";
import { readToml } from "../old-data.js";
import {
  asObject,
  asText,
  type Generator,
  type OldFiles,
  type OldSite,
  omittedSettings,
  routeOf,
  withoutUndefined,
} from "./generator.js";

export const mdbook: Generator = { config: /(?:^|\/)book\.toml$/, read: readSite };

function readSite(files: OldFiles, file: string, text: string): OldSite {
  const data = readToml(text);
  const config = asObject(data.value);
  const book = asObject(config.book);
  const html = asObject(asObject(config.output).html);
  const base = posix.dirname(file);
  const source = posix.normalize(posix.join(base, asText(book.src) ?? "src"));
  const chapters = chaptersOf(files, base, source);
  const addresses = new Map(chapters.map(({ path, name }) => [path, addressOf(name)]));
  const repository = asText(html["git-repository-url"])?.replace(/\/+$/, "");
  const edit = asText(html["edit-url-template"])?.replace(/\/?\{path\}.*$/, "");
  const cname = asText(html.cname);
  const baseUrl = asText(html["site-url"]);
  return {
    name: "mdBook",
    file,
    keys: withoutUndefined({
      title: asText(book.title),
      tagline: asText(book.description),
      url: cname && `https://${cname}`,
      baseUrl: baseUrl && baseUrl !== "/" && baseUrl.startsWith("/") ? `${routeOf(baseUrl)}/` : undefined,
      repository: repository && /^https?:\/\//.test(repository) ? repository : undefined,
      editUrl:
        edit && /^https?:\/\//.test(edit)
          ? posix.join(edit, base === "." ? "" : base).replace(/^(https?:\/)(?!\/)/, "$1/")
          : undefined,
      output: { format: "file" as const },
    }),
    guesses: { output: "mdBook writes CHAPTER.html" },
    folders: [],
    addressOf: (path) => addresses.get(path),
    fileAddressOf: besideChapters(chapters),
    redirects: Object.fromEntries(
      Object.entries(asObject(html.redirect)).flatMap(([from, to]) => {
        const target = asText(to);
        return target ? [[withoutEnd(from), targetOf(from, target)]] : [];
      }),
    ),
    omitted: [
      ...omittedSettings(data, file, { preprocessor: "markdown.md" }),
      ...omittedSettings({ ...data, value: html, unread: [] }, file, {
        "additional-css": "make-it-yours.md",
        "additional-js": "make-it-yours.md",
      }),
    ],
  };
}

const withoutEnd = (address: string) => routeOf(address.replace(/(?:(?:^|\/)index)?\.html?$/, ""));

const targetOf = (from: string, target: string) =>
  /^(?:https?:)?\/\//.test(target)
    ? target
    : withoutEnd(target.startsWith("/") ? target : posix.join(posix.dirname(`/${from}`), target));

/** The address of a chapter. `README.md` is the index of its folder. */
const addressOf = (name: string) =>
  withoutEnd(
    name
      .replace(/(?:^|\/)readme\.md$/i, (match) => match.replace(/readme\.md/i, "index.md"))
      .replace(/\.md$/i, ".html"),
  );

interface Chapter {
  /** The path of its text below the root. */
  path: string;
  /** The path of its text below the source of the book. */
  name: string;
}

/** @returns a function that returns the address of a file: a file beside a chapter is beside it in the book, too. */
function besideChapters(chapters: readonly Chapter[]): (path: string) => string | undefined {
  const folders = new Map(chapters.map(({ path, name }) => [posix.dirname(path), posix.dirname(name)]));
  return (path) => {
    let folder = posix.dirname(path);
    while (folder !== "." && !folders.has(folder)) folder = posix.dirname(folder);
    const bookFolder = folders.get(folder);
    if (bookFolder === undefined || /\.md$/i.test(path)) return undefined;
    return routeOf(posix.join(bookFolder, folder === "." ? path : path.slice(folder.length + 1)));
  };
}

function chaptersOf(files: OldFiles, base: string, source: string): Chapter[] {
  const summary = files.text(posix.join(source, "SUMMARY.md"));
  if (summary !== undefined) {
    const names = [...summary.matchAll(/\]\(\s*<?(?:\.\/)?([^)>#\s]{1,300}\.md)/gi)].flatMap(([, name]) => name ?? []);
    return [...new Set(names.map(decodeUrl))].map((name) => ({ path: posix.join(source, name), name }));
  }
  return preparedChapters(files, base, source);
}

/** The chapters of a book whose summary a script writes: the texts that the script links or copies into the source, as `symlink(f'../text/{path}', f'src/{path}')` does. */
function preparedChapters(files: OldFiles, base: string, source: string): Chapter[] {
  const scripts = files.paths.filter((path) => /\.(?:py|sh|js|mjs|ts|rs|rb|ya?ml)$/.test(path));
  const preparing = scripts.map((path) => files.text(path) ?? "").filter((text) => text.includes("SUMMARY.md"));
  const inSource = (path: string) => posix.relative(source, path);
  const links = preparing.flatMap((text) => [
    ...text.matchAll(
      /(?:symlink|copy|copyfile|cp)\(\s*f?["'](?:\.\.\/)?([^"'{}]+)(\{path\})?["'],\s*f?["']([^"'{}]+)(\{path\})?["']/g,
    ),
  ]);
  return links.flatMap(([, from = "", anyPath, to = ""]): Chapter[] => {
    const origin = posix.normalize(posix.join(base, from));
    const target = posix.normalize(posix.join(base, to));
    if (!anyPath) return /\.md$/i.test(origin) ? [{ path: origin, name: inSource(target) }] : [];
    const folder = origin.replace(/\/$/, "");
    return files.paths
      .filter((path) => path.startsWith(`${folder}/`) && /\.md$/i.test(path))
      .map((path) => ({ path, name: inSource(posix.join(target, path.slice(folder.length + 1))) }));
  });
}
