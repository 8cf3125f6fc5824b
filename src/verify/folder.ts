/** A site in a folder, as a build or a download left it. */
import { constants, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../read/sources.js";
import { SourceLinks } from "../read/symlinks.js";
import { pathBelow } from "../runtime/path-below.js";
import { type FileReading, isConsumed, noHome, type PublishedSite } from "./compare.js";
import { Collector, type Judge } from "./judges.js";

const chunkSize = 1 << 20;

/** @param folder absolute. */
export function siteInFolder(folder: string): PublishedSite {
  return {
    async problem() {
      const [reading] = await this.read("index.html", () => new Collector(1));
      if (reading?.found === "equal") return undefined;
      return reading?.instead ? `index.html is ${reading.instead}` : noHome;
    },
    shows: () => true,
    mayLack: () => false,
    async list() {
      const links = new SourceLinks(folder);
      const paths = await listFiles(folder, ["**"], ["**/.git/**", "**/.git", ".cipgen/**"], links);
      // Pipes, devices, and links that lead out of the folder or nowhere are there, too.
      const others = [...links.problems.keys()].map((path) => pathBelow(folder, path));
      return [...new Set([...paths, ...others])].filter(
        (path) => !isConsumed(path) && !path.startsWith(".well-known/"),
      );
    },
    read: async (path, judge) => [await readFile(join(folder, path), judge)],
  };
}

async function readFile(place: string, judge: () => Judge | Promise<Judge>): Promise<FileReading> {
  const info = await stat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  if (!info || info.isDirectory()) return { found: "missing" };
  const instead = specialKind(info);
  // A pipe would be waited for, and a device has no end.
  if (instead !== undefined) return { found: "missing", instead };
  const taker = await judge();
  // Something else may be in its place by now: without O_NONBLOCK, opening a pipe waits for its writer.
  const file = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const chunk = Buffer.alloc(Math.min(chunkSize, info.size + 1));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.byteLength);
      if (bytesRead === 0 || !taker.take(Buffer.from(chunk.subarray(0, bytesRead)))) break;
    }
  } finally {
    await file.close();
  }
  return { found: taker.verdict() ?? "equal", judge: taker };
}

/** What is not an ordinary file. */
function specialKind(info: Pick<Stats, "isFIFO" | "isSocket" | "isCharacterDevice" | "isBlockDevice">) {
  if (info.isFIFO()) return "a pipe";
  if (info.isSocket()) return "a socket";
  return info.isCharacterDevice() || info.isBlockDevice() ? "a device" : undefined;
}
