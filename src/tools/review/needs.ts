/** Tells who must agree to a change, and why: the process says when, and the base commit says who. */
import type { Approval, Process, Series } from "../../config/index.js";
import type { Author } from "../../shared/document.js";
import type { Need } from "../../shared/review.js";
import { statusLabel } from "../lint/proposals.js";
import type { ProposalChange } from "./changes.js";

interface NeedsInput {
  change: ProposalChange;
  policy: Process;
  label: string;
  from?: string;
  to?: string;
  /** Whether the text, a field or the path is different. */
  isEdited: boolean;
  /** Handle of the person who proposes the change, if that is known. */
  actor?: string;
}

/** @returns who must agree to the change of a proposal. The person who proposes it has agreed: as an author, or as an editor if the text is another's. */
export function needsOf({ change, policy, label, from, to, isEdited, actor }: NeedsInput): Need[] {
  const { kind, before, after, series } = change;
  const statusChanges = from !== to && to !== undefined;
  const why = (when: Approval["when"]): string | undefined => {
    if (typeof when === "object")
      return statusChanges && when.to.includes(to) ? `it becomes ${statusLabel(series, to)}` : undefined;
    const happens: Record<typeof when, string | false> = {
      new: kind === "new" && `${label} comes in`,
      edit: Boolean(before && after) && !statusChanges && isEdited && `${label} changes`,
      status:
        Boolean(before) &&
        statusChanges &&
        `it ${from === undefined ? "becomes" : `goes from ${statusLabel(series, from)} to`} ${statusLabel(series, to)}`,
      terminal:
        from !== undefined &&
        policy.terminal.includes(from) &&
        isEdited &&
        `it changes while it is ${statusLabel(series, from)}`,
      removed: kind === "removed" && `${label} is removed`,
      process: false,
    };
    return happens[when] || undefined;
  };
  // The base names the authors, because a change must not choose who agrees to it.
  const authors = (before ?? after)?.meta?.authors ?? [];
  const category = (before ?? after)?.category ?? "";
  const people = peopleOf(policy, category, authors);
  const needs = mergeNeeds(policy.approvals.flatMap(({ when, who, min }) => needOf(who, why(when), min, people)));
  if (
    kind === "new" &&
    actor !== undefined &&
    people.author.length > 0 &&
    !people.author.includes(normalizeHandle(actor))
  )
    needs.unshift({ who: "author", why: `${actor} is not among its authors`, min: 1, handles: people.author });
  if (kind === "new" && policy.number === "editor" && after?.number === undefined)
    needs.push({ who: "editor", why: "it has no number yet", min: 1, handles: people.editor });
  return withoutActor(mergeNeeds(needs), actor, people.author);
}

/** @returns who must agree to a change of files that control the register. */
export function needsOfProcess(series: readonly Series[], actor: string | undefined): Need[] {
  const needs = series.flatMap(({ process: policy }) => {
    if (!policy) return [];
    const people = peopleOf(policy, "", []);
    return policy.approvals
      .filter(({ when }) => when === "process")
      .flatMap(({ who, min }) => needOf(who, "it changes how the register is built or reviewed", min, people));
  });
  return withoutActor(mergeNeeds(needs), actor, []);
}

/** The authors of a proposal must agree when the change of another one touches a file of theirs. */
export function needOfOwner(label: string, authors: readonly Author[]): Need {
  return { who: "author", why: `a file of ${label} changes`, min: 1, handles: handlesOf(authors) };
}

type People = Record<Need["who"], string[]>;

function peopleOf({ editors }: Process, category: string, authors: readonly Author[]): People {
  const editor = [...new Set(Object.values(editors).flat().map(normalizeHandle))];
  const editorsOf = new Map(Object.entries(editors));
  const ofCategory = [category, "*"].flatMap((key) => editorsOf.get(key) ?? []);
  return {
    author: handlesOf(authors),
    editor,
    "category editors": ofCategory.length > 0 ? [...new Set(ofCategory.map(normalizeHandle))] : editor,
  };
}

function handlesOf(authors: readonly Author[]): string[] {
  return [...new Set(authors.flatMap(({ handle }) => (handle ? [normalizeHandle(handle)] : [])))];
}

function needOf(who: Need["who"], why: string | undefined, min: number, people: People): Need[] {
  return why === undefined ? [] : [{ who, why, min, handles: people[who] }];
}

/** Makes one need for each group of people, with all reasons and the largest number. */
function mergeNeeds(needs: readonly Need[]): Need[] {
  const merged: Need[] = [];
  for (const need of needs) {
    const same = merged.find((entry) => entry.who === need.who && entry.handles.join() === need.handles.join());
    if (!same) merged.push({ ...need });
    else {
      same.min = Math.max(same.min, need.min);
      if (!same.why.split("; ").includes(need.why)) same.why = `${same.why}; ${need.why}`;
    }
  }
  return merged;
}

/** Subtracts the agreement of the person who proposes the change from the needs. */
function withoutActor(needs: readonly Need[], actor: string | undefined, authors: readonly string[]): Need[] {
  if (actor === undefined) return [...needs];
  const name = normalizeHandle(actor);
  return needs.flatMap((need) => {
    // An editor who is an author leaves the review to another one.
    if (!need.handles.includes(name) || (need.who !== "author" && authors.includes(name))) return [need];
    return need.min > 1 ? [{ ...need, min: need.min - 1 }] : [];
  });
}

/** @returns a handle in the form in which handles are compared: case does not matter, as on code hosts. */
export function normalizeHandle(handle: string): string {
  return `@${handle.replace(/^@/, "").toLowerCase()}`;
}
