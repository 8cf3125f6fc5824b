/**
 * The entry of this folder for code that uses a configuration. Threads load it too, so it must not import the library of the
 * schema; only loading.ts may.
 */

export { contentFolders, previewToBeWritten, toBeWritten } from "./defaults.js";
export type { Extension } from "./extensions.js";
export { checkRoot, configFileNames, findConfigFile, findRoot, isFolder } from "./find.js";
export { localeOfLanguage } from "./locales.js";
export { placeInConfig, placeInText } from "./locate.js";
export { fillPattern, formatNumber } from "./patterns.js";
export type { Approval, Process } from "./process.js";
export { type ProfileName, profileNames, profiles } from "./profiles/index.js";
export type { Format, FormattedText, TextPiece } from "./read-text.js";
export { aboutRule, addRules, parameter, type RedirectRule, ruleLine, rulesText } from "./redirects.js";
export { type ConfiguredLink, linksOf, relativeLink } from "./relative-link.js";
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
  MarkdownExtra,
  NavbarItem,
  ProfileInput,
  SectionRule,
  SeriesInput,
  SidebarCategory,
} from "./schema.js";
export { callSite } from "./site-code.js";
export {
  locationOfLateError,
  locationOfThrown,
  SiteCodeError,
  type SourceLocation,
  thrownText,
} from "./site-errors.js";
export { originOf, reviveFunctions, type SentFunctions, sentFunctions } from "./site-functions.js";
export { allowsStep, idOf, isMovedStatus, tones, usualTone } from "./statuses.js";
export { formatPath, parseOptions } from "./wording.js";
