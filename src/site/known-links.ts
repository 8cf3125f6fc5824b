/**
 * Memoized targets of links, for a site that is linked again: an edit of one text leaves the links of nearly all others
 * unchanged. The inputs of look-ups are recorded as one list; if that differs, everything is invalidated.
 */
import type { LinkTarget } from "../model/site.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { isSameList } from "../shared/lists.js";
import type { LinkIndex } from "./link-index.js";

/** The targets of one document's links. */
export interface FollowedLinks {
  targets: LinkTarget[];
  diagnostics: Diagnostic[];
  /** Other documents in which a fragment was looked up: their paths, and the keys of translations. */
  anchorsOf: ReadonlySet<string>;
  /** Folders that became pages because of a link, in order of look-up. */
  folders: readonly string[];
  /** Looked-up paths besides the site's texts, and whether they exist. */
  looked: ReadonlyMap<string, boolean>;
}

/** A target without the objects of its site. */
type SavedTarget = Exclude<LinkTarget, { kind: "proposal" }> | { kind: "proposal"; series: string; number: number };

/** The targets of one document's links, and what they depend on besides the ground. */
interface Entry {
  /** `sharedDigest` of the document. */
  document: string;
  /** The places of its links, if a diagnostic has one of them. */
  places?: string;
  targets: SavedTarget[];
  diagnostics: Diagnostic[];
  /** The documents in which a fragment was looked up: path or key, and `sharedDigest`. */
  anchors: [name: string, digest: string][];
  folders: readonly string[];
  looked: [path: string, isThere: boolean][];
}

export class KnownLinks {
  private ground: Ground = [];
  private entries: ReadonlyMap<string, Entry> = new Map();
  private next = new Map<string, Entry>();

  /** To be called before a site's links are resolved: invalidates outdated entries. */
  begin(index: LinkIndex): void {
    this.next = new Map();
    const ground = groundOf(index);
    if (isSameList(this.ground, ground)) return;
    this.ground = ground;
    this.entries = new Map();
  }

  /** Whether all paths that were looked up besides the site's texts still lead to something, or to nothing. */
  haveSameAnswers(exists: (path: string) => boolean): boolean {
    return [...this.entries.values()].every((entry) => hasSameAnswers(entry, exists));
  }

  /** @returns the targets, as objects of the present site; undefined for a document that has changed. */
  of(document: Document, index: LinkIndex): Pick<FollowedLinks, "targets" | "diagnostics"> | undefined {
    const { registers, folders, exists } = index;
    const entry = this.entries.get(document.path);
    if (!entry || entry.document !== document.sharedDigest || !hasSameAnswers(entry, exists)) return undefined;
    if (entry.places !== undefined && entry.places !== placesOf(document)) return undefined;
    if (entry.anchors.some(([name, digest]) => sharedDigestOf(name, index) !== digest)) return undefined;
    this.next.set(document.path, entry);
    for (const path of entry.folders) folders.at(path);
    const targets = entry.targets.map((target): LinkTarget => {
      if (target.kind !== "proposal") return target;
      const { series, number } = target;
      const proposal = registers.find((register) => register.series.id === series)?.byNumber.get(number);
      return proposal ? { kind: "proposal", proposal } : { kind: "none" };
    });
    return { targets, diagnostics: entry.diagnostics };
  }

  /** Adds the links of a document that were followed now. */
  add(document: Document, links: FollowedLinks, index: LinkIndex): void {
    const { targets, diagnostics, anchorsOf, folders, looked } = links;
    this.next.set(document.path, {
      document: document.sharedDigest,
      ...(diagnostics.length > 0 && { places: placesOf(document) }),
      targets: targets.map(savedTarget),
      diagnostics,
      anchors: [...anchorsOf].map((name) => [name, sharedDigestOf(name, index)]),
      folders,
      looked: [...looked],
    });
  }

  /** To be called when all are resolved: drops the other entries. */
  end(): void {
    this.entries = this.next;
    this.next = new Map();
  }
}

/** @param name path of an original, or key of a translation. */
function sharedDigestOf(name: string, { documents, translations }: LinkIndex): string {
  return (documents.get(name) ?? translations.get(name))?.sharedDigest ?? "";
}

function hasSameAnswers({ looked }: Entry, exists: (path: string) => boolean): boolean {
  return looked.every(([path, isThere]) => exists(path) === isThere);
}

function savedTarget(target: LinkTarget): SavedTarget {
  if (target.kind !== "proposal") return target;
  const { series, number } = target.proposal;
  return { kind: "proposal", series: series.id, number };
}

const placesOf = ({ links }: Document) => links.map(({ position }) => `${position.line}:${position.column}`).join();

type Ground = readonly (string | number | undefined)[];

/** All inputs of a link's target except its document and anchors. The length of each part comes first, so that equal lists have equal parts. */
function groundOf(index: LinkIndex): Ground {
  const { config, prefix, registers, routes, isWhole, files, generated, documents, translations, rejected, assets } =
    index;
  const ground: (string | number | undefined)[] = [JSON.stringify(config), prefix, Number(isWhole), documents.size];
  for (const { route, source } of routes.values()) if (source !== undefined) ground.push(source, route);
  for (const { path, route } of documents.values()) ground.push(path, route);
  for (const { series, proposals } of registers) {
    ground.push(series.id, proposals.length);
    for (const { number, route, document } of proposals) ground.push(number, route, document?.path);
  }
  for (const names of [routes, files, generated.urls, translations]) {
    ground.push(names.size);
    for (const name of names.keys()) ground.push(name);
  }
  ground.push(rejected.size);
  for (const [path, { route }] of rejected) ground.push(path, route);
  ground.push(assets.size);
  for (const [path, { url, publication }] of assets) ground.push(path, url, publication);
  return ground;
}
