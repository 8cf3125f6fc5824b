/** Reads what a proposal said at one commit, by the functions that read today's text. */
import type { Series } from "../../config/index.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import { cleanText } from "../../shared/clean-text.js";
import type { SourceFile } from "../../shared/document.js";
import type { VersionFacts } from "../../shared/history.js";
import { isComplete } from "../metadata/forms.js";
import { frontMatterText, splitFrontMatter } from "../metadata/front-matter.js";
import { isRequired, keysOf, normalizedKeysOf, normalizeKey } from "../metadata/keys.js";
import { isLabelAlone } from "../metadata/title.js";
import { FieldReader } from "./fields.js";
import { formerFileName } from "./file-name.js";
import { readMainFields } from "./proposal-meta.js";
import { type ProposalText, readProposalText } from "./proposal-text.js";

/** The text of a version, with the path that it had then. */
type VersionSource = Omit<SourceFile, "hash">;

export interface VersionReading extends Omit<VersionFacts, "words" | "steps" | "route"> {
  /** The text without its metadata. */
  body: string;
}

/** @returns a function that reads versions of texts. Most versions have the front matter of the version before, which is then not read again. */
export function versionReader(): (source: VersionSource, series: Series | undefined) => VersionReading {
  let former: { front: string; path: string; series: Series; facts: VersionReading } | undefined;
  return (source, series) => {
    const { path, text } = source;
    const front = series ? frontMatterText(text) : undefined;
    if (front === undefined || !series) return readVersion(source, series);
    const body = text.slice(front.length);
    if (former?.front === front && former.path === path && former.series === series) return { ...former.facts, body };
    const frontSource = { path, text: front, hash: "" };
    const frontText = readProposalText(frontSource, series);
    if (!isWhole(frontText, series)) return readVersion(source, series);
    const facts = factsOf(frontSource, frontText, series);
    // If the field only has the label (`title: ERC-1450`), the title is in the text.
    if (!facts.title || isLabelAlone(facts.title, series, facts.number)) return readVersion(source, series);
    former = { front, path, series, facts };
    return { ...facts, body };
  };
}

/** Whether the front matter has all fields and the title, so that the text below it adds nothing. */
function isWhole({ entries = [] }: ProposalText, series: Series): boolean {
  const titles = keysOf(series, "title").map(normalizeKey);
  return (
    isComplete({ entries }, normalizedKeysOf(series)) && entries.some(({ key }) => titles.includes(normalizeKey(key)))
  );
}

/** @param series undefined for a text that is not a proposal. */
export function readVersion(source: VersionSource, series: Series | undefined): VersionReading {
  const text = { ...source, hash: "" };
  if (!series) return { body: splitFrontMatter(text).body };
  return factsOf(text, readProposalText(text, series), series);
}

function factsOf(
  text: SourceFile,
  { entries, body, format, diagnostics }: ProposalText,
  series: Series,
): VersionReading {
  const name = formerFileName(text.path, series);
  const isOtherText = hasErrors(diagnostics) || (!entries && (!name.matches || isRequired(series, "number")));
  if (isOtherText) return { body };
  const metadata = { source: text, entries: entries ?? [], name, series, lines: body.split("\n"), format };
  const { number, status, title, categories } = readMainFields(metadata, new FieldReader(text.path, entries ?? []));
  const isStated = status.isStated && status.id !== "";
  return {
    body,
    ...(isStated && { status: cleanText(status.id) }),
    ...(title.title && { title: cleanText(title.title) }),
    ...(number !== undefined && { number }),
    ...(categories[0] && { category: cleanText(categories[0]) }),
  };
}
