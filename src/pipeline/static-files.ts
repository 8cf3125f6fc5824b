/** The site's own files, as they are published: copied, or cleaned if they are beside proposals. */

import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";
import { posix } from "node:path";
import { type Cache, noCache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Site, StaticFile } from "../model/site.js";
import { headLength, type PublishedFile, publishFile } from "../read/published.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile } from "../shared/output.js";
import { conflictHelp, conflictMessage, findConflicts } from "../shared/syntax-problems.js";

/** The results for files that were examined before, by absolute path. */
export type KnownFiles = Map<string, { stamp: string; published: PublishedFile }>;

/**
 * @param root absolute.
 * @param known results of former calls; updated.
 * @param cache has drawings that were cleaned before: parsing one as XML is expensive.
 */
export function staticFiles(
  { files, config }: Site,
  root: string,
  known: KnownFiles = new Map(),
  cache: Cache = noCache,
): Result<OutputFile[]> {
  const diagnostics: Diagnostic[] = [];
  const drawings = new Drawings(cache);
  const isLenient = config.checks.brokenLinks !== "error";
  const value = [...files.values()].flatMap((file): OutputFile[] => {
    const { content, isLeftOut, diagnostics: found } = published(file, root, known, drawings);
    // Like one that the link refuses: where broken links do not stop the build, the file is left out.
    const isMissing = isLenient && found.some(({ code }) => code === "file-refused");
    addAll(
      diagnostics,
      found.map((one): Diagnostic => (isMissing ? { ...one, severity: "warning" } : one)),
    );
    if (isLeftOut || isMissing) return [];
    const path = posix.normalize(file.url.slice(1));
    return [
      content === undefined ? { path, content: { copyOf: file.path } } : { path, content, cleanedFrom: file.path },
    ];
  });
  drawings.save();
  return { value, diagnostics };
}

function published(
  { path, publication }: StaticFile,
  root: string,
  known: KnownFiles,
  drawings: Drawings,
): PublishedFile {
  if (publication === "refused" || (publication === undefined && !writtenByHand.test(path))) return { diagnostics: [] };
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isFile()) return { diagnostics: [] };
  const stamp = stampOf(info);
  const before = known.get(path);
  if (before?.stamp === stamp) return before.published;
  const file = pathBelow(root, path);
  const found =
    publication === undefined
      ? ownText(path, file, info.size)
      : publication === "drawing"
        ? drawings.publish(file, readFileSync(path))
        : publishFile(file, publication, readHead(path));
  known.set(path, { stamp, published: found });
  return found;
}

/** Texts of the site itself, which may contain unresolved merges. */
const writtenByHand =
  /(?:\.(?:css|csv|html?|js|json|mjs|svg|toml|txt|webmanifest|xml|ya?ml)|[\\/]_(?:headers|redirects)|CNAME)$/i;
/** Texts above this size, in bytes, were not written by hand. */
const largestText = 1_000_000;

function ownText(path: string, file: string, size: number): PublishedFile {
  if (size > largestText) return { diagnostics: [] };
  const diagnostics = findConflicts(readFileSync(path, "utf8")).map(({ line, end }) =>
    diagnose("conflict-markers", `${conflictMessage}, up to line ${end}`, {
      file,
      line,
      column: 1,
      help: conflictHelp,
    }),
  );
  return { diagnostics };
}

const cacheName = "drawings.json";

type Drawing = [digest: string, published: PublishedFile];

/** Cleaned drawings, by path, each with the digest of its source. */
class Drawings {
  private readonly known: Map<string, Drawing>;
  private isNew = false;

  constructor(private readonly cache: Cache) {
    this.known = new Map(cache.readJson(cacheName) as [string, Drawing][] | undefined);
  }

  publish(file: string, bytes: Buffer): PublishedFile {
    const digest = createHash("sha256").update(bytes).digest("base64url");
    const before = this.known.get(file);
    if (before?.[0] === digest) return before[1];
    const published = publishFile(file, "drawing", bytes);
    this.known.set(file, [digest, published]);
    this.isNew = true;
    return published;
  }

  /** Caches the results for the next process. */
  save(): void {
    if (this.isNew) this.cache.write(cacheName, JSON.stringify([...this.known]));
  }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(headLength);
  const handle = openSync(path, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, headLength, 0));
  } finally {
    closeSync(handle);
  }
}
