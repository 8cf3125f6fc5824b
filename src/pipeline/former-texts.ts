/**
 * The former texts of proposals: each is made from the next newer one and the lines that differ, which the history has. Only where today's text
 * is another one than was committed last, git is asked for that one.
 */
import { createHash } from "node:crypto";
import { joinMetadata, metadataFileOf } from "../metadata/beside.js";
import { comparisonsOf, versionText } from "../model/history.js";
import type { Proposal } from "../model/site.js";
import { readVersions } from "../read/history.js";
import { publishedText } from "../shared/clean-text.js";
import type { Bodies } from "../shared/document.js";
import { stepBack } from "../shared/former-text.js";
import { lazy } from "../shared/lazy.js";
import { withLineFeeds } from "../shared/lines.js";
import { shownSteps } from "../shared/version-data.js";

export class FormerTexts {
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

  /** The texts that pages compare with a newer one, by `versionText`. */
  of(proposal: Proposal): Promise<ReadonlyMap<string, string>> {
    if (this.last?.proposal !== proposal) this.last = { proposal, texts: this.goBack(proposal) };
    return this.last.texts;
  }

  private async goBack(proposal: Proposal): Promise<ReadonlyMap<string, string>> {
    const wanted = new Set(comparisonsOf(proposal).map(({ from }) => versionText(from)));
    const texts = new Map<string, string>();
    let lines = (await this.newest(proposal))?.split("\n");
    for (const version of proposal.history?.versions ?? []) {
      if (!lines) break;
      const text = versionText(version);
      if (wanted.delete(text)) texts.set(text, lines.join("\n"));
      if (wanted.size === 0 || version.steps === undefined) break;
      lines = stepBack(lines, shownSteps(JSON.parse(version.steps)));
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
    const blobs = others.flatMap(({ document, history }): [string, string[]][] => {
      const { blob, metadataBlob } = history?.versions[0] ?? {};
      return document && blob ? [[document.path, [blob, ...(metadataBlob ? [metadataBlob] : [])]]] : [];
    });
    const found = await readVersions(this.root, new Map(blobs), this.maxFileSize);
    return new Map(
      others.flatMap((proposal) => {
        const text = committedText(found, proposal);
        return text === undefined ? [] : [[proposal, publishedText(text)]];
      }),
    );
  }
}

/** @param found texts by id. */
function committedText(
  found: ReadonlyMap<string, string>,
  { series, document, history }: Proposal,
): string | undefined {
  const { blob = "", metadataBlob = "" } = history?.versions[0] ?? {};
  const [text, metadata] = [found.get(blob), found.get(metadataBlob)];
  const file = document && metadataFileOf(document.path, series.metadata);
  return text === undefined || metadata === undefined || file === undefined
    ? text
    : joinMetadata(text, file, metadata).text;
}
