/** Reads the facts of versions: the fields that a proposal had, how many words changed, and the steps back to the version before. */
import { fillPattern, type Series, type SiteConfig } from "../config/index.js";
import { formerFileName } from "../content/parse/file-name.js";
import { type VersionReading, versionReader } from "../content/parse/version-facts.js";
import type { Description } from "../content/read/history.js";
import { countWords, stepsBack, textChanges } from "../content/read/line-changes.js";
import { publishedText } from "../shared/clean-text.js";
import type { VersionFacts } from "../shared/history.js";

/** The texts whose versions are described, and the maximum size of a text. */
export interface DescribedTexts extends Pick<SiteConfig, "maxFileSize"> {
  /** The series of each proposal, by path relative to the root. */
  series: ReadonlyMap<string, Series>;
}

/** Maximum characters of the stored steps. All 8,900 versions of the EIPs have 8 million, but each commit may replace megabytes. */
const maxSteps = { one: 200_000, all: 50_000_000 };

/** Makes the functions by which `readHistory` describes versions. They remember the version before, so each reading needs its own. */
export function describeVersionsOf({ series, maxFileSize }: DescribedTexts): Description {
  const readFields = versionReader();
  // Versions come in order, so the one before is the last one read.
  let last: { text: string; published: string; series: Series | undefined; reading: VersionReading } | undefined;
  let remaining = maxSteps.all;
  const read = (path: string, text: string, seriesOfText: Series | undefined) => ({
    text,
    published: publishedText(text),
    series: seriesOfText,
    reading: readFields({ path, text }, seriesOfText),
  });
  return {
    maxFileSize,
    describe(path, version, before) {
      const seriesOfText = series.get(path);
      const isLast = last !== undefined && last.text === before && last.series === seriesOfText;
      const former = isLast || before === undefined ? last : read(version.path, before, seriesOfText);
      const current = read(version.path, version.text, seriesOfText);
      last = current;
      const { body, ...fields } = current.reading;
      const facts: VersionFacts = { ...fields, ...(seriesOfText && routeOf(version.path, fields, seriesOfText)) };
      if (before === undefined || !former) return facts;
      const changes = textChanges(former.published, current.published);
      const start = Math.max(0, current.published.length - body.length);
      const isEnd = current.published.slice(start) === body;
      facts.words = countWords(isEnd ? changes.filter((change) => change.start >= start) : changes);
      // Only former texts of proposals are compared.
      const steps = seriesOfText ? JSON.stringify(stepsBack(changes)) : "";
      if (!seriesOfText || steps.length > Math.min(maxSteps.one, remaining)) return facts;
      remaining -= steps.length;
      return { ...facts, steps };
    },
    roleOf: (path) => series.get(path)?.id ?? "",
    metadataOf(path) {
      const metadata = series.get(path)?.metadata;
      return typeof metadata === "object" ? metadata.file : undefined;
    },
  };
}

/** Finds the address that a proposal had with this version, by its file name and its metadata. */
function routeOf(path: string, { number, category }: VersionFacts, series: Series): { route?: string } {
  const name = formerFileName(path, series);
  const { slug, status } = name;
  const parts = { number: number ?? name.number, category: category ?? "", slug, status };
  const isMissing = Object.entries(parts).some(
    ([part, value]) => series.permalink.includes(`{${part}}`) && (value ?? "") === "",
  );
  if (parts.number === undefined || isMissing) return {};
  return { route: fillPattern(series.permalink, series, { ...parts, number: parts.number }) };
}
