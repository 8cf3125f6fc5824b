/**
 * What changed between the versions of a proposal that have pages, line by line. Each page has the changes up to the
 * next newer version: so every line that is gone is in one page of the site, and the script of a page makes the text of
 * any version from today's. The texts of several proposals are read at once, and forgotten when their pages are made.
 */
import { diagnose } from "../diagnostics/codes.js";
import { lineChanges } from "../history/line-changes.js";
import { bySection } from "../history/sections.js";
import { joinMetadata, metadataFileOf } from "../metadata/beside.js";
import { comparisonsOf, versionText } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import { readVersions } from "../read/history.js";
import { cleanText } from "../shared/clean-text.js";
import { type Diagnostic, reasonOf } from "../shared/diagnostic.js";
import type { Bodies } from "../shared/document.js";
import type { Comparison, SectionLines, Version } from "../shared/history.js";

/** Must change when other changes are found in the same texts. */
const form = 3;

/** Proposals whose versions are read at once, if all pages are made: a process of git takes longer to start than to read one text. */
const maxAtOnce = 64;

/** The former texts of a proposal, by the id of their version. */
type FormerTexts = ReadonlyMap<string, string>;

export class VersionChanges implements ChangesSource {
  /** Those with such pages, in the order in which these are made. */
  private readonly proposals: Proposal[];
  private readonly read = new Map<Proposal, Promise<FormerTexts>>();
  /** The number of a proposal's pages that were not requested yet. */
  private readonly left = new Map<Proposal, number>();
  private readonly failed = new Map<string, Diagnostic>();
  private atOnce = 1;

  /** @param root absolute. */
  constructor(
    private readonly root: string,
    private readonly site: Site,
    private readonly bodies: Bodies,
  ) {
    const places = new Map([...site.routes.keys()].map((route, index) => [route, index]));
    const placeOf = ({ route }: Proposal) => places.get(route) ?? 0;
    this.proposals = site.registers
      .flatMap(({ proposals }) => proposals)
      .filter((proposal) => comparisonsOf(proposal).length > 0)
      .sort((one, other) => placeOf(one) - placeOf(other));
  }

  key({ document }: Proposal, { from, until }: Comparison): string {
    return `${form} ${versionText(from)} ${until ? versionText(until) : document && this.bodies.own(document).hash}`;
  }

  hasFailed(proposal: Proposal, comparison: Comparison): boolean {
    return this.failed.has(this.key(proposal, comparison));
  }

  get problems(): Diagnostic[] {
    return [...this.failed.values()];
  }

  async sections(proposal: Proposal, comparison: Comparison): Promise<SectionLines[] | undefined> {
    try {
      return await this.made(proposal, comparison);
    } catch (error) {
      const { kind, commit } = comparison;
      const message = `what changed ${kind === "change" ? "with" : "since"} commit ${commit} is not shown: ${reasonOf(error)}`;
      const help = "The page of this difference says so. All other pages are complete.";
      const file = proposal.document?.path;
      this.failed.set(this.key(proposal, comparison), diagnose("history-left-out", message, { file, help }));
      return undefined;
    }
  }

  private async made(proposal: Proposal, { from, until }: Comparison): Promise<SectionLines[]> {
    const texts = await this.textsOf(proposal);
    const before = texts.get(versionText(from));
    const after = until ? texts.get(versionText(until)) : this.today(proposal);
    if (before === undefined || after === undefined) throw new Error("one of the two texts cannot be read");
    return bySection(lineChanges(before.split("\n"), after.split("\n")), after);
  }

  private today({ document }: Proposal): string | undefined {
    return document && withLineFeeds(String(this.bodies.markdown(document)));
  }

  private textsOf(proposal: Proposal): Promise<FormerTexts> {
    const known = this.read.get(proposal) ?? this.readFrom(proposal);
    const others = (this.left.get(proposal) ?? comparisonsOf(proposal).length) - 1;
    if (others > 0) this.left.set(proposal, others);
    else {
      this.left.delete(proposal);
      this.read.delete(proposal);
    }
    return known;
  }

  /** Reads the texts of a proposal and of those that come after it: more each time, as it seems that all pages are made. */
  private readFrom(proposal: Proposal): Promise<FormerTexts> {
    const start = this.proposals.indexOf(proposal);
    const wanted: [Proposal, Version[]][] = [];
    for (let index = start; index < this.proposals.length && wanted.length < this.atOnce; index++) {
      const next = this.proposals[index] as Proposal;
      const comparisons = this.read.has(next) ? [] : comparisonsOf(next);
      if (comparisons.length > 0) wanted.push([next, comparisons.map(({ from }) => from)]);
    }
    this.atOnce = Math.min(maxAtOnce, this.atOnce * 4);
    const blobs = wanted.map(([{ document }, versions]): [string, string[]] => [
      document?.path ?? "",
      versions.flatMap(({ blob, metadataBlob }) => [blob, ...(metadataBlob ? [metadataBlob] : [])]),
    ]);
    const all = readVersions(this.root, new Map(blobs), this.site.config.maxFileSize);
    for (const [own, versions] of wanted) {
      const texts = all.then(
        (found) =>
          new Map(
            versions.flatMap((version) => {
              const text = textIn(found, version, own);
              return text === undefined ? [] : [[versionText(version), cleanFormer(text)]];
            }),
          ),
      );
      // A rejection is for the page that needs the texts, if one does.
      texts.catch(() => undefined);
      this.read.set(own, texts);
    }
    return this.read.get(proposal) ?? Promise.resolve(new Map());
  }
}

/** @param found texts by id. */
function textIn(
  found: ReadonlyMap<string, string>,
  { blob, metadataBlob }: Version,
  { series, document }: Proposal,
): string | undefined {
  const [text, metadata] = [found.get(blob), found.get(metadataBlob ?? "")];
  const file = document && metadataFileOf(document.path, series.metadata);
  return text === undefined || metadata === undefined || file === undefined
    ? text
    : joinMetadata(text, file, metadata).text;
}

/** As today's text is published. */
const cleanFormer = (text: string) => withLineFeeds(cleanText(text));

const withLineFeeds = (text: string) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
