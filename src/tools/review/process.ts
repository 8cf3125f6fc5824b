/** Checks one proposal's change against the process of its series: each rule is a function from the change to its findings. */
import { allowsStep, formatNumber, type Process } from "../../config/index.js";
import { keysOf, normalizeKey } from "../../content/metadata/keys.js";
import { FieldReader } from "../../content/parse/fields.js";
import { hasNumbersInNames } from "../../content/parse/file-name.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Position } from "../../shared/document.js";
import { textOfNumber } from "../../shared/proposal-number.js";
import type { FieldChange } from "../../shared/review.js";
import { orList } from "../../shared/text.js";
import { isForwardStep, progressOf, statusLabel } from "../lint/proposals.js";
import type { ProposalChange, ProposalSide } from "./changes.js";
import { countWords, type Hunk, withoutLinks } from "./text-changes.js";

/** A change, and the data that rules use. */
interface ChangeInput {
  change: ProposalChange;
  policy: Process;
  label: string;
  /** The ids of the statuses before and after; undefined if the series does not have the status. */
  from?: string;
  to?: string;
  fields: readonly FieldChange[];
  hunks: readonly Hunk[];
  /** The day of the review, `YYYY-MM-DD`. */
  today: string;
  /** The number that `number: "next"` requires for a new proposal. */
  nextNumber: number;
  /** Whether another text of the target branch has the number. */
  isTaken: boolean;
  /** The path of a text that has the number in the target branch, but not in the base. */
  takenBy?: string;
  /** Whether another proposal had its number first, so that its number may change. */
  isLaterDouble: boolean;
}

type Rule = (input: ChangeInput) => Diagnostic[];

const rules: readonly Rule[] = [
  checkRemoval,
  checkInitialStatus,
  checkTransition,
  checkNumber,
  checkAddress,
  checkFields,
  checkDeadline,
  checkAuthors,
  checkTerminal,
];

/** @returns the findings, in the order of the rules. */
export function checkProcess(input: ChangeInput): Diagnostic[] {
  return rules.flatMap((rule) => rule(input));
}

function checkRemoval({ change: { after, before, series }, label }: ChangeInput): Diagnostic[] {
  if (after || !before) return [];
  const by = series.numbers === "none" ? "name" : "number";
  const help = `Readers and other proposals refer to it by its ${by}. Withdraw it instead, and say why.`;
  return [diagnose("review-removed", `${label} is removed`, { file: before.path, help })];
}

function checkInitialStatus({ change, policy, label, to }: ChangeInput): Diagnostic[] {
  const { kind, after, series } = change;
  if (kind !== "new" || !after || to === undefined) return [];
  if (policy.initial.length === 0 || policy.initial.includes(to)) return [];
  const help = `A new proposal begins as ${orList(policy.initial.map((id) => statusLabel(series, id)))}.`;
  const message = `${label} is new and already ${statusLabel(series, to)}`;
  const isAccepted = policy.onSkip === "warn" && policy.initial.some((first) => isForwardStep(series, first, to));
  const location = { ...placeOf(after, keysOf(series, "status")), help };
  return [diagnose("review-initial", message, isAccepted ? { ...location, severity: "warning" } : location)];
}

function checkTransition({ change: { after, series }, policy, label, from, to }: ChangeInput): Diagnostic[] {
  if (!after || from === undefined || to === undefined || from === to) return [];
  const { category } = after;
  if (allowsStep(policy, { from, to, category })) return [];
  const steps = policy.transitions[from] ?? [];
  const allowed = steps.flatMap((step) => {
    if (typeof step === "string") return [step];
    return !step.categories || step.categories.includes(category) ? [step.to] : [];
  });
  const otherCategories = steps.flatMap((step) =>
    typeof step !== "string" && step.to === to ? (step.categories ?? []) : [],
  );
  const only =
    otherCategories.length > 0 ? ` That step is for ${orList(otherCategories)}, and this proposal is ${category}.` : "";
  const next = allowed.map((id) => statusLabel(series, id));
  const help = next.length > 0 ? `It may become ${orList(next)}.${only}` : `No status follows it.${only}`;
  const names = `from ${statusLabel(series, from)} to ${statusLabel(series, to)}`;
  const location = { ...placeOf(after, keysOf(series, "status")), help };
  const isAccepted = policy.onSkip === "warn" && isForwardStep(series, from, to);
  return isAccepted
    ? [diagnose("review-transition", `${label} goes ${names}, which is unusual`, { ...location, severity: "warning" })]
    : [diagnose("review-transition", `${label} cannot go ${names}`, location)];
}

function checkNumber({
  change,
  policy,
  label,
  nextNumber,
  isTaken,
  takenBy,
  isLaterDouble,
}: ChangeInput): Diagnostic[] {
  const { kind, before, after, series } = change;
  if (!after || series.numbers === "none") return [];
  const location = placeOf(after, keysOf(series, "number"));
  const free = textOfNumber(nextNumber, series.numbers);
  if (before) {
    if (before.number === undefined || before.number === after.number || isLaterDouble) return [];
    // The text had another number than the name of its file, and the change corrects it.
    if (after.number !== undefined && after.number === before.nameNumber) return [];
    const verb =
      after.number === undefined ? "loses its number" : `gets the number ${textOfNumber(after.number, series.numbers)}`;
    const message = `${series.label}-${formatNumber(before.number, series)} ${verb}`;
    return [diagnose("review-number", message, { ...location, help: "A number belongs to its proposal forever." })];
  }
  if (kind === "new" && takenBy !== undefined) {
    const message = `${label} is the number of ${takenBy}, which came in meanwhile`;
    return [diagnose("review-number", message, { ...location, help: `Take another number; ${free} is free.` })];
  }
  if (after.number === undefined) {
    if (policy.number === "free") return [];
    const who = policy.number === "editor" ? "An editor assigns the number" : `The next number is ${free}`;
    const both = hasNumbersInNames(series) ? "the text and into the name of its file" : "the text";
    const help = `${who}: write it into ${both} before this is merged.`;
    return [diagnose("review-number", "this proposal has no number yet", { ...location, help })];
  }
  // `number-taken` reports a number that another text has.
  if (policy.number !== "next" || after.number === nextNumber || isTaken) return [];
  const message = `${label} is not the next number, which is ${free}`;
  const help = hasNumbersInNames(series) ? "Rename the file and correct the number." : "Correct the number.";
  return [diagnose("review-number", message, { ...location, help })];
}

function checkAddress({ change: { before, after }, label }: ChangeInput): Diagnostic[] {
  const [older, newer] = [before?.route, after?.route];
  if (!after || !older || !newer || older === newer) return [];
  const help = "Links from elsewhere lead to the old address. Keep it, or add a redirect.";
  return [
    diagnose("review-address", `the address of ${label} changes from ${older} to ${newer}`, { file: after.path, help }),
  ];
}

function checkFields({ change: { after, series }, policy, label, to }: ChangeInput): Diagnostic[] {
  if (!after || to === undefined) return [];
  const reasons = keysOf(series, "statusReason").map(normalizeKey);
  return (policy.requiresField[to] ?? [])
    .filter((key) => !new FieldReader(after.path, after.entries).find([key]))
    .filter((key) => !(reasons.includes(normalizeKey(key)) && after.meta?.statusReason))
    .map((key) => {
      const message = `${label} is ${statusLabel(series, to)} and has no "${key}"`;
      const help = `Add a line: ${key}: …`;
      return diagnose("review-field", message, { ...placeOf(after, keysOf(series, "status")), help });
    });
}

function checkDeadline({
  change: { before, after, series },
  policy,
  label,
  from,
  to,
  today,
}: ChangeInput): Diagnostic[] {
  if (!after || to === undefined) return [];
  const location = placeOf(after, [...keysOf(series, "deadline"), ...keysOf(series, "status")]);
  const deadlineBefore = before?.meta?.deadline;
  const hasMinimum = from !== undefined && from !== to && policy.minimumDays[from] !== undefined;
  const isProgress = hasMinimum && (progressOf(series, to) ?? 0) > (progressOf(series, from) ?? 0);
  if (isProgress && deadlineBefore !== undefined && deadlineBefore > today) {
    const message = `${statusLabel(series, from)} of ${label} lasts until ${deadlineBefore}`;
    return [diagnose("review-deadline", message, { ...location, help: "Wait until the deadline has passed." })];
  }
  const days = policy.minimumDays[to];
  const ends = after.meta?.deadline;
  if (days === undefined || ends === undefined) return [];
  if (from === to && deadlineBefore !== undefined && ends >= deadlineBefore) return [];
  const earliest = addDays(today, days);
  if (ends >= earliest) return [];
  const help = `${statusLabel(series, to)} lasts at least ${days} days, until ${earliest} at the earliest.`;
  return [diagnose("review-deadline", `${label} has the deadline ${ends}`, { ...location, help })];
}

function checkAuthors({ change: { before, after, series }, label }: ChangeInput): Diagnostic[] {
  const [older, newer] = [before?.meta?.authors, after?.meta?.authors];
  if (!after || !older || !newer) return [];
  const gone = older.filter(({ key, name }) => !newer.some((author) => author.key === key || author.name === name));
  if (gone.length === 0) return [];
  const message = `${gone.map(({ name }) => name).join(", ")} ${gone.length === 1 ? "is no longer an author" : "are no longer authors"} of ${label}`;
  const help = "Authors who hand a proposal over stay on its list of authors, since the work is theirs.";
  return [diagnose("review-author", message, { ...placeOf(after, keysOf(series, "author")), help })];
}

/** A change of at most this many words is a correction, which an editor judges. */
const correctionWords = 20;

/** In a proposal with a terminal status, targets of links may change. A change of a few words is a warning, for an editor to decide; more is an error. */
function checkTerminal(input: ChangeInput): Diagnostic[] {
  const { change, policy, label, from, to, hunks } = input;
  const { after, series } = change;
  if (!after || from === undefined || !policy.terminal.includes(from)) return [];
  const status = statusLabel(series, from);
  const steps =
    to === undefined || to === from ? [] : [...keysOf(series, "status"), ...(policy.requiresField[to] ?? [])];
  const allowed = [...policy.errata.fields, ...steps].map(normalizeKey);
  const diagnostics = input.fields
    .filter(({ key }) => !allowed.includes(normalizeKey(key)))
    .map(({ key }) => {
      const help = "A proposal with a terminal status does not change; a new idea needs a new proposal.";
      const message = `${label} is ${status}: its field "${key}" cannot change`;
      return diagnose("review-terminal", message, { ...placeOf(after, [key]), help });
    });
  const counted = hunks
    .filter(({ section }) => section.toLowerCase() !== "errata")
    .map((hunk) => ({ hunk, count: countWords(withoutLinks(hunk)) }))
    .filter(({ count }) => count > 0);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const first = counted[0];
  if (!first) return diagnostics;
  const isCorrection = total <= correctionWords;
  const sections = [...new Set(counted.map(({ hunk }) => hunk.section).filter(Boolean))].map((name) => `"${name}"`);
  const words = total === 1 ? "1 word of its text changes" : `${total} words of its text change`;
  const message = `${label} is ${status}, and ${words}${sections.length > 0 ? ` in ${sections.join(", ")}` : ""}`;
  const help = isCorrection
    ? "An editor decides whether this is a correction."
    : `More than ${correctionWords} words are not a correction; a new idea needs a new proposal.`;
  const severity = isCorrection ? "warning" : "error";
  return [
    ...diagnostics,
    diagnose("review-terminal", message, { severity, file: after.path, line: first.hunk.line, column: 1, help }),
  ];
}

/** The place of the first of these fields that exists, or else the beginning of the file. */
function placeOf(
  { path, entries }: ProposalSide,
  keys: readonly string[],
): Position & { file: string; length?: number } {
  const entry = new FieldReader(path, entries).find(keys);
  return { file: path, ...(entry?.keyPosition ?? { line: 1, column: 1 }), length: entry?.key.length };
}

/** @param day `YYYY-MM-DD` */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
