/**
 * Lists all folders that a site is built from. A build reads nothing else, so `serve --watch` watches these folders, no
 * output may be inside them, and the record of a build names a commit only if all of them are as committed.
 */
import { basename, dirname, join, posix } from "node:path";
import { contentFolders, type SiteConfig } from "../config/index.js";

/** What a folder has: the code of the configuration, templates, style sheets and what they load, strings of locales, or texts and files. */
export type InputKind = "config" | "templates" | "look" | "strings" | "content";

interface InputFolder {
  kind: InputKind;
  /** Absolute path. */
  folder: string;
  /** Whether the folders below it count as well. */
  isDeep: boolean;
  /** The files of the folder that count; all by default. */
  accepts?(name: string): boolean;
}

/** Absolute paths of the files that a build has read, besides texts. */
export interface ReadFiles {
  config: readonly string[];
  templates: readonly string[];
  /** The style sheets, and what they and the head load. */
  look: readonly string[];
  /** The files that texts include. */
  included: readonly string[];
}

/** Whether a file is a script or its data: a new one may be imported instead of another with the same name. */
export const isScript = (name: string) => /\.([cm]?[jt]sx?|json)$/.test(name);

/** Lists the input folders of a site. @param root absolute. @param files that a build has read; imported ones may be anywhere. */
export function inputFolders(root: string, config: SiteConfig, files: ReadFiles): InputFolder[] {
  const deep = (kind: InputKind, folder: string): InputFolder => ({ kind, folder: join(root, folder), isDeep: true });
  const imported = (kind: InputKind, paths: readonly string[], acceptsFurther = isScript) => {
    const names = new Set(paths.map((path) => basename(path)));
    const accepts = (name: string) => acceptsFurther(name) || names.has(name);
    return [...new Set(paths.map((path) => dirname(path)))].map(
      (folder): InputFolder => ({ kind, folder, isDeep: false, accepts }),
    );
  };
  return [
    // This includes package.json and tsconfig.json, which affect how scripts are read.
    { kind: "config", folder: root, isDeep: false, accepts: isScript },
    ...imported("config", files.config),
    deep("templates", "templates"),
    ...(config.pages ? [{ ...deep("templates", config.pages), accepts: isScript }] : []),
    ...imported("templates", files.templates),
    ...imported("look", files.look),
    deep("strings", "locales"),
    ...foldersOf(config).map((folder) => deep("content", folder)),
    { kind: "content", folder: join(root, dirname(config.content.home)), isDeep: false },
    ...imported("content", files.included, () => false),
  ];
}

/** All sources that the configuration names, relative to the root: folders, and the text of the home page. */
export function sourceFolders(config: SiteConfig): string[] {
  return [...new Set([...foldersOf(config), config.content.home])];
}

function foldersOf({ content, series, docs, pages }: SiteConfig): string[] {
  const versions = (docs?.versions ?? []).flatMap(({ source }) => source ?? []);
  const folders = series.flatMap(({ source, assets }) => (assets ? [source, posix.join(source, assets)] : [source]));
  return [
    ...new Set([...folders, content.docs, content.static, contentFolders.i18n, ...versions, ...(pages ? [pages] : [])]),
  ];
}
