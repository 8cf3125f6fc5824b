/**
 * The process of a register as data: the allowed status transitions, the requirements of each status, and who must
 * agree. Only `cipgen review` uses it.
 */
import * as z from "zod";
import { names } from "./schema/values.js";
import { idOf } from "./statuses.js";
import { formatPath, ifMissing, parseOptions } from "./wording.js";

const stepSchema = z.strictObject({
  /** The status that follows. */
  to: z.string(ifMissing("the status that follows is missing")).min(1),
  /** Categories that may take the step; all of them by default. */
  categories: names.optional(),
});

/** Events that may need an approval. */
const occasions = ["new", "edit", "status", "terminal", "removed", "process"] as const;

const approvalSchema = z.strictObject({
  /**
   * `new`: a proposal is added. `edit`: one changes and keeps its status. `status`: it gets another one. `terminal`: it changes although its status
   * is terminal. `removed`: it is removed. `process`: files that control the register change. `{ to }`: it gets one of these statuses.
   */
  when: z.union([
    z.enum(occasions),
    z.strictObject({
      /** Statuses. */
      to: names,
    }),
  ]),
  /** Who must agree. */
  who: z.enum(["author", "editor", "category editors"]),
  /** How many of them. */
  min: z.int().min(1).default(1),
});

export const processSchema = z.strictObject({
  /** Statuses that a new proposal may have; an empty list allows all. */
  initial: names.default([]),
  /** Statuses that may follow each status. A status that is not named may be followed by any other; one with an empty list, by none. */
  transitions: z.record(z.string(), z.array(z.union([z.string().min(1), stepSchema]))).default({}),
  /** How to report a step forwards that `transitions` and `initial` do not name: a draft that becomes final without a review, a new proposal that is final. */
  onSkip: z.enum(["error", "warn"]).default("error"),
  /** Statuses whose proposals no longer change, except as `errata` allows. */
  terminal: names.default([]),
  /** What may still change in a proposal of a terminal status, besides the targets of links and a section "Errata". */
  errata: z
    .strictObject({
      /** Keys of front matter. */
      fields: names.default([]),
    })
    .prefault({}),
  /** Keys of front matter that a proposal of a status must have. */
  requiresField: z.record(z.string(), names).default({}),
  /** Minimum days in a status: when a proposal gets the status, its deadline must be at least that far away, and it keeps the status until then. */
  minimumDays: z.record(z.string(), z.int().nonnegative()).default({}),
  /** `free`: any number that is not taken. `next`: the one after the highest. `editor`: an editor assigns it. */
  number: z.enum(["free", "next", "editor"]).default("free"),
  /** Who must agree to what. */
  approvals: z.array(approvalSchema).default([]),
  /** Handles of editors by category; those under `*` are editors of every category. */
  editors: z.record(z.string(), z.array(z.string().regex(/^@?[\w.-]+$/, "a handle is written as @name"))).default({}),
  /** Files and folders, below the root or the series' folder, that describe the process: a change of one is a change of the rules. */
  files: names.default([]),
});

export type Process = z.output<typeof processSchema>;
export type Approval = z.output<typeof approvalSchema>;

/** The default: every step is allowed, and no approval is needed. */
export const permissiveProcess: Process = processSchema.parse({}, parseOptions);

/** A status or category that a process names, with the path of the key that names it. */
interface ProcessReference {
  path: string;
  kind: "status" | "category";
  name: string;
}

/** All statuses and categories that a process names. */
export function processReferences(policy: Process | undefined): ProcessReference[] {
  if (!policy) return [];
  const { initial, terminal, transitions, requiresField, minimumDays, approvals, editors } = policy;
  const references: ProcessReference[] = [];
  const status = (path: string, name: string) => references.push({ path, kind: "status", name });
  const category = (path: string, name: string) => references.push({ path, kind: "category", name });
  for (const [index, name] of initial.entries()) status(`initial[${index}]`, name);
  for (const [index, name] of terminal.entries()) status(`terminal[${index}]`, name);
  for (const name of Object.keys(requiresField)) status(formatPath(["requiresField", name]), name);
  for (const name of Object.keys(minimumDays)) status(formatPath(["minimumDays", name]), name);
  for (const [from, steps] of Object.entries(transitions)) {
    const transitionPath = formatPath(["transitions", from]);
    status(transitionPath, from);
    for (const [index, step] of steps.entries()) {
      const path = `${transitionPath}[${index}]`;
      status(path, typeof step === "string" ? step : step.to);
      const names = typeof step === "string" ? [] : (step.categories ?? []);
      for (const [offset, name] of names.entries()) category(`${path}.categories[${offset}]`, name);
    }
  }
  for (const [position, { when }] of approvals.entries())
    for (const [index, name] of (typeof when === "string" ? [] : when.to).entries())
      status(`approvals[${position}].when.to[${index}]`, name);
  for (const name of Object.keys(editors)) if (name !== "*") category(formatPath(["editors", name]), name);
  return references;
}

/** A profile's process without the rules for statuses that a series does not have. */
export function fittingProcess(
  policy: z.input<typeof processSchema>,
  { statuses = [] }: { statuses?: readonly (string | { id: string })[] },
): z.input<typeof processSchema> {
  const hasStatus = (name: string) =>
    statuses.some((status) => (typeof status === "string" ? idOf(status) : status.id) === name);
  const withStatus = <Value>(record: Record<string, Value> = {}) =>
    Object.entries(record).filter(([status]) => hasStatus(status));
  const target = (step: string | { to: string }) => (typeof step === "string" ? step : step.to);
  return {
    ...policy,
    initial: policy.initial?.filter(hasStatus),
    terminal: policy.terminal?.filter(hasStatus),
    // If a series has none of the statuses that may follow a status, any status may follow it.
    transitions: Object.fromEntries(
      withStatus(policy.transitions)
        .map(([from, steps]) => ({ from, steps, fittingSteps: steps.filter((step) => hasStatus(target(step))) }))
        .filter(({ steps, fittingSteps }) => fittingSteps.length > 0 || steps.length === 0)
        .map(({ from, fittingSteps }) => [from, fittingSteps]),
    ),
    requiresField: Object.fromEntries(withStatus(policy.requiresField)),
    minimumDays: Object.fromEntries(withStatus(policy.minimumDays)),
  };
}
