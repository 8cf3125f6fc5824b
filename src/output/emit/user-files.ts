/** Files that commands write for their user: none is left half written, and a replaced one is complete, in its old version or its new one. */
import { randomUUID } from "node:crypto";
import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withPathInError } from "./files.js";

/** Creates a file. @throws `EEXIST` if there is something of its name. */
export function createWhole(path: string, text: string): void {
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

/** Creates a file, or replaces its content. Behind a symbolic link it is the link's target. */
export function writeWhole(path: string, text: string): void {
  withPathInError("write", path, () => {
    const info = statSync(path, { throwIfNoEntry: false });
    // A pipe or a device is written to, and never replaced.
    if (info && !info.isFile()) return writeFileSync(path, text);
    const target = info ? realpathSync(path) : path;
    if (info) accessSync(target, constants.W_OK);
    const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
    try {
      writeFileSync(temporary, text, { flag: "wx" });
      if (info) chmodSync(temporary, info.mode);
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}
