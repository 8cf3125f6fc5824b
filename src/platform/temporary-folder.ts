/** A private folder for as long as something needs it. A signal that ends the process removes it as well. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** @param use gets the absolute path of the folder, without symbolic links. */
export async function withTemporaryFolder<T>(start: string, use: (folder: string) => Promise<T>): Promise<T> {
  // Node.js makes it with the mode 0700.
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), start)));
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
