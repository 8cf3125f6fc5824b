/** Reads the parts of a proposal's file name by the series' pattern: `{category}/cip-{number}.md`. */
import { fillPattern, type Series } from "../../config/index.js";
import { isNumberPlaceholder, notationPattern, numberOf, numberOfSlug } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";

/** Globs of templates in a series whose proposals may have any name: they match `adr-template.md`, but not `template-literals.md`. */
export const templateFiles = ["{,*[-_. ]}template.md", "{,*[-_. ]}template/README.md"];

/** The parts of a proposal's file name; each may be missing. */
export interface FileNameParts {
  /** Whether the name fits the series' pattern. */
  matches: boolean;
  /** Whether the name would fit the pattern, but begins with a day instead of a number. */
  isOfDay?: boolean;
  /** Whether the name has `0000`, `XXXX` or the like for a number that is not assigned yet. */
  isPending?: boolean;
  number?: number;
  category?: string;
  slug?: string;
  /** The name of the folder. */
  status?: string;
}

/** Whether the file names of a series have its numbers; otherwise only metadata has them, or there are none. */
export const hasNumbersInNames = ({ files }: Pick<Series, "files">) => files.includes("{number}");

type NamingSeries = Pick<Series, "id" | "files" | "firstNumber" | "numbers" | "numberWidth">;

/** @param path relative to the series' source folder. */
export function readFileName(path: string, series: NamingSeries): FileNameParts {
  const match = filePattern(series).exec(path);
  const { number, category, slug, status } = match?.groups ?? {};
  if (number !== undefined && isNumberPlaceholder(number, series.firstNumber))
    return { matches: false, isPending: true, category, slug, status };
  // After a label even `2015-2` is a number: `eip-2015-2-factor.md`.
  const isOfDay = /(?:^|\/)\{number\}/.test(series.files) && isDay(number, slug);
  // The pattern ignores case, but the number `7G` is not `7g`.
  const isOtherNumber = series.numbers === "lettered" && /[A-Z]/.test(number ?? "");
  if (match && !isOfDay && !isOtherNumber) {
    const named = number === undefined ? undefined : numberOf(number);
    return {
      matches: true,
      number: series.numbers === "none" ? numberOfSlug(slug ?? "") : named,
      category,
      slug,
      status,
    };
  }
  const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : undefined;
  return {
    matches: false,
    ...(isOfDay && { isOfDay }),
    category: series.files.startsWith("{category}/") ? folder : undefined,
  };
}

/**
 * Reads a former name of a file. The series may have had another folder then, so only the end of the path is read, and
 * another format, so the extension does not matter (`pep-0225.txt`). If the path has the source of the series, the first
 * folder in that is the category: some texts of Kubernetes lie deeper.
 */
export function formerFileName(path: string, series: NamingSeries & Pick<Series, "source">): FileNameParts {
  const depth = series.files.split("/").length;
  const end = path.split("/").slice(-depth).join("/");
  const extension = /\.\w+$/.exec(series.files)?.[0];
  const name = readFileName(extension ? end.replace(/\.\w+$/, extension) : end, series);
  const [, below] = `/${path}`.split(`/${series.source}/`);
  return below?.includes("/") && series.files.startsWith("{category}/")
    ? { ...name, category: below.slice(0, below.indexOf("/")) }
    : name;
}

/** Whether a name begins with a day or a month, and not with a number: `2021-03-04-notes.md`. @param suffix what follows the first digits and a mark. */
export function isDay(digits: string | undefined, suffix: string | undefined): boolean {
  return /^(?:19|20)\d\d$/.test(digits ?? "") && /^\d{1,2}(?:[-_. ]|$)/.test(suffix ?? "");
}

/** The file name that a series expects of a proposal, for messages: a path below the source of the series. */
export function expectedFileName(series: Series, parts: Parameters<typeof fillPattern>[2]): string {
  return fillPattern(series.files, series, { ...parts, slug: parts.slug || "{slug}" }).replace(/^\/+/, "");
}

const patterns = new Map<string, RegExp>();

function filePattern({ id, files, numbers, numberWidth }: NamingSeries): RegExp {
  const key = [id, files, numbers, numberWidth].join("\n");
  let pattern = patterns.get(key);
  if (!pattern) {
    const digits = numbers === "decimal" ? "\\d+" : `${notationPattern(numbers, numberWidth)}(?![\\da-z])`;
    const groups: Record<string, string> = {
      number: `(?<number>${digits}|\\d*x+|n{2,}|tb[ad]|draft)`,
      category: "(?<category>[^/]+)",
      slug: "(?<slug>[^/]+)",
      status: "(?<status>[^/]+)",
    };
    const seen = new Set<string>();
    const source = files.split(/(\{[^{}]*\})/).map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1] ?? "";
      const isRepeated = seen.has(name);
      if (groups[name]) seen.add(name);
      if (name === "id") return id;
      if (groups[name]) return isRepeated ? `\\k<${name}>` : groups[name];
      if (/^\{.*,.*\}$/.test(part)) return `(?:${part.slice(1, -1).split(",").map(plainPattern).join("|")})`;
      return plainPattern(part);
    });
    pattern = new RegExp(`^${source.join("")}$`, "i");
    patterns.set(key, pattern);
  }
  return pattern;
}

/** Makes a regular expression of a pattern without braces. A star matches anything but a slash. */
const plainPattern = (text: string) => text.split("*").map(escapePattern).join("[^/]*");
