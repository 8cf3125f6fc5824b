/** The files that a site brings along, as they are published: copied, or read and cleaned where not the site itself put them there. */
import { closeSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";
import { posix, relative, sep } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import type { Site, StaticFile } from "../model/site.js";
import { headLength, type PublishedFile, publishFile } from "../read/published.js";
import { conflictHelp, conflictMessage, findConflicts } from "../shared/conflict-markers.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { OutputFile } from "../shared/output.js";

/** What became of files that were looked at before, by absolute path. */
export type KnownFiles = Map<string, { stamp: string; published: PublishedFile }>;

/** @param root absolute. @param known is asked first, and told what was found. */
export function staticFiles({ files }: Site, root: string, known: KnownFiles = new Map()): Result<OutputFile[]> {
  const diagnostics: Diagnostic[] = [];
  const value = [...files.values()].flatMap((file): OutputFile[] => {
    const { content, isLeftOut, diagnostics: found } = published(file, root, known);
    diagnostics.push(...found);
    if (isLeftOut) return [];
    return [{ path: posix.normalize(file.url.slice(1)), content: content ?? { copyOf: file.path } }];
  });
  return { value, diagnostics };
}

function published({ path, publication }: StaticFile, root: string, known: KnownFiles): PublishedFile {
  if (publication === "refused" || (publication === undefined && !writtenByHand.test(path))) return { diagnostics: [] };
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isFile()) return { diagnostics: [] };
  const stamp = stampOf(info);
  const before = known.get(path);
  if (before?.stamp === stamp) return before.published;
  const file = relative(root, path).split(sep).join("/");
  const found =
    publication === undefined
      ? ownText(path, file, info.size)
      : publishFile(file, publication, publication === "drawing" ? readFileSync(path) : readHead(path));
  known.set(path, { stamp, published: found });
  return found;
}

/** Texts of the site itself: what merges happen in. */
const writtenByHand =
  /(?:\.(?:css|csv|html?|js|json|mjs|svg|toml|txt|webmanifest|xml|ya?ml)|[\\/]_(?:headers|redirects)|CNAME)$/i;
/** Bytes of a text that nobody wrote by hand. */
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
