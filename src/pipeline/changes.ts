/**
 * What changed between the versions of a proposal that have pages, line by line. Each page has the changes up to the
 * next newer version: so every line that is gone is in one page of the site, and the script of a page makes the text of
 * any version from today's.
 *
 * A former text is made from the next newer one and the lines that differ, which the history has. Git is asked for a text only where these are too
 * long to be kept, and where today's text is another one than was committed last.
 */

import { createHash } from "node:crypto";
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { textChanges } from "../history/line-changes.js";
import { bySection } from "../history/sections.js";
import { joinMetadata, metadataFileOf } from "../metadata/beside.js";
import { comparableVersions, comparisonsOf, versionText } from "../model/history.js";
import type { ChangesSource, Proposal, Site } from "../model/site.js";
import { readVersions } from "../read/history.js";
import { publishedText } from "../shared/clean-text.js";
import { type Diagnostic, reasonOf } from "../shared/diagnostic.js";
import type { Bodies } from "../shared/document.js";
import { stepBack } from "../shared/former-text.js";
import type { Comparison, SectionLines, Version } from "../shared/history.js";
import { lazy } from "../shared/lazy.js";
import { withLineFeeds } from "../shared/lines.js";
import { shownSteps, stepsOf } from "../shared/version-data.js";

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

class FormerTexts {
  /** Texts by proposal that were committed last and are not today's. */
  private readonly committed = lazy(() => this.readCommitted());
  /** Those of the last proposal: its pages are made one after the other. */
  private last: { proposal: Proposal; texts: Promise<ReadonlyMap<string, string>> } | undefined;

  /**
   * @param root absolute.
   * @param proposals all that may be asked for.
   */
  constructor(
    private readonly root: string,
    private readonly maxFileSize: number,
    private readonly proposals: readonly Proposal[],
    private readonly bodies: Bodies,
  ) {}

  /** Today's text, as it is published. */
  today({ document }: Proposal): string | undefined {
    return document && withLineFeeds(String(this.bodies.markdown(document)));
  }

  /** The text that was committed last; undefined if the clone does not have it. */
  async newest(proposal: Proposal): Promise<string | undefined> {
    return this.isCommitted(proposal) ? this.today(proposal) : (await this.committed()).get(proposal);
  }

  /** The steps from a version to the one before it, as JSON; undefined if the clone does not have one of the texts. */
  async steps(proposal: Proposal, version: Version, before: Version): Promise<string | undefined> {
    if (version.steps !== undefined) return version.steps;
    const [text, former] = await this.read(proposal, [version, before]);
    if (text === undefined || former === undefined) return undefined;
    return JSON.stringify(stepsOf(textChanges(former, text)));
  }

  /** The texts that pages compare with a newer one, by `versionText`. */
  of(proposal: Proposal): Promise<ReadonlyMap<string, string>> {
    if (this.last?.proposal !== proposal) this.last = { proposal, texts: this.goBack(proposal) };
    return this.last.texts;
  }

  private async goBack(proposal: Proposal): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set(comparisonsOf(proposal).map(({ from }) => versionText(from)));
    const texts = new Map<string, string>();
    let lines = (await this.newest(proposal))?.split("\n");
    const versions = proposal.history?.versions ?? [];
    for (const [index, version] of versions.entries()) {
      const text = versionText(version);
      if (lines && wanted.delete(text)) texts.set(text, lines.join("\n"));
      const before = versions[index + 1];
      if (wanted.size === 0 || !before) break;
      if (lines && version.steps !== undefined) lines = stepBack(lines, shownSteps(JSON.parse(version.steps)));
      else lines = (await this.read(proposal, [before]))[0]?.split("\n");
    }
    return texts;
  }

  /** Whether today's text is the one that git has: an id is the digest of a text. */
  private isCommitted({ document, history }: Proposal): boolean {
    const version = history?.versions[0];
    if (!document || !version || version.metadataBlob) return false;
    const text = this.bodies.markdown(document);
    const digest = createHash(version.blob.length === 64 ? "sha256" : "sha1");
    return (
      digest
        .update(`blob ${Buffer.byteLength(text)}\0`)
        .update(text)
        .digest("hex") === version.blob
    );
  }

  private async readCommitted(): Promise<Map<Proposal, string>> {
    const others = this.proposals.filter((proposal) => !this.isCommitted(proposal));
    const blobs = others.map(({ document, history }): [string, string[]] => [
      document?.path ?? "",
      blobsOf(history?.versions.slice(0, 1) ?? []),
    ]);
    const found = await this.texts(new Map(blobs));
    return new Map(
      others.flatMap((proposal) => {
        const text = textIn(found, proposal, proposal.history?.versions[0]);
        return text === undefined ? [] : [[proposal, text]];
      }),
    );
  }

  private async read(proposal: Proposal, versions: readonly Version[]): Promise<(string | undefined)[]> {
    const path = proposal.document?.path ?? "";
    const found = await this.texts(new Map([[path, blobsOf(versions)]]));
    return versions.map((version) => textIn(found, proposal, version));
  }

  /** What git cannot read has no page; the texts that were read before are not lost with it. */
  private texts(blobs: ReadonlyMap<string, readonly string[]>): Promise<ReadonlyMap<string, string>> {
    return readVersions(this.root, blobs, this.maxFileSize).catch(() => new Map());
  }
}

const blobsOf = (versions: readonly Version[]) =>
  versions.flatMap(({ blob, metadataBlob }) => (metadataBlob ? [blob, metadataBlob] : [blob]));

/** @param found texts by id. @returns a text with its metadata, as it is published. */
function textIn(
  found: ReadonlyMap<string, string>,
  { series, document }: Proposal,
  { blob = "", metadataBlob = "" }: Partial<Version> = {},
): string | undefined {
  const [text, metadata] = [found.get(blob), found.get(metadataBlob)];
  const file = document && metadataFileOf(document.path, series.metadata);
  if (text === undefined) return undefined;
  const isJoined = metadata !== undefined && file !== undefined;
  return publishedText(isJoined ? joinMetadata(text, file, metadata).text : text);
}
