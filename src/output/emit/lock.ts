/**
 * Only one build at a time writes into an output. The lock is a file that names its holder; the lock of a dead process
 * is invalid. proper-lockfile uses the age of the lock, which a long synchronous build exceeds, and does not name the
 * holder.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { lstatIfExists, retryWhileInUse, withPathInError } from "./files.js";

export interface LockHolder {
  pid: number;
  host: string;
}

interface LockContent extends LockHolder {
  /** The start time of the process, if the system tells it: another process may have its id by now. */
  start?: string;
  /** Unique id of this lock. */
  token: string;
}

export interface LockRequest {
  /** How long to wait for another process, in ms. */
  patience: number;
  /** Called once, if there is a process to wait for. */
  onWait?(holder: LockHolder): void;
}

const pollEvery = 50;
/** How often a holder renews the lock for other machines, and after what time they treat it as dead, in ms. */
const beatEvery = 20_000;
const deadAfter = 120_000;
/** An empty lock is being written; if it is older than this, in ms, its writer was killed. */
const writtenWithin = 5_000;

/** @param file its folder must exist. Rejects if another process holds the lock longer than the caller waits. */
export async function takeLock(file: string, { patience, onWait }: LockRequest): Promise<Lock> {
  const end = performance.now() + patience;
  for (let hasTold = false; ; ) {
    const lock = Lock.tryTo(file);
    if (lock) return lock;
    const holder = readLock(file);
    if (isDead(holder, file)) {
      removeDead(file, holder);
      continue;
    }
    if (holder && !hasTold) onWait?.(holder);
    hasTold ||= holder !== undefined;
    if (performance.now() >= end) {
      const who = holder ? `: ${holderName(holder)}` : "";
      // What runs here is known; of another machine, or of another container, only what it last wrote.
      const help = holder && holder.host !== machine() ? "; if that process has ended, remove this file" : "";
      throw new Error(`another build is writing into this output${who} (${file}${help})`);
    }
    await wait(pollEvery);
  }
}

export function holderName({ pid, host }: LockHolder): string {
  return `process ${pid} on ${host}`;
}

export class Lock {
  private readonly beat: NodeJS.Timeout;

  private constructor(
    private readonly file: string,
    private readonly token: string,
  ) {
    this.beat = setInterval(() => this.showLife(), beatEvery).unref();
  }

  /** @returns undefined when there is a lock already. */
  static tryTo(file: string): Lock | undefined {
    const token = randomUUID();
    const content: LockContent = { pid: process.pid, host: machine(), start: startOf(process.pid), token };
    return withPathInError("write", file, () => {
      try {
        writeFileSync(file, JSON.stringify(content), { flag: "wx" });
        return new Lock(file, token);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
        rmSync(file, { force: true });
        throw error;
      }
    });
  }

  /** Throws when this is no longer the lock: then nothing may be changed. */
  confirm(): void {
    if (readLock(this.file)?.token !== this.token) throw new Error(`${this.file} was removed during the build`);
  }

  release(): void {
    clearInterval(this.beat);
    if (readLock(this.file)?.token === this.token) retryWhileInUse(() => rmSync(this.file, { force: true }));
  }

  private showLife(): void {
    try {
      utimesSync(this.file, new Date(), new Date());
    } catch {
      // Without its lock a build ends in `confirm`, which says so.
    }
  }
}

function readLock(file: string): LockContent | undefined {
  try {
    const data = JSON.parse(readFileSync(file, "utf8"));
    return typeof data?.token === "string" && Number.isSafeInteger(data.pid) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isDead(holder: LockContent | undefined, file: string): boolean {
  const info = lstatIfExists(file);
  if (!info) return false;
  const age = Date.now() - info.mtimeMs;
  if (!holder) return age > writtenWithin;
  if (holder.host !== machine()) return age > deadAfter;
  return !isRunning(holder.pid) || (holder.start !== undefined && startOf(holder.pid) !== holder.start);
}

/** Two builds may find the same dead lock: one that loses its own to the other notices in `confirm`. Throws what the system says if it stays. */
function removeDead(file: string, holder: LockContent | undefined): void {
  if (readLock(file)?.token !== holder?.token) return;
  withPathInError("remove the lock of a killed process,", file, () => rmSync(file, { force: true }));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Numbers of processes mean something within one machine, and in Linux within one namespace of it: containers count for themselves. */
function machine(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** When a process began, in ticks since the system did: field 22 of proc_pid_stat(5), counted behind the name, which may hold spaces. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
