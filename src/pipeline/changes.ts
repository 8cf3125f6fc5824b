/**
 * What changed between the versions of a proposal that have pages, line by line. Each page has the changes up to the
 * next newer version: so every line that is gone is in one page of the site, and the script of a page makes the text of
 * any version from today's.
 */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { textChanges } from "../history/line-changes.js";
import { bySection } from "../history/sections.js";
import { comparableVersions, versionText } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import { type Diagnostic, reasonOf } from "../shared/diagnostic.js";
import type { Bodies } from "../shared/document.js";
import type { Comparison, SectionLines, Version } from "../shared/history.js";
import { stepsOf } from "../shared/version-data.js";
import { FormerTexts } from "./former-texts.js";

/** Must change when other changes are found in the same texts. */
const form = 3;

export class VersionChanges implements ChangesSource {
  private readonly texts: FormerTexts;
  private readonly config: SiteConfig;
  private readonly failed = new Map<string, Diagnostic>();

  /** @param root absolute. */
  constructor(
    root: string,
    site: Site,
    private readonly bodies: Bodies,
  ) {
    this.config = site.config;
    const proposals = site.registers.flatMap((register) => register.proposals);
    this.texts = new FormerTexts(root, site.config.maxFileSize, proposals, bodies);
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
    const after = until ? texts.get(versionText(until)) : this.texts.today(proposal);
    if (before === undefined || after === undefined) throw new Error("one of the two texts cannot be read");
    return bySection(textChanges(before, after), after);
  }

  stepsKey(proposal: Proposal): string {
    const today = proposal.document && this.bodies.own(proposal.document).hash;
    return `${form} ${today} ${comparableVersions(proposal, this.config).map(versionText).join(" ")}`;
  }

  async steps(proposal: Proposal): Promise<[Version, string][]> {
    const [newest, today] = [await this.texts.newest(proposal), this.texts.today(proposal)];
    const found: [Version, string][] = [];
    if (newest === undefined || today === undefined) return found;
    const versions = comparableVersions(proposal, this.config);
    for (const [index, version] of versions.entries()) {
      const after = versions[index - 1];
      const steps = after
        ? await this.texts.steps(proposal, after, version)
        : JSON.stringify(stepsOf(textChanges(newest, today)));
      // Nothing leads further back.
      if (steps === undefined) break;
      found.push([version, steps]);
    }
    return found;
  }
}
