/** Reads the strings of each locale: the package's, replaced by the site's where it has some. */
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { localeOfLanguage, type SiteConfig } from "../config/index.js";
import { makeTranslator, readStrings, type Strings, type Translator } from "../config/strings.js";
import { listFiles } from "../content/read/sources.js";
import { repositoryTop, SourceLinks } from "../content/read/symlinks.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { packageRoot } from "../platform/package-root.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import { suggestion } from "../shared/text.js";

const folder = "locales";

/** @param root absolute. */
export async function readTranslators(
  root: string,
  config: SiteConfig,
  configFile: string,
): Promise<Result<Map<string, Translator>>> {
  const diagnostics: Diagnostic[] = [];
  const strings = new Map<string, Strings>();
  const roots = root === packageRoot ? [packageRoot] : [packageRoot, root];
  const links = new SourceLinks(repositoryTop(root));
  const codes = Object.keys(config.locales);
  // All at once: each wait lasts until the next pause in the parsing of texts.
  const filesOfCodes = await Promise.all(
    codes.map((code) => Promise.all(roots.map((localesFolder) => stringFiles(localesFolder, code, links)))),
  );
  for (const [index, code] of codes.entries()) {
    const files = (filesOfCodes[index] ?? []).flat();
    const read = readStrings(files, root);
    strings.set(code, read.value);
    addAll(diagnostics, read.diagnostics);
    if (files.length > 0) continue;
    const locale = localeOfLanguage(code);
    const beginning = locale ? `cipgen has strings for ${locale}. For ${code}, write` : "Write";
    const help = `${beginning} ${folder}/${code}/*.json, or remove the locale; until then, its pages use the strings of the default language.`;
    diagnostics.push(
      diagnose("strings-missing", `locales.${code}: this locale has no strings`, { file: configFile, help }),
    );
  }
  addAll(diagnostics, [...links.diagnostics(root), ...(root === packageRoot ? [] : await unreadFiles(root, config))]);
  // Strings that a locale lacks are shown in the default language, or else in English, rather than as keys.
  const english = strings.get("en-US") ?? (await packageStrings("en-US"));
  const fallback = { ...english, ...strings.get(config.defaultLocale) };
  const value = Object.entries(config.locales).map(([code, info]): [string, Translator] => [
    code,
    makeTranslator(code, info, strings.get(code) ?? {}, fallback),
  ]);
  return { value: new Map(value), diagnostics };
}

async function stringFiles(root: string, code: string, links?: SourceLinks): Promise<string[]> {
  // On a file system that ignores case, the folder `en-us` would answer for the locale `en-US`.
  const names: string[] = await readdir(join(root, folder)).catch(() => []);
  if (!names.includes(code) && names.some((name) => name.toLowerCase() === code.toLowerCase())) return [];
  const within = join(root, folder, code);
  return (await listFiles(within, ["*.json"], [], links)).map((name) => join(within, name));
}

async function packageStrings(code: string): Promise<Strings> {
  return readStrings(await stringFiles(packageRoot, code), packageRoot).value;
}

/** Files below `locales/` that are not read: of an unknown locale, not JSON, or in a deeper folder. Notes for translators (`*.md`, `*.txt`) are ignored. */
async function unreadFiles(root: string, { locales }: SiteConfig): Promise<Diagnostic[]> {
  const codes = Object.keys(locales);
  const paths = await listFiles(join(root, folder), ["**"], ["**/.*", "**/.*/**", "**/*.{md,txt}"]);
  return paths.flatMap((path) => {
    const [code = "", name, ...deeper] = path.split("/");
    const isLocale = codes.includes(code);
    if (isLocale && name?.endsWith(".json") && deeper.length === 0) return [];
    const location = { file: posix.join(folder, path), line: 1, column: 1 };
    if (isLocale || name === undefined)
      return [
        diagnose("strings-unused", "this file is not read", {
          ...location,
          help: `Strings are in ${folder}/<code>/*.json.`,
        }),
      ];
    const near = suggestion(code, codes);
    const help = `Add "${code}" to locales in the configuration, or remove the folder. ${near ?? ""}`.trim();
    return [
      diagnose("strings-unused", `this file is not read: the site has no locale "${code}"`, { ...location, help }),
    ];
  });
}
