/** The entry of this folder: the parts of the configuration that the stages use. */
export { type AddressOptions, withAddress } from "./address.js";
export { type ConfigFiles, loadCommittedConfig } from "./committed.js";
export { configFileNames, findConfigFile, findRoot } from "./find.js";
export { type LoadedConfig, loadConfig } from "./load.js";
export { placeInConfig, placeInText } from "./locate.js";
export { fillPattern, formatNumber, type PatternParts } from "./patterns.js";
export { previewToBeWritten, toBeWritten } from "./placeholders.js";
export { type Approval, openProcess, type Process } from "./process.js";
export { profileNames, profiles } from "./profiles/index.js";
export { moduleOf, type ReadText, type TextFile, type TextParts } from "./read-text.js";
export { reviveReaders, type SentReader, sentReader } from "./readers.js";
export { resolveConfig, type Series, type SiteConfig } from "./resolve.js";
export type {
  CheckLevel,
  ConfigInput,
  DocsVersion,
  FieldName,
  FieldRule,
  LinkItem,
  LintConfig,
  Locale,
  NavbarItem,
  SectionRule,
  SeriesInput,
  SidebarCategory,
} from "./schema.js";
export { contentFolders } from "./schema.js";
export { idOf, tones, usualTone } from "./statuses.js";
export { placeOfThrown } from "./thrown.js";
export { wording } from "./wording.js";
