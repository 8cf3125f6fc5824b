/** How a version of a text is described: what it said as a proposal, how much each section changed, and what leads back to the version before. */
import { fillPattern, type Series, type SiteConfig } from "../config/index.js";
import { textChanges } from "../history/line-changes.js";
import { type SourceSection, sectionChanges, sourceSections } from "../history/sections.js";
import { formerFileName } from "../parse/file-name.js";
import { versionReader } from "../parse/version-facts.js";
import type { Description } from "../read/history.js";
import { publishedText } from "../shared/clean-text.js";
import type { VersionFacts } from "../shared/history.js";
import { stepsOf } from "../shared/version-data.js";

interface ReadVersion {
  path: string;
  text: string;
  /** As it is published. */
  published: string;
  series: Series | undefined;
  fields: VersionFacts;
  route: { route?: string } | undefined;
  sections: SourceSection[];
}

/** What is known of the texts whose versions are read. */
export interface Described extends Pick<SiteConfig, "linkSchemes" | "maxFileSize"> {
  /** Of proposals, by path relative to the root. */
  series: ReadonlyMap<string, Series>;
}

/**
 * Characters of the steps that are kept, of one version and of all: longer ones are made of the texts when a page needs them. The 7,000 versions of
 * the EIPs have 15 million, but a commit may replace megabytes, and the next one as many.
 */
const mostSteps = { one: 200_000, all: 50_000_000 };

/** How the versions of some texts are read. The result is for one reading of a history: it knows the version before. */
export function describing({ series, linkSchemes, maxFileSize }: Described): Description {
  const readFields = versionReader(linkSchemes);
  // Versions come in order, so the one before is the last one read.
  let last: ReadVersion | undefined;
  let left = mostSteps.all;
  const read = (path: string, text: string, own: Series | undefined): ReadVersion => {
    const { body, ...fields } = readFields({ path, text }, own);
    const isAlike =
      last?.path === path &&
      last.series === own &&
      last.fields.number === fields.number &&
      last.fields.category === fields.category;
    const route = isAlike ? last?.route : own && routeOf(path, fields, own);
    return { path, text, published: publishedText(text), series: own, fields, route, sections: sourceSections(body) };
  };
  return {
    maxFileSize,
    describe(path, version, before) {
      const own = series.get(path);
      const isLast = last?.text === before && last?.path === version.path && last.series === own;
      const former = isLast || before === undefined ? last : read(version.path, before, own);
      const present = read(version.path, version.text, own);
      last = present;
      const facts = { ...present.fields, ...present.route };
      if (before === undefined || !former) return facts;
      const changes = sectionChanges(former.sections, present.sections);
      // Only former texts of proposals have pages.
      if (!own) return { ...facts, changes };
      const steps = JSON.stringify(stepsOf(textChanges(former.published, present.published)));
      if (steps.length > Math.min(mostSteps.one, left)) return { ...facts, changes };
      left -= steps.length;
      return { ...facts, changes, steps };
    },
    roleOf: (path) => series.get(path)?.id ?? "",
    metadataOf(path) {
      const metadata = series.get(path)?.metadata;
      return typeof metadata === "object" ? metadata.file : undefined;
    },
  };
}

/** The former address of a version, by its file name and its metadata. */
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
