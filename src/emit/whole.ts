/** Files that commands write for their user: each is there as a whole or not at all, whatever happens while it is written. */
import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withPathInError } from "./files.js";

/** Creates a file. @throws `EEXIST` if there is something of its name. */
export function createWhole(path: string, text: string): void {
  withPathInError("write", path, () =>
    throughTemporary(path, text, (temporary) => {
      try {
        linkSync(temporary, path);
      } catch (error) {
        if (!withoutLinks.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
        writeNew(path, text);
      }
    }),
  );
}

/** What file systems without hard links answer. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function writeNew(path: string, text: string): void {
  writeFileSync(path, "", { flag: "wx" });
  try {
    writeFileSync(path, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Creates a file, or replaces its content. Behind a symbolic link it is the link's target. */
export function writeWhole(path: string, text: string): void {
  withPathInError("write", path, () => {
    const info = statSync(path, { throwIfNoEntry: false });
    // A pipe or a device is written to, and never replaced.
    if (info && !info.isFile()) return writeFileSync(path, text);
    const place = info ? realpathSync(path) : path;
    if (info) accessSync(place, constants.W_OK);
    throughTemporary(place, text, (temporary) => renameSync(temporary, place), info?.mode);
  });
}

function throughTemporary(path: string, text: string, put: (temporary: string) => void, mode?: number): void {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode });
    // The mode of a new file lacks what the process does not give to others.
    if (mode !== undefined) chmodSync(temporary, mode);
    put(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}
