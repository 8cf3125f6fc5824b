/**
 * The former texts of proposals. Those of several are read at once, more each time, as it seems that all are wanted, and forgotten when they have been
 * given out.
 */
import { joinMetadata, metadataFileOf } from "../metadata/beside.js";
import { versionText } from "../model/history.js";
import type { Proposal } from "../model/site.js";
import { readVersions } from "../read/history.js";
import { cleanText } from "../shared/clean-text.js";
import type { Version } from "../shared/history.js";
import { withLineFeeds } from "../shared/lines.js";

/** Proposals whose versions are read at once, if all are wanted: a process of git takes longer to start than to read one text. */
const maxAtOnce = 64;

/** The versions of a proposal that are wanted, and how often it will be asked for them. */
export interface WantedTexts {
  versions: readonly Version[];
  uses: number;
}

/** The texts of a proposal's versions, by `versionText`. */
export type TextsByVersion = ReadonlyMap<string, string>;

export class FormerTexts {
  private readonly proposals: readonly Proposal[];
  private readonly read = new Map<Proposal, Promise<TextsByVersion>>();
  /** How often those of a proposal were not asked for yet. */
  private readonly left = new Map<Proposal, number>();
  private atOnce = 1;

  /**
   * @param root absolute.
   * @param wanted in the order in which they will be asked for.
   */
  constructor(
    private readonly root: string,
    private readonly maxFileSize: number,
    private readonly wanted: ReadonlyMap<Proposal, WantedTexts>,
  ) {
    this.proposals = [...wanted.keys()];
  }

  of(proposal: Proposal): Promise<TextsByVersion> {
    const known = this.read.get(proposal) ?? this.readFrom(proposal);
    const others = (this.left.get(proposal) ?? this.wanted.get(proposal)?.uses ?? 1) - 1;
    if (others > 0) this.left.set(proposal, others);
    else {
      this.left.delete(proposal);
      this.read.delete(proposal);
    }
    return known;
  }

  /** Reads the texts of a proposal and of those that come after it. */
  private readFrom(proposal: Proposal): Promise<TextsByVersion> {
    const wanted: [Proposal, readonly Version[]][] = [];
    for (
      let index = this.proposals.indexOf(proposal);
      index < this.proposals.length && wanted.length < this.atOnce;
      index++
    ) {
      const next = this.proposals[index] as Proposal;
      if (!this.read.has(next)) wanted.push([next, this.wanted.get(next)?.versions ?? []]);
    }
    this.atOnce = Math.min(maxAtOnce, this.atOnce * 4);
    const blobs = wanted.map(([{ document }, versions]): [string, string[]] => [
      document?.path ?? "",
      versions.flatMap(({ blob, metadataBlob }) => [blob, ...(metadataBlob ? [metadataBlob] : [])]),
    ]);
    const all = readVersions(this.root, new Map(blobs), this.maxFileSize);
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
      // A rejection is for what needs the texts, if something does.
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
