/** Turns the statuses of versions into changes of status, ignoring typos and unreadable versions, and collects the events of a register. */

import type { Series } from "../../config/index.js";
import { normalizeName } from "../../content/parse/classes.js";
import type { FileHistory, StatusChange, Version } from "../../shared/history.js";
import { largestOf } from "../../shared/lists.js";
import { compareText, editDistance } from "../../shared/text.js";

/** Shorter names are similar to too many words. */
const shortestName = 5;
/** A longer text is more than a name. */
const longestName = 40;

/** Memoized: a register uses the same few words thousands of times. */
const idsByWord = new WeakMap<Series["statuses"], Map<string, string>>();

/**
 * The id of the status that a text names by id, label or alias, ignoring case, spaces, hyphens and remarks in brackets.
 * A word that is one letter away from a single status is a misspelling of it; any other is kept as it was written,
 * because a register may have dropped a status.
 */
export function statusOf(written: string, statuses: Series["statuses"]): string {
  const ids = idsByWord.get(statuses) ?? new Map<string, string>();
  idsByWord.set(statuses, ids);
  const id = ids.get(written) ?? findStatus(written, statuses);
  ids.set(written, id);
  return id;
}

function findStatus(written: string, statuses: Series["statuses"]): string {
  const text = written.endsWith(")") ? written.replace(/\(.*$/s, "").trimEnd() : written;
  const target = normalizeName(text);
  const namesOf = ({ id, label, aliases }: Series["statuses"][number]) => [id, label, ...aliases].map(normalizeName);
  const exact = statuses.find((status) => namesOf(status).includes(target));
  if (exact) return exact.id;
  // A status with a template's remark, or with a broken line: its first words count.
  if (!/^[\p{L}\p{N} _-]*$/u.test(text) || text.length > longestName) {
    const first = normalizeName(/^[\p{L}\p{N}]+(?:[ _-][\p{L}\p{N}]+)?/u.exec(text)?.[0] ?? "");
    const lengthIn = (status: Series["statuses"][number]) =>
      largestOf(namesOf(status).map((name) => (first.startsWith(name) ? name.length : 0)));
    const meant = statuses.toSorted((a, b) => lengthIn(b) - lengthIn(a))[0];
    if (meant && lengthIn(meant) > 0) return meant.id;
  }
  const isNear = (name: string) => name.length >= shortestName && editDistance(name, target, 1) <= 1;
  const near = statuses.filter((status) => namesOf(status).some(isNear));
  return near.length === 1 && near[0] ? near[0].id : text.replace(/\s+/g, " ").trim();
}

/**
 * @param versions newest first.
 * @returns oldest first. A version without a status keeps the one before it. If the newest versions have none, they get the first status of the
 * series, as today's text does.
 */
export function statusChanges(versions: readonly Version[], { statuses }: Pick<Series, "statuses">): StatusChange[] {
  const changes: StatusChange[] = [];
  const lastStated = versions.findIndex(({ status }) => status !== undefined);
  const silent = lastStated < 0 ? versions.length : lastStated;
  for (const [index, { status: written, number, title, date, day, commit }] of [...versions.entries()].toReversed()) {
    const isReadable = number !== undefined || title !== undefined;
    const usual = index < silent && isReadable ? statuses[0]?.id : "";
    const status = written === undefined ? usual : statusOf(written, statuses);
    if (status && changes.at(-1)?.status !== status) changes.push({ status, date, day, commit });
  }
  return changes;
}

/** Minimum number of added and removed words that make an event. */
const substantial = 50;

/** What happened to a proposal: it was added, its status changed, or many words changed. */
type EventKind = { kind: "new" } | { kind: "moved"; from: string; to: string } | { kind: "changed" };

export type RegisterEvent<T> = EventKind & { proposal: T; version: Version };

/** @param limit maximum number of events. */
export function registerEvents<T extends { history?: FileHistory }>(
  proposals: readonly T[],
  limit: number,
): RegisterEvent<T>[] {
  const events = proposals.flatMap((proposal): RegisterEvent<T>[] => {
    const { versions = [], statuses = [] } = proposal.history ?? {};
    return versions.flatMap((version, index): RegisterEvent<T>[] => {
      const offset = statuses.findIndex(({ commit }) => commit === version.commit);
      const [before, now] = [statuses[offset - 1], statuses[offset]];
      const { added, removed } = version.words ?? { added: 0, removed: 0 };
      if (index === versions.length - 1) return [{ kind: "new", proposal, version }];
      if (before && now) return [{ kind: "moved", from: before.status, to: now.status, proposal, version }];
      return added + removed >= substantial ? [{ kind: "changed", proposal, version }] : [];
    });
  });
  return events
    .sort((a, b) => compareText(b.version.day, a.version.day) || b.version.order - a.version.order)
    .slice(0, limit);
}
