/** A small register with its history in git, pull requests against it as branches, and what `cipgen review` says of them. */
import { execFileSync } from "node:child_process";
import { review } from "../../src/cli/api/review.js";
import { printReview, type ReviewOptions } from "../../src/cli/commands/review.js";
import type { ConfigInput } from "../../src/index.js";
import type { ReportFormat } from "../../src/platform/diagnostics/reporters/index.js";
import type { ReviewResult } from "../../src/shared/api.js";
import { type Edits, Repository } from "./git.js";
import { usualConfig } from "./site.js";

export const today = "2020-01-10";

const sections = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations", "Copyright"];

/** A proposal in which lint finds nothing. */
export function text(
  number: number,
  fields: Record<string, string | undefined>,
  more: Record<string, string> = {},
): string {
  const front = Object.entries({ cip: String(number), title: `Subject ${number}`, ...fields });
  const lines = front.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  const body = sections.map((title) => `## ${title}\n\n${more[title] ?? `What ${title} says of ${number}.`}\n`);
  const others = Object.entries(more).filter(([title]) => !sections.includes(title));
  return `---\n${lines.join("\n")}\n---\n\n${[...body, ...others.map(([title, own]) => `## ${title}\n\n${own}\n`)].join("\n")}`;
}

/** Twelve words of which none is like the next. */
export const words = "one two three four five six seven eight nine ten eleven twelve";

export const register = {
  "content/cip/cbc/cip-1.md": text(1, { author: "Ada (@ada)", status: "final" }, { Rationale: `See ${words}.` }),
  "content/cip/core/cip-2.md": text(
    2,
    { author: "Bob (@bob)", status: "draft", requires: "4" },
    { Motivation: "After [one](../cbc/cip-1.md#motivation)." },
  ),
  "content/cip/cbc/cip-3.md": text(3, {
    author: "Ada (@ada)",
    status: "last call",
    "last-call-deadline": "2020-01-20",
  }),
  "content/cip/core/cip-4.md": text(4, { author: "Cleo (@cleo)", status: "accepted" }),
  "content/cip/informational/cip-5.md": text(5, {
    author: "Dan (@dan)",
    status: "withdrawn",
    "status-reason": "no time",
  }),
  "content/cip/cbc/cip-6.md": text(6, { author: "Ed (@ed)", status: "deferred" }),
  "content/cip/cbc/cip-7.md": text(7, { author: "Ada (@ada), Bob (@bob)", status: "draft" }),
  "content/cip/core/cip-8.md": text(8, {
    author: "Bob (@bob)",
    status: "last call",
    "last-call-deadline": "2020-01-05",
  }),
  "content/cip/cbc/cip-1/flow.png": "one",
  "content/docs/start.md": "---\ntitle: Start\n---\n\n[One](/cip/cbc/cip-1#rationale)\n",
  "package.json": "{}\n",
  ".github/workflows/ci.yml": "on: push\n",
};

export const reviewConfig: ConfigInput = {
  ...usualConfig,
  docs: { mainDocId: "start" },
  series: [{ profile: "cip", process: { editors: { "*": ["@eve"], core: ["@kim"], cbc: ["@lee"] } } }],
};

export class Register {
  readonly repository = new Repository();
  readonly root = this.repository.root;

  constructor(files: Record<string, string> = register, config: ConfigInput = reviewConfig) {
    this.repository.commit("2020-01-01T00:00:00Z", {
      ...files,
      "cipgen.config.json": `${JSON.stringify(config, null, 2)}\n`,
    });
  }

  /** @returns the name of a new branch, as `Repository` makes it. */
  branch(edits: Edits | Edits[], name?: string, from?: string): string {
    return this.repository.branch([edits].flat(), from, name);
  }

  run(head: string, options: Partial<ReviewOptions> = {}): Promise<ReviewResult> {
    return review({ root: this.root, base: "main", head, today, ...options });
  }

  /** @returns what the command prints in a form. */
  print(result: ReviewResult, format: ReportFormat, previewUrl?: string): string {
    const printed: string[] = [];
    const output = { result: (line: string) => printed.push(line), talk: () => undefined };
    printReview(result, { root: this.root, base: "", head: "", format, previewUrl }, output);
    return printed.join("");
  }

  /** @returns the JSON report. */
  async review(head: string, options: Partial<ReviewOptions> = {}): Promise<ReviewReport> {
    return JSON.parse(this.print(await this.run(head, options), "json"));
  }
}

export interface ReviewReport {
  ok: boolean;
  proposals: {
    number: number | null;
    label: string;
    path: string;
    change: string;
    status: { from: string | null; to: string | null };
    fields: { key: string; from: string | null; to: string | null }[];
    sections: { title: string; change: string; added: number; removed: number }[];
    assets: { path: string; change: string }[];
    needs: ReviewNeed[];
  }[];
  files: { path: string; change: string }[];
  needs: ReviewNeed[];
  diagnostics: { code: string; severity: string; message: string; file?: string; line?: number; help?: string }[];
}

interface ReviewNeed {
  who: string;
  why: string;
  min: number;
  handles: string[];
}

/** State of a folder that a review must not change. */
export function checkoutState(root: string): string {
  return execFileSync("git", ["status", "--porcelain", "--ignored=no", "--untracked-files=all"], {
    cwd: root,
    encoding: "utf8",
  });
}
