/** Writes files for the user of a command. A new file that cannot be written whole is removed; a replaced file has its old or its new content, even if the program is killed. */
import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withPathInError } from "./files.js";

/** Creates a file. @throws `EEXIST` if the path is taken. */
export function createUserFile(path: string, text: string): void {
  withPathInError("write", path, () => {
    writeFileSync(path, "", { flag: "wx" });
    try {
      writeFileSync(path, text);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  });
}

/** Creates a file, or replaces its content. Follows a symbolic link. */
export function writeUserFile(path: string, text: string): void {
  withPathInError("write", path, () => {
    const info = statSync(path, { throwIfNoEntry: false });
    // A pipe or a device must be written to, not replaced.
    if (info && !info.isFile()) return writeFileSync(path, text);
    const target = info ? realpathSync(path) : path;
    if (info) accessSync(target, constants.W_OK);
    const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
    try {
      writeFileSync(temporary, text, { flag: "wx" });
      if (info) keepAttributes(temporary, info);
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** Gives a file the mode and the owner of another: run by root, as in a container, the program would take it from its user. */
function keepAttributes(path: string, { uid, gid, mode }: Stats): void {
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may give files away.
  }
  chmodSync(path, mode);
}
