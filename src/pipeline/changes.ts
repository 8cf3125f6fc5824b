/**
 * What changed between the versions of a proposal that have pages, line by line. Each page has the changes up to the
 * next newer version: so every line that is gone is in one page of the site, and the script of a page makes the text of
 * any version from today's.
 */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { lineChanges } from "../history/line-changes.js";
import { bySection } from "../history/sections.js";
import { comparableVersions, comparisonsOf, versionText } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import { type Diagnostic, reasonOf } from "../shared/diagnostic.js";
import type { Bodies } from "../shared/document.js";
import type { Comparison, LineChange, SectionLines, Version } from "../shared/history.js";
import { withLineFeeds } from "../shared/lines.js";
import { FormerTexts, type WantedTexts } from "./former-texts.js";

/** Must change when other changes are found in the same texts. */
const form = 3;

export class VersionChanges implements ChangesSource {
  private readonly texts: FormerTexts;
  /** Of all versions of a proposal, whose texts outputs have. */
  private readonly allTexts: FormerTexts;
  private readonly config: SiteConfig;
  private readonly failed = new Map<string, Diagnostic>();

  /** @param root absolute. */
  constructor(
    root: string,
    site: Site,
    private readonly bodies: Bodies,
  ) {
    const places = new Map([...site.routes.keys()].map((route, index) => [route, index]));
    const placeOf = ({ route }: Proposal) => places.get(route) ?? 0;
    const proposals = site.registers
      .flatMap((register) => register.proposals)
      .sort((one, other) => placeOf(one) - placeOf(other));
    const wanted = (wants: (proposal: Proposal) => WantedTexts) =>
      new Map(
        proposals.flatMap((proposal): [Proposal, WantedTexts][] => {
          const own = wants(proposal);
          return own.uses > 0 ? [[proposal, own]] : [];
        }),
      );
    this.config = site.config;
    const { maxFileSize } = site.config;
    const ofPages = wanted((proposal) => {
      const comparisons = comparisonsOf(proposal);
      return { versions: comparisons.map(({ from }) => from), uses: comparisons.length };
    });
    const ofAll = wanted((proposal) => {
      const versions = comparableVersions(proposal, site.config);
      return { versions, uses: versions.length > 0 ? 1 : 0 };
    });
    this.texts = new FormerTexts(root, maxFileSize, ofPages);
    this.allTexts = new FormerTexts(root, maxFileSize, ofAll);
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
    const texts = await this.texts.of(proposal);
    const before = texts.get(versionText(from));
    const after = until ? texts.get(versionText(until)) : this.today(proposal);
    if (before === undefined || after === undefined) throw new Error("one of the two texts cannot be read");
    return bySection(lineChanges(before.split("\n"), after.split("\n")), after);
  }

  private today({ document }: Proposal): string | undefined {
    return document && withLineFeeds(String(this.bodies.markdown(document)));
  }

  stepsKey(proposal: Proposal): string {
    const today = proposal.document && this.bodies.own(proposal.document).hash;
    return `${form} ${today} ${comparableVersions(proposal, this.config).map(versionText).join(" ")}`;
  }

  async steps(proposal: Proposal): Promise<ReadonlyMap<Version, readonly LineChange[]>> {
    const steps = new Map<Version, readonly LineChange[]>();
    let newer = this.today(proposal)?.split("\n");
    const texts = await this.allTexts.of(proposal);
    for (const version of comparableVersions(proposal, this.config)) {
      const lines = texts.get(versionText(version))?.split("\n");
      if (!lines || !newer) continue;
      steps.set(version, lineChanges(lines, newer));
      newer = lines;
    }
    return steps;
  }
}
