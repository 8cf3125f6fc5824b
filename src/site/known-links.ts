/**
 * Memoized targets of links, for a process that links a register repeatedly: an edit of one text leaves the links of
 * nearly all others unchanged. The inputs of look-ups are recorded as one list; if that differs, everything is
 * invalidated.
 */
import type { SiteConfig } from "../config/index.js";
import type { LinkTarget, Proposal } from "../model/site.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { isSameList } from "../shared/lists.js";
import type { LinkIndex } from "./link-index.js";

/** The targets of one document's links. */
export interface FollowedLinks {
  targets: LinkTarget[];
  diagnostics: Diagnostic[];
  /** Paths of other documents in which a fragment was looked up. */
  anchorsOf: ReadonlySet<string>;
  /** Folders that became pages because of a link, in order of look-up. */
  folders: readonly string[];
  /** Looked-up paths besides the site's texts, and whether they exist. */
  looked: ReadonlyMap<string, boolean>;
}

export class KnownLinks {
  private config: SiteConfig | undefined;
  private ground: Ground = [];
  private documents: ReadonlyMap<string, Document> = new Map();
  private followed = new Map<Document, FollowedLinks>();

  /** To be called before a site's links are resolved: invalidates outdated entries. */
  begin(index: LinkIndex): void {
    const ground = groundOf(index);
    if (this.config !== index.config || !isSameList(this.ground, ground)) this.followed.clear();
    const moved = new Set<string>();
    for (const [path, document] of index.documents)
      if (!hasSameAnchors(document, this.documents.get(path))) moved.add(path);
    if (moved.size > 0)
      for (const [document, { anchorsOf }] of this.followed)
        if ([...anchorsOf].some((path) => moved.has(path))) this.followed.delete(document);
    this.config = index.config;
    this.ground = ground;
    this.documents = index.documents;
  }

  /** Whether all paths that were looked up besides the site's texts still lead to something, or to nothing. */
  haveSameAnswers(exists: (path: string) => boolean): boolean {
    return [...this.followed.values()].every((links) => isUpToDate(links, exists));
  }

  /** @returns the targets, as objects of the present site; undefined for a document that has changed. */
  of(document: Document, { registers, folders, exists }: LinkIndex): FollowedLinks | undefined {
    const known = this.followed.get(document);
    if (!known || !isUpToDate(known, exists)) return undefined;
    for (const path of known.folders) folders.at(path);
    if (!known.targets.some(({ kind }) => kind === "proposal")) return known;
    const today = ({ series, number }: Proposal) =>
      registers.find((register) => register.series.id === series.id)?.byNumber.get(number);
    const targets = known.targets.map((target): LinkTarget => {
      const proposal = target.kind === "proposal" ? today(target.proposal) : undefined;
      return proposal ? { kind: "proposal", proposal } : target;
    });
    return { ...known, targets };
  }

  /** To be called when all are resolved: drops the other entries. */
  end(followed: Map<Document, FollowedLinks>): void {
    this.followed = followed;
  }
}

function isUpToDate({ looked }: FollowedLinks, exists: (path: string) => boolean): boolean {
  for (const [path, answer] of looked) if (exists(path) !== answer) return false;
  return true;
}

function hasSameAnchors(document: Document, before: Document | undefined): boolean {
  return document === before || (before !== undefined && isSameList(document.anchors, before.anchors));
}

type Ground = readonly (string | number | undefined)[];

/** All inputs of a link's target except anchors. The length of each part comes first, so that equal lists have equal parts. */
function groundOf(index: LinkIndex): Ground {
  const { registers, routes, files, generated, documents, rejected, assets } = index;
  const ground: (string | number | undefined)[] = [documents.size];
  for (const { path, route } of documents.values()) ground.push(path, route);
  for (const { series, proposals } of registers) {
    ground.push(series.id, proposals.length);
    for (const { number, route, document } of proposals) ground.push(number, route, document?.path);
  }
  for (const names of [routes, files, generated]) {
    ground.push(names.size);
    for (const name of names.keys()) ground.push(name);
  }
  ground.push(rejected.size);
  for (const [path, { route }] of rejected) ground.push(path, route);
  ground.push(assets.size);
  for (const [path, { url, publication }] of assets) ground.push(path, url, publication);
  return ground;
}
