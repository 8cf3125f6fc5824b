/** The meanings of common statuses, so that a configuration can name a status by its label alone. */
import type { StatusTone } from "../shared/view-parts.js";
import type { Process } from "./process.js";

export const tones = [
  "draft",
  "review",
  "accepted",
  "final",
  "living",
  "stopped",
  "moved",
  "reserved",
] as const satisfies StatusTone[];

/** The tones of statuses in several languages, by words in their labels. The first match counts: `inactive` before `active`. */
const usualTones: [tone: StatusTone, names: RegExp][] = [
  ["moved", /^moved/],
  ["reserved", /^reserved/],
  [
    "stopped",
    /rechazad|obsolet|abgelehnt|verworfen|rejet|отклон|отмен|устарел|却下|廃止|置換|拒绝|拒絕|废弃|廢棄|已取代|거부|폐기/,
  ],
  [
    "accepted",
    /aceptad|aprobad|aceit|angenommen|akzeptiert|beschlossen|accepté|принят|утвержд|採用|承認|采纳|採納|接受|已批准|승인|채택/,
  ],
  ["review", /propuest|propost|vorgeschlagen|proposé|предлож|обсужд|提案|提议|提議|讨论|검토|제안/],
  [
    "stopped",
    /withdrawn|reject|deprecat|supersed|obsolet|inactive|abandon|stagnant|deferred|postponed|replaced|closed|cancel|expired|retired|declined|returned|discontinued|dormant|failed|revoked|deleted/,
  ],
  ["living", /living|active$|ongoing|evergreen/],
  [
    "final",
    /final(?! draft)|deployed|(?<!un)implemented|activated|installed|complete|shipped|recommended|ratified|released|done|(?<!un)stable|production|publish/,
  ],
  ["accepted", /accept|approved|adopted|enabled|ready for|scheduled|agreed|passed/],
  ["review", /review|last[- ]?call|vote|voting|candidate|discussion|proposed|comment|evaluation/],
];

/** The tone that registers usually give to a status with this label; `draft` for an unknown label. */
export function usualTone(label: string): StatusTone {
  const name = label.toLowerCase();
  return usualTones.find(([, names]) => names.test(name))?.[0] ?? "draft";
}

/** Whether a status means that the proposal moved to another register. */
export const isMovedStatus = (id: string): boolean => /^moved(?:-|$)/.test(id);

/** `Last Call` as an id: `last-call`. */
export function idOf(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

// Steps from status to status, without the library of the schema: threads load this.

/**
 * @returns whether `transitions` allows a step from one status to another for proposals of a category. A status that it does not name may be
 * followed by any.
 */
export function allowsStep(
  { transitions }: Pick<Process, "transitions">,
  { from, to, category }: { from: string; to: string; category: string },
): boolean {
  const steps = transitions[from];
  return (
    !steps ||
    steps
      .map((step) => (typeof step === "string" ? { to: step } : step))
      .some((step) => step.to === to && (!step.categories || step.categories.includes(category)))
  );
}
