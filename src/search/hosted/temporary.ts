/** Names of the copies that a push prepares beside the live index: they contain the index and the time. */
import { randomBytes } from "node:crypto";

/** Far longer than a push can take, and than the clocks of two machines differ: the program that made an older copy has ended. */
const abandonedAfterMs = 60 * 60_000;

/** @param now in milliseconds since 1970. */
export function temporaryName(index: string, now: number): string {
  return `${index}_cipgen_${Math.floor(now).toString(36)}_${randomBytes(4).toString("hex")}`;
}

/** Whether this is a copy of the index that a killed push left behind. */
export function isAbandoned(name: string, index: string, now: number): boolean {
  if (!name.startsWith(`${index}_cipgen_`)) return false;
  const [, made] = /^([0-9a-z]{1,9})_[0-9a-f]{8}$/.exec(name.slice(`${index}_cipgen_`.length)) ?? [];
  return made !== undefined && now - Number.parseInt(made, 36) > abandonedAfterMs;
}
