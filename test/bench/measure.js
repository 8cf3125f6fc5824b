/** Runs a command as a whole process and says what it cost. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const time = "/usr/bin/time";

/** Whether CPU time and memory of a command can be measured here: GNU time has to be installed. */
export const isTimed = spawnSync(time, ["-f", "%U", "true"]).status === 0;

/**
 * @param command program and arguments.
 * @returns milliseconds of wall time and CPU time (user and system, of all its threads and children), peak memory in MiB; the last two are
 * undefined without GNU time. Throws with what the command said when it fails.
 */
export function measure(command, cwd) {
  const folder = mkdtempSync(join(tmpdir(), "cipgen-time-"));
  const report = join(folder, "time");
  const [program, ...args] = isTimed ? [time, "-f", "%U %S %M", "-o", report, ...command] : command;
  try {
    const start = performance.now();
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
    const wall = performance.now() - start;
    if (status !== 0) throw new Error(`${command.join(" ")} failed: ${stderr.slice(-2000)}`);
    if (!isTimed) return { wall };
    const [user, system, kibibytes] = readFileSync(report, "utf8").trim().split(" ").map(Number);
    return { wall, cpu: (user + system) * 1000, memory: kibibytes / 1024 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How many files a folder holds, and their size in bytes. */
export function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { files: files.length, bytes };
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
