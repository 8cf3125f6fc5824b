/** Steps from status to status, without the library of the schema: threads load this. */
import type { Process } from "./process.js";

/** @returns how a step from one status to another is taken by proposals of a category: `unforeseen` if `transitions` does not have it. */
export function stepOf(
  { transitions }: Pick<Process, "transitions">,
  { from, to, category }: { from: string; to: string; category: string },
): "usual" | "unusual" | "unforeseen" {
  const steps = transitions[from];
  if (!steps) return "usual";
  const taken = steps
    .map((step) => (typeof step === "string" ? { to: step } : step))
    .filter((step) => step.to === to && (!step.categories || step.categories.includes(category)));
  if (taken.length === 0) return "unforeseen";
  return taken.some(({ unusual }) => !unusual) ? "usual" : "unusual";
}
