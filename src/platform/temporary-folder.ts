/** Lends a private folder to a function and removes it afterwards, also when a signal ends the process. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** @param prefix of the folder's name. @param use gets the absolute path of the folder, without symbolic links. */
export async function withTemporaryFolder<T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> {
  // Node.js makes the folder with the mode 0700: no other user can read it.
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), prefix)));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals) => {
    remove();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of signals) process.once(signal, end);
  try {
    return await use(folder);
  } finally {
    for (const signal of signals) process.off(signal, end);
    remove();
  }
}
