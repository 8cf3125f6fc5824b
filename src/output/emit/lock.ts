/**
 * Only one build at a time writes into an output. The lock is a file that names its holder, and the lock of a dead
 * process is invalid. The package proper-lockfile does not fit: it goes by the age of the lock, which a long synchronous
 * build exceeds, and does not name the holder.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { lstatIfExists, retryWhileInUse, withPathInError } from "../../platform/files.js";

export interface LockHolder {
  pid: number;
  host: string;
}

interface LockContent extends LockHolder {
  /** The start time of the process, if the system tells it: another process may have got the same id since. */
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

const pollInterval = 50;
/** How often a holder renews its lock, and after what time without renewal other machines treat it as dead, in ms. */
const renewalInterval = 20_000;
const deadAfter = 120_000;
/** An empty lock is just being written. If it is older than this, in ms, its writer was killed. */
const maxWriteTime = 5_000;

/** A lock that this process holds. */
export interface Lock {
  /** Throws if another build has removed this lock: then the output must not be changed. */
  confirm(): void;
  release(): void;
}

/** @param file its folder must exist. Rejects if another process holds the lock longer than the caller waits. */
export async function takeLock(file: string, { patience, onWait }: LockRequest): Promise<Lock> {
  const end = performance.now() + patience;
  for (let hasReported = false; ; ) {
    const lock = tryTake(file);
    if (lock) return lock;
    const holder = readLock(file);
    if (isDead(holder, file)) {
      removeDead(file, holder);
      continue;
    }
    if (holder && !hasReported) onWait?.(holder);
    hasReported ||= holder !== undefined;
    if (performance.now() >= end) {
      const who = holder ? `: ${describeHolder(holder)}` : "";
      // Whether a process of another machine or container still runs, only the user can find out.
      const help = holder && holder.host !== hostId() ? "; if that process has ended, remove this file" : "";
      throw new Error(`another build is writing into this output${who} (${file}${help})`);
    }
    await wait(pollInterval);
  }
}

export function describeHolder({ pid, host }: LockHolder): string {
  return `process ${pid} on ${host.replace(/ .*/, "")}`;
}

/** @returns undefined if there is a lock already. */
function tryTake(file: string): Lock | undefined {
  const token = randomUUID();
  const content: LockContent = { pid: process.pid, host: hostId(), start: startTimeOf(process.pid), token };
  try {
    withPathInError("write", file, () => writeFileSync(file, JSON.stringify(content), { flag: "wx" }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    rmSync(file, { force: true });
    throw error;
  }
  const renew = () => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // If the lock is gone, `confirm` reports it.
    }
  };
  const renewal = setInterval(renew, renewalInterval).unref();
  const isHeld = () => readLock(file)?.token === token;
  return {
    confirm() {
      if (!isHeld()) throw new Error(`${file} was removed during the build`);
    },
    release() {
      clearInterval(renewal);
      if (isHeld()) retryWhileInUse(() => rmSync(file, { force: true }));
    },
  };
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
  if (!holder) return age > maxWriteTime;
  if (holder.host !== hostId()) return age > deadAfter;
  return !isRunning(holder.pid) || (holder.start !== undefined && startTimeOf(holder.pid) !== holder.start);
}

/**
 * Removes the lock of a killed process, or throws the error of the system. Two builds may find the same dead lock: if the
 * second removes the new lock of the first, the first fails in `confirm`.
 */
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

/** Identifies where a process id is valid: on one machine, and in Linux within one namespace, because each container has its own ids. */
function hostId(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** The start of a process in ticks since boot: field 22 of proc_pid_stat(5). Fields are counted after the name, which may contain spaces. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
