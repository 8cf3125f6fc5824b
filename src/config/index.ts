/**
 * The entry of this folder: the parts of the configuration that the stages use. Threads load it too, so it does not
 * need the library of the schema: loading.ts does.
 */

export { contentFolders, previewToBeWritten, toBeWritten } from "./defaults.js";
export type { Extension } from "./extensions.js";
export { checkRoot, configFileNames, findConfigFile, findRoot, isFolder } from "./find.js";
export { localeOfLanguage } from "./locales.js";
export { placeInConfig, placeInText } from "./locate.js";
export { fillPattern, formatNumber, type PatternParts } from "./patterns.js";
export type { Approval, Process } from "./process.js";
export { type ProfileName, profileNames, profiles } from "./profiles/index.js";
export type { ReadText, TextFile, TextParts } from "./read-text.js";
export { aboutRule, parameter, type RedirectRule } from "./redirects.js";
export { relativeLink } from "./relative-link.js";
export type { Series, SiteConfig } from "./resolve.js";
export type {
  CheckLevel,
  ConfigInput,
  DocsVersion,
  FieldName,
  FieldRule,
  LinkItem,
  LintConfig,
  Locale,
  MarkdownConfig,
  NavbarItem,
  ProfileInput,
  SectionRule,
  SeriesInput,
  SidebarCategory,
} from "./schema.js";
export {
  type FunctionOrigin,
  functionAt,
  originOf,
  reviveFunctions,
  reviveReaders,
  type SentFunctions,
  type SentReader,
  sentFunctions,
  sentSeries,
} from "./site-functions.js";
export { idOf, stepOf, type Tone, tones, usualTone } from "./statuses.js";
export { placeOfLate, placeOfThrown, thrownText } from "./thrown.js";
export { formatPath, parseOptions } from "./wording.js";
