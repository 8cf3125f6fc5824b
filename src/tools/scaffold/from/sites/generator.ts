/** The type of a generator, and helpers. A generator translates the configuration of its sites into keys of cipgen; nothing of an old site runs. */

import type { ConfigInput } from "../../../../config/index.js";
import { type OldData, readYaml } from "../old-data.js";

/** The files of a repository, as an old site's generator reads them. */
export interface OldFiles {
  /** All paths, also below folders that begin with a dot. */
  paths: readonly string[];
  /** @returns the text of a file; undefined if there is none, or if it is too large to be a configuration or a text. */
  text(path: string): string | undefined;
}

/** A setting or folder of an old site that the new configuration does not have. */
export interface OmittedSetting {
  file: string;
  line: number;
  /** The key or the folder. */
  name: string;
  /** Why it was omitted; by default, because it has no equivalent here. */
  reason?: string;
  /** Page of the manual that says what to do instead. */
  page?: string;
  /** Whether it could not be read, although it may have an equal here. */
  isUnread?: true;
}

/** A folder of texts that an old site lists. */
interface OldFolder {
  /** The path below the root, `.` for the root. */
  source: string;
  /** The heading of its list. */
  title?: string;
  /** The address of its list. */
  route?: string;
}

type SiteKey = Exclude<keyof ConfigInput, "series">;

export interface OldSite {
  /** The generator, for people: `Docusaurus`. */
  name: string;
  /** The configuration that was read; undefined where there is none. */
  file: string | undefined;
  /** Values for the new configuration, by key. */
  keys: Partial<ConfigInput>;
  /** Comments on guessed values, by key. Values of the old configuration are not guesses. */
  guesses: Partial<Record<SiteKey, string>>;
  /** Folders of texts with a list of their own. */
  folders: OldFolder[];
  /** @returns the address of a text on the old site, below its base path, without a slash at its end; undefined if it has none. */
  addressOf(path: string): string | undefined;
  /** Absent if static files keep their addresses. @returns the address of a file that is not a page; undefined if the old site has none. */
  fileAddressOf?(path: string): string | undefined;
  /** Old addresses that no text has, and where they lead. */
  redirects: Record<string, string>;
  omitted: OmittedSetting[];
}

export interface Generator {
  /** Matches the path of its configuration. */
  config: RegExp;
  /** @param text of the configuration. @returns undefined if it is another program's. */
  read(files: OldFiles, file: string, text: string): OldSite | undefined | Promise<OldSite | undefined>;
}

/** Matches folders whose configurations are not those of today's site, such as `_archive/_config.yml`. */
const otherSites = /(?:^|\/)(?:node_modules|tests?|fixtures|examples|_?archived?)\//;

/** The matching path with the fewest folders. */
export function firstOf(paths: readonly string[], pattern: RegExp): string | undefined {
  return paths
    .filter((path) => pattern.test(path) && !otherSites.test(path))
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1))[0];
}

/** An object of an old configuration, whose values may be anything. */
export type Loose = { [key: string]: unknown };

export const asObject = (value: unknown): Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The origin and the path of a site's address. */
export function addressParts(url: string | undefined): { url?: string; baseUrl?: string } {
  if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url)) return {};
  const { origin, pathname } = new URL(url);
  const path = `${pathname.replace(/\/+$/, "")}/`;
  return { url: origin, ...(path !== "/" && { baseUrl: path }) };
}

/**
 * Lists the settings that could not be read, and those that have no equivalent here.
 * @param pages of the manual, by key.
 */
export function omittedSettings(
  { value, unread, lines }: OldData,
  file: string,
  pages: Readonly<Record<string, string>>,
): OmittedSetting[] {
  const settings = asObject(value);
  return [
    ...unread.map(({ key, line, description: reason }) => ({
      file,
      line,
      name: key || "the whole file",
      reason,
      isUnread: true as const,
    })),
    ...Object.entries(pages).flatMap(([name, page]) =>
      settings[name] === undefined ? [] : [{ file, line: lines.get(name) ?? 1, name, page }],
    ),
  ];
}

/** Lists the folders of an old site that have no equivalent here. @param pages of the manual, by folder. */
export function omittedFolders({ paths }: OldFiles, pages: Readonly<Record<string, string>>): OmittedSetting[] {
  return Object.entries(pages).flatMap(([folder, page]) =>
    paths.some((path) => path.startsWith(`${folder}/`)) ? [{ file: folder, line: 1, name: folder, page }] : [],
  );
}

/** The address of a page for a path, with or without slashes at its ends: `/docs` for `docs/`. */
export function routeOf(path: string): string {
  return `/${path}`.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
}

/** @returns the object without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** The front matter of a page of an old site; an empty object if there is none. */
export function frontMatterOf(files: OldFiles, path: string): Loose {
  const [, yaml] = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(files.text(path) ?? "") ?? [];
  return yaml === undefined ? {} : asObject(readYaml(yaml).value);
}
