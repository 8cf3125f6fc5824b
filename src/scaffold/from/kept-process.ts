/** The process of a register: what of its profile's it keeps, by the steps in its history and the fields of its texts, and who its editors are. */
import { idOf, type Process, profiles, type Series, type SeriesInput, stepOf } from "../../config/index.js";
import { statusOf } from "../../history/statuses.js";
import { isForwards } from "../../lint/proposals.js";
import { plainInline } from "../../metadata/inline.js";
import type { Register } from "../../model/site.js";
import type { SourceFile } from "../../shared/document.js";
import { compareText, escapePattern } from "../../shared/text.js";

import { readYaml } from "./old-data.js";
import { asList, asObject, type OldFiles } from "./sites/generator.js";

/** A register may have had another process before: what came in these years counts. */
const years = 3;
/** What two proposals did, or a tenth of them, is not a slip. */
const isUsual = (count: number, all: number) => count >= 2 || (count > 0 && count >= all * 0.1);

/** A commit that brings more new texts imports them: their statuses are of another life. */
const mostNew = 3;

/** A change of status, or a new proposal with `from` undefined. */
interface Step {
  from: string | undefined;
  to: string;
  day: string;
  commit: string;
  category: string;
}

/**
 * @param sources all texts of the repository: a field that none of them names is not one of the register's.
 * @returns the keys of the process that differ from the profile's, with the reason.
 */
export function keptProcess(
  { series, proposals }: Register,
  profile: SeriesInput["profile"],
  sources: readonly SourceFile[],
): { process: NonNullable<SeriesInput["process"]>; comment: string } | undefined {
  const policy = series.process;
  if (!policy || !profile || !profiles[profile].process) return undefined;
  const steps = recentSteps(proposals, series);
  const process = {
    ...initialOf(policy, steps),
    ...transitionsOf(series, policy, steps),
    ...requiredFieldsOf(policy, sources),
  };
  if (Object.keys(process).length === 0) return undefined;
  return { process, comment: "the profile's process, without what the register's own history and texts do not keep" };
}

function recentSteps(proposals: Register["proposals"], series: Series): Step[] {
  const steps = proposals.flatMap(({ history, meta: { category } }) => {
    const statuses = (history?.statuses ?? []).map(({ status, ...change }) => {
      return { ...change, status: statusOf(plainInline(status), series.statuses) };
    });
    return statuses.map(({ status: to, day, commit }, index): Step => {
      return { from: statuses[index - 1]?.status, to, day, commit, category };
    });
  });
  const newest =
    steps
      .map(({ day }) => day)
      .sort(compareText)
      .at(-1) ?? "";
  const since = `${Number(newest.slice(0, 4)) - years}${newest.slice(4)}`;
  const known = new Set(series.statuses.map(({ id }) => id));
  return steps.filter(
    ({ from, to, day }) => day >= since && known.has(to) && from !== to && (from === undefined || known.has(from)),
  );
}

function initialOf({ initial }: Process, steps: readonly Step[]): Partial<Process> {
  const all = steps.filter(({ from }) => from === undefined);
  const isImport = ({ commit }: Step) => all.filter((step) => step.commit === commit).length > mostNew;
  const begun = all.filter((step) => !isImport(step)).map(({ to }) => to);
  const count = (status: string) => begun.filter((one) => one === status).length;
  const more = [...new Set(begun)].filter(
    (status) => !initial.includes(status) && isUsual(count(status), begun.length),
  );
  return initial.length === 0 || more.length === 0 ? {} : { initial: [...initial, ...more] };
}

function transitionsOf(series: Series, policy: Process, steps: readonly Step[]): Partial<Process> {
  const changes = steps.flatMap(({ from, ...step }) => (from === undefined ? [] : [{ from, ...step }]));
  const against = changes.filter((step) => stepOf(policy, step) === "unforeseen");
  const skipped = against.filter(({ from, to }) => isForwards(series, from, to));
  const onSkip = skipped.length > 1 && skipped.length >= changes.length * 0.1 ? "warn" : policy.onSkip;
  const left = onSkip === "warn" ? against.filter((step) => !skipped.includes(step)) : against;
  const transitions = { ...policy.transitions };
  for (const [from, own] of Object.entries(policy.transitions)) {
    const taken = left.filter((step) => step.from === from).map(({ to }) => to);
    const all = changes.filter((step) => step.from === from).length;
    const unusual = [...new Set(taken)].filter((to) => isUsual(taken.filter((one) => one === to).length, all));
    if (unusual.length > 0) transitions[from] = [...own, ...unusual.map((to) => ({ to, unusual: true }))];
  }
  const differs = Object.keys(transitions).some((from) => transitions[from] !== policy.transitions[from]);
  return { ...(onSkip !== policy.onSkip && { onSkip }), ...(differs && { transitions }) };
}

/** Without the fields that no text of the repository names. */
function requiredFieldsOf({ requiresField }: Process, sources: readonly SourceFile[]): Partial<Process> {
  const isNamed = (key: string) => sources.some(({ text }) => new RegExp(escapePattern(key), "i").test(text));
  const unknown = new Set(
    Object.values(requiresField)
      .flat()
      .filter((key) => !isNamed(key)),
  );
  if (unknown.size === 0) return {};
  const kept = Object.entries(requiresField).map(([status, keys]) => [status, keys.filter((key) => !unknown.has(key))]);
  return { requiresField: Object.fromEntries(kept) };
}

/**
 * Who edits a register, from the files in which a repository says it: `config/eip-editors.yml`, and the owners of everything in CODEOWNERS.
 * @returns handles by category, those of every category under `*`; with the file that says so, or undefined.
 */
export function editorsOf(
  files: OldFiles,
  { category }: Series,
): { editors: Record<string, string[]>; from: string } | undefined {
  const list = files.paths.find((path) => /(?:^|\/)config\/[\w-]*editors\.ya?ml$/.test(path));
  const byCategory = Object.entries(asObject(readYaml((list && files.text(list)) ?? "").value)).flatMap(
    ([name, handles]): [string, string[]][] => {
      const known = category.values.find(({ id }) => id === idOf(name));
      const own = asList(handles).map(String).filter(isHandle);
      return known && own.length > 0 ? [[known.id, own.map(withSign)]] : [];
    },
  );
  if (list && byCategory.length > 0) return { editors: Object.fromEntries(byCategory), from: list };
  const owners = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS"].find((path) => files.text(path) !== undefined);
  const [, all = ""] = /^\*[ \t]+(.+)$/m.exec((owners && files.text(owners)) ?? "") ?? [];
  const own = all
    .replace(/#.*$/, "")
    .split(/\s+/)
    .filter((word) => word.startsWith("@") && isHandle(word) && !/bot$/i.test(word));
  return owners && own.length > 0 ? { editors: { "*": own }, from: owners } : undefined;
}

/** A team (`@org/team`) is nobody's handle. */
const isHandle = (word: string) => /^@?[\w.-]+$/.test(word);
const withSign = (handle: string) => (handle.startsWith("@") ? handle : `@${handle}`);
