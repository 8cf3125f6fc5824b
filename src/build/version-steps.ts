/**
 * Finds the steps from today's text of a proposal back to its former texts. The history has the steps between versions;
 * git is asked only for the text that was committed last, if today's text differs from it.
 */
import { hash } from "node:crypto";
import { joinMetadata, metadataFileOf } from "../content/metadata/metadata-files.js";
import { readVersions } from "../content/read/history.js";
import { stepsBack, textChanges } from "../content/read/line-changes.js";
import { publishedText } from "../shared/clean-text.js";
import type { Bodies } from "../shared/document.js";
import type { Version } from "../shared/history.js";
import { lazy } from "../shared/lazy.js";
import { comparableVersions } from "../site/model/history.js";
import type { Proposal, Site, StepsSource } from "../site/model/site.js";

export class VersionSteps implements StepsSource {
  /** The texts that were committed last, of proposals whose text today is another. */
  private readonly committed = lazy(() => this.readCommitted());

  /** @param root absolute. */
  constructor(
    private readonly root: string,
    private readonly site: Site,
    private readonly bodies: Bodies,
  ) {}

  async steps(proposal: Proposal): Promise<[Version, string][]> {
    const { document } = proposal;
    const today = document && this.bodies.markdown(document);
    const newest = this.isCommitted(proposal) ? today : (await this.committed()).get(proposal);
    // The clone may lack the committed text, without which no steps lead back.
    if (newest === undefined || today === undefined) return [];
    const versions = comparableVersions(proposal, this.site.config);
    const first = JSON.stringify(stepsBack(textChanges(newest, today)));
    return versions.map((version, index) => [version, versions[index - 1]?.steps ?? first]);
  }

  /** Whether today's text is committed: the id of a blob is the digest of its text. */
  private isCommitted({ document, history }: Proposal): boolean {
    const version = history?.versions[0];
    if (!document || !version || version.metadataBlob) return false;
    const text = this.bodies.markdown(document);
    const algorithm = version.blob.length === 64 ? "sha256" : "sha1";
    return hash(algorithm, `blob ${Buffer.byteLength(text)}\0${text}`) === version.blob;
  }

  /** Reads the committed texts. Those that git cannot read are left out. */
  private async readCommitted(): Promise<Map<Proposal, string | undefined>> {
    const proposals = this.site.registers.flatMap((register) => register.proposals);
    const versionedProposals = proposals.filter(
      (proposal) => comparableVersions(proposal, this.site.config).length > 0 && !this.isCommitted(proposal),
    );
    const blobs = versionedProposals.map(({ document, history }): [string, string[]] => {
      const { blob = "", metadataBlob } = history?.versions[0] ?? {};
      return [document?.path ?? "", metadataBlob ? [blob, metadataBlob] : [blob]];
    });
    const blobTexts = await readVersions(this.root, new Map(blobs), this.site.config.maxFileSize).catch(
      () => new Map(),
    );
    return new Map(versionedProposals.map((proposal) => [proposal, textIn(blobTexts, proposal)]));
  }
}

/** @param blobTexts texts by id. @returns the text that was committed last with its metadata, as it is published. */
function textIn(blobTexts: ReadonlyMap<string, string>, { series, document, history }: Proposal): string | undefined {
  const { blob = "", metadataBlob = "" } = history?.versions[0] ?? {};
  const [text, metadata] = [blobTexts.get(blob), blobTexts.get(metadataBlob)];
  const file = document && metadataFileOf(document.path, series.metadata);
  if (text === undefined) return undefined;
  const isJoined = metadata !== undefined && file !== undefined;
  return publishedText(isJoined ? joinMetadata(text, file, metadata).text : text);
}
