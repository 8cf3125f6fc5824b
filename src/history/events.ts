/** The events of a register, newest first: new proposals, changes of status, and changes of many words. */
import type { FileHistory, Version } from "../shared/history.js";
import { compareText } from "../shared/text.js";

/** Minimum number of added and removed words of an event. */
const substantial = 50;

export type EventKind = { kind: "new" } | { kind: "moved"; from: string; to: string } | { kind: "changed" };

export type RegisterEvent<T> = EventKind & { proposal: T; version: Version };

/** @param limit maximum number of events. */
export function registerEvents<T extends { history?: FileHistory }>(
  proposals: readonly T[],
  limit: number,
): RegisterEvent<T>[] {
  const events = proposals.flatMap((proposal): RegisterEvent<T>[] => {
    const { versions = [], statuses = [] } = proposal.history ?? {};
    return versions.flatMap((version, index): RegisterEvent<T>[] => {
      const at = statuses.findIndex(({ commit }) => commit === version.commit);
      const [before, now] = [statuses[at - 1], statuses[at]];
      const words = (version.changes ?? []).reduce((sum, { added, removed }) => sum + added + removed, 0);
      if (index === versions.length - 1) return [{ kind: "new", proposal, version }];
      if (before && now) return [{ kind: "moved", from: before.status, to: now.status, proposal, version }];
      return words >= substantial ? [{ kind: "changed", proposal, version }] : [];
    });
  });
  return events
    .sort((a, b) => compareText(b.version.day, a.version.day) || b.version.order - a.version.order)
    .slice(0, limit);
}
