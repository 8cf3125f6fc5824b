/** Texts in formats that are not read, in places where one takes them for pages: they would be missing without a word. */
import { posix } from "node:path";
import type { Series, SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { FileRole } from "../parse/document.js";
import { readFileName } from "../parse/file-name.js";
import type { SourceReader } from "../read/reader.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { textExtensions } from "../shared/text-format.js";
import { foreignIn, isRoot, translationFolders } from "./find-texts.js";

/** Other endings of Markdown: no data has them. */
const dialects = ["mdx", "mdown", "mkd", "mkdn", "mdwn"];
const otherMarkup = ["rst", "adoc", "asciidoc", "org", "textile"];
/** Lists and measurements have this one, too. */
const plain = "txt";

const extensionOf = (path: string) => posix.extname(path).slice(1).toLowerCase();
const withoutExtension = (path: string) => path.slice(0, path.length - posix.extname(path).length);

/** Parts of other texts, and texts about texts. */
const noPages = ["**/_*", "**/*template*.*"];
/** Of a folder of pages. That of a proposal's folder may be the proposal. */
const readmes = "**/README.*";
const isReadme = (path: string) => /^readme\./i.test(posix.basename(path));

/** What the site has of these folders. */
interface Found {
  /** The texts that are read, by path. */
  roles: ReadonlyMap<string, FileRole>;
  /** The other files of the series, by path. */
  assets: ReadonlyMap<string, unknown>;
}

/** One warning for each folder and format. */
export async function unreadFormats(
  reader: SourceReader,
  config: SiteConfig,
  { roles, assets }: Found,
): Promise<Diagnostic[]> {
  const list = async (folder: string, extensions: readonly string[], ignore: readonly string[]) => {
    const patterns = extensions.map((end) => `**/*.${end}`);
    const paths = await reader.list(folder, patterns, [...(await foreignIn(reader, folder)), ...noPages, ...ignore]);
    return paths.filter((path) => !roles.has(posix.join(folder, path)));
  };
  const numbers = knownNumbers(roles);
  const ofSeries = [...new Set(config.series.map(({ source }) => source))].map(async (source) => {
    const all = [...dialects, ...otherMarkup, plain];
    // Most folders have none, and need not be listed again.
    const isHere = (path: string) => isRoot(source) || path.startsWith(posix.join(source, "/"));
    if (![...assets.keys()].some((path) => isHere(path) && all.includes(extensionOf(path)))) return [];
    const series = config.series.filter((one) => one.source === source);
    const ignore = series.flatMap((one) => one.ignore ?? []);
    const paths = await list(source, all, ignore);
    return warnings(
      source,
      paths.filter((path) => series.some((one) => isForProposal(path, one, numbers))),
      "or read the format with `read` of the series. `ignore` of the series names texts that are no proposals.",
    );
  });
  const pages = [
    ...(config.docs?.versions ?? []).map(({ source = config.content.docs }) => source),
    ...translationFolders(config, "").map(([, folder]) => folder),
  ];
  const ofPages = [...new Set(pages)].map(async (folder) =>
    warnings(folder, await list(folder, [...dialects, ...otherMarkup], [readmes]), "or put it into another folder."),
  );
  return (await Promise.all([...ofSeries, ...ofPages])).flat();
}

const numberKey = ({ id }: Series, number: number | undefined) => `${id} ${number}`;

function knownNumbers(roles: Found["roles"]): ReadonlySet<string> {
  const proposals = [...roles.values()].filter((role) => role.kind === "proposal");
  return new Set(
    proposals.map(({ series, relativePath }) => numberKey(series, readFileName(relativePath, series).number)),
  );
}

/** Files of other formats are texts beside a proposal, if it has their number and they have not its name. */
function isForProposal(path: string, series: Series, numbers: ReadonlySet<string>): boolean {
  const isDeep = isRoot(series.source) && path.split("/").length !== series.files.split("/").length;
  if (dialects.includes(extensionOf(path)) && !isReadme(path)) return !isDeep;
  const names = textExtensions.map((end) => readFileName(`${withoutExtension(path)}.${end}`, series));
  const found = names.find(({ matches }) => matches);
  if (!found) return false;
  if (found.number === undefined) return extensionOf(path) !== plain && !isReadme(path);
  return !numbers.has(numberKey(series, found.number));
}

/** @param otherwise what to do instead of a change of the format. */
function warnings(folder: string, paths: readonly string[], otherwise: string): Diagnostic[] {
  return [...new Set(paths.map(extensionOf))].map((extension) => {
    const [first = "", ...others] = paths.filter((path) => extensionOf(path) === extension);
    const names = `${others.slice(0, 2).join(", ")}${others.length > 2 ? ", …" : ""}`;
    const more = others.length > 0 ? ` (and ${others.length} more in ${folder}: ${names})` : "";
    const change = dialects.includes(extension) ? "Rename it to end in .md" : "Convert it to Markdown (.md)";
    return diagnose("text-format", `this text is not read, because its name ends in .${extension}${more}`, {
      file: posix.join(folder, first),
      help: `${change}, ${otherwise}`,
    });
  });
}
