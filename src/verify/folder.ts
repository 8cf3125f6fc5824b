/** A site in a folder, as a build or a download left it. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../read/sources.js";
import { isConsumed, noHome, type PublishedSite } from "./compare.js";

/** @param folder absolute. */
export function siteInFolder(folder: string): PublishedSite {
  return {
    async problem() {
      return (await this.read("index.html", 1)) ? undefined : noHome;
    },
    shows: () => true,
    list: async () =>
      (await listFiles(folder, ["**"], ["**/.git/**", "**/.git", ".cipgen/**"])).filter((path) => !isConsumed(path)),
    async read(path, limit) {
      const file = await open(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
        throw error;
      });
      if (!file) return undefined;
      try {
        if (!(await file.stat()).isFile()) return undefined;
        const { buffer, bytesRead } = await file.read(Buffer.alloc(limit), 0, limit, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}
