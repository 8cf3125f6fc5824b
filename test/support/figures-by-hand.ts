/**
 * A register's figures by git and regular expressions alone: nothing here uses the program's readers, so that a mistake of theirs shows. Good
 * for the SIMDs: files in one folder, front matter with one field a line.
 */
import { execFileSync } from "node:child_process";

/** One change of a proposal on the register's branch. */
interface Change {
  day: string;
  author: string;
  /** Who put it on the branch, when that was another person. */
  editor: string;
  text: string;
}

export interface ProposalByHand {
  /** Oldest first. */
  changes: Change[];
  number: number;
  category: string;
  requires: number[];
  /** Each status and the day on which it began. */
  statuses: { status: string; day: string }[];
}

const categories = ["core", "networking", "interface", "meta", "standard", "advisory"];

/** @param folder of a clone. @returns the proposals that are there now, and the day of the newest commit. */
export function readByHand(folder: string): { proposals: ProposalByHand[]; end: string } {
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, TZ: "UTC" },
      maxBuffer: 1 << 28,
    });
  const day = "--date=format-local:%Y-%m-%d";
  const form = "--format=commit%x09%H%x09%cd%x09%aN%x09%cN%x09%P";
  const log = git("log", "--first-parent", "-m", "-M", "--reverse", "--name-status", day, form, "--", "proposals");
  const files = new Map<string, Change[]>();
  let commit = ["", "", "", "", ""];
  for (const line of log.split("\n").filter(Boolean)) {
    const [kind = "", ...rest] = line.split("\t");
    if (kind === "commit") {
      commit = rest;
      continue;
    }
    const [path = "", renamed = path] = rest;
    const before = files.get(path) ?? [];
    files.delete(path);
    if (kind === "D") continue;
    const [hash = "", date = "", name = "", committer = "", parents = ""] = commit;
    const [, merged] = parents.split(" ");
    const author = merged ? git("log", "-1", "--format=%aN", merged).trim() : name;
    const brought = merged ? name : committer;
    const editor = brought === author || brought === "GitHub" ? "" : brought;
    const text = git("show", `${hash}:${renamed}`);
    files.set(renamed, [...before, { day: date, author, editor, text }]);
  }
  const proposals = [...files].flatMap(([path, changes]): ProposalByHand[] => {
    const text = changes.at(-1)?.text ?? "";
    if (!/^proposals\/\d{4}-[^/]*\.md$/.test(path)) return [];
    const named = [...fieldOf(text, "type"), ...fieldOf(text, "category")].map((word) => word.toLowerCase());
    return [
      {
        changes,
        number: Number(fieldOf(text, "simd")[0]),
        category: categories.find((category) => named.includes(category)) ?? "",
        requires: ["extends", "requires"].flatMap((key) => fieldOf(text, key)).flatMap(numbersIn),
        statuses: statusesOf(changes),
      },
    ];
  });
  return { proposals, end: git("log", "-1", "--format=%cd", day).trim() };
}

const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));

/** The values of a field, without quotes, whether they are on its line or in a list below it. */
export function fieldOf(text: string, key: string): string[] {
  const [, front = ""] = /^---\r?\n([\s\S]*?)\n---/.exec(text) ?? [];
  const [, inline = "", list = ""] = new RegExp(`^${key}:[ \\t]*(.*)((?:\\r?\\n[ \\t]*- .*)*)`, "m").exec(front) ?? [];
  const items = [inline, ...list.split("\n").map((line) => line.replace(/^\s*- /, ""))];
  return items.map((item) => item.trim().replace(/^["'](.*)["']$/, "$1")).filter(Boolean);
}

function statusesOf(changes: readonly Change[]): ProposalByHand["statuses"] {
  const found: ProposalByHand["statuses"] = [];
  for (const { day, text } of changes) {
    const status = fieldOf(text, "status")[0]?.toLowerCase();
    if (status && status !== found.at(-1)?.status) found.push({ status, day });
  }
  return found;
}

/** `YYYY-MM` of each month from the first to the last. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (const day = new Date(`${first.slice(0, 7)}-01`); day <= new Date(last); day.setUTCMonth(day.getUTCMonth() + 1)) {
    months.push(day.toISOString().slice(0, 7));
  }
  return months;
}

/** The value that a share of the sorted values is below, between two of them in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}
