/** A plan that is kept while texts are edited: its files and its problems are those of a plan that knows nothing, after any edits. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/loading.js";
import { sortDiagnostics } from "../../src/diagnostics/report.js";
import { planSite } from "../../src/pipeline/plan.js";
import { type BuildState, emptyState, type Memo } from "../../src/pipeline/state.js";
import type { RenderPlan } from "../../src/render/render.js";
import { invalidate, type SitePart } from "../../src/serve/invalidation.js";
import { LiveSite } from "../../src/serve/live-site.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { KnownLinks } from "../../src/site/index.js";
import { memoryCache, Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText } from "../support/site.js";
import { note } from "../support/tried.js";

const drawing = (extra: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${2 + extra}" height="3"/>`;

const texts = {
  "content/cip/cbc/cip-20.md": proposalText(
    20,
    { tags: "[a]" },
    "First.\n\nCIP-98 and [code](../core/cip-98.md#code).\n",
  ),
  "content/cip/core/cip-98.md": proposalText(98, { requires: 20 }, "First.\n\n## Code\n\n![](./bild.svg)\n\nEnd.\n"),
  "content/cip/cbc/cip-20/annex.md": "# Annex\n\n[back](../cip-20.md) and [gone](./gone.md).\n",
  "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, { title: "Zwanzig" }, "Erstens.\n\nZweitens.\n"),
  "content/docs/start.md": "# Start\n\nText.\n\nMore.\n",
  "content/home.md": "Welcome to CIP-20.\n\nMore.\n",
};

/** Its broken link may be in another line after an edit, so the whole site is linked again. */
const withProblem = "content/cip/cbc/cip-20/annex.md";

/** Besides, [annex](./cip-20/annex.md) makes that text a page. */
const files = {
  ...texts,
  "content/cip/cbc/cip-712.md": proposalText(712, {}, "See [annex](./cip-20/annex.md), [notes](../../../notes.txt).\n"),
  "content/cip/core/bild.svg": drawing(0),
};

const config = {
  locales: { "en-US": {}, "de-DE": {} },
  docs: { mainDocId: "start" },
  search: { provider: "local" } as const,
  checks: { brokenLinks: "warn" } as const,
  editUrl: "https://code.example/edit/",
};

type Change = (text: string) => string | Buffer;

/** What authors do to a text. Those of the first list are in no other page and lead nowhere. */
const ownChanges: Record<string, Change> = {
  "a sentence more": (text) => `${text}\nAnother sentence.\n`,
  "a line more, above others": (text) => text.replace(/\n\n(?=[^\n]*\n$)/, "\n\n\n"),
  code: (text) => `${text}\n\`\`\`solidity\ncontract A {}\n\`\`\`\n`,
  "a diagram": (text) => `${text}\n\`\`\`mermaid\ngraph TD\nA-->B\n\`\`\`\n`,
  "what no output may contain": (text) => `${text}\nOdd \u0007 \u202e.\n`,
  "other line ends": (text) => text.replaceAll("\n", "\r\n"),
};

const otherChanges: Record<string, Change> = {
  "a heading": (text) => `${text}\n## Code ${text.length}\n\nBelow.\n`,
  "a link": (text) => `${text}\n[x](./cip-712.md)\n`,
  "a broken link": (text) => `${text}\n[x](./nowhere.md)\n`,
  "another title": (text) => text.replace(/^(title: |# )/m, "$1New "),
  "another beginning": (text) => text.replace(/First|Text|Erstens|Welcome/, "Begun"),
  "an unknown status": (text) => text.replace(/\ntitle:/, "\nstatus: nonsense\ntitle:"),
  "no title": (text) => text.replace(/\ntitle:.*/, ""),
  "a merge conflict": (text) => `${text}\n<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n`,
  "bytes that are no UTF-8": (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]),
  "the first text again": (text) => text,
};

const textEdit = (changes: Record<string, Change>) =>
  fc.record({ path: fc.constantFrom(...Object.keys(texts)), change: fc.constantFrom(...Object.keys(changes)) });

type Step = "picture" | "other file" | "removed" | "commit" | { path: string; change: string }[];

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.array(textEdit(ownChanges), { minLength: 1, maxLength: 2 }), weight: 6 },
  { arbitrary: fc.array(textEdit(otherChanges), { minLength: 1, maxLength: 2 }), weight: 3 },
  { arbitrary: fc.constantFrom<Step>("picture", "other file", "removed", "commit"), weight: 2 },
);

/** A site that is planned again and again in one process, as `serve --watch` does. */
class EditedSite {
  readonly root = makeSite(files, config);
  private readonly repository = new Repository(this.root).commit("2022-05-01T00:00:00Z");
  private readonly memo: Memo = { sources: new Map(), files: new Map() };
  private readonly state: BuildState = {
    ...emptyState(memoryCache()),
    html: new Map(),
    links: new KnownLinks(),
    memo: this.memo,
  };
  private known: ReturnType<EditedSite["request"]> | undefined;
  private live: LiveSite | undefined;
  private last: RenderPlan | undefined;
  private hasPlan = false;
  private problems: Diagnostic[] = [];
  private commits = 0;
  private pictures = 0;

  private write(path: string, content: string | Buffer): void {
    const kind = existsSync(join(this.root, path)) ? "changed" : "added";
    writeFileSync(join(this.root, path), content);
    this.note("content", path, kind);
  }

  private note(part: SitePart, path: string, kind: "added" | "changed" | "removed"): void {
    invalidate(this.memo, part, path, kind);
  }

  apply(change: Step): void {
    if (change === "picture") {
      this.write("content/cip/core/bild.svg", drawing(++this.pictures));
    } else if (change === "other file") {
      // Nobody watches it, so only the next edit shows that it is there, or gone.
      if (existsSync(join(this.root, "notes.txt"))) rmSync(join(this.root, "notes.txt"));
      else writeFileSync(join(this.root, "notes.txt"), "Notes");
      this.write("content/home.md", `${readFileSync(join(this.root, "content/home.md"))}\nMore.\n`);
    } else if (change === "removed") {
      rmSync(join(this.root, "content/cip/cbc/cip-20/annex.md"), { force: true });
      this.note("content", "content/cip/cbc/cip-20/annex.md", "removed");
    } else if (change === "commit") {
      this.repository.commit(`2022-05-0${2 + (this.commits++ % 8)}T00:00:00Z`);
      this.note("history", ".git/logs/HEAD", "changed");
    } else for (const { path, change: name } of change) this.edit(path as keyof typeof texts, name);
  }

  private edit(path: keyof typeof texts, name: string): void {
    const former = existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), "utf8") : texts[path];
    const make = ownChanges[name] ?? otherChanges[name];
    this.write(path, name === "the first text again" ? texts[path] : (make?.(former) ?? former));
  }

  private async request() {
    const { value } = await loadConfig(this.root);
    if (!value) throw new Error("the configuration is wrong");
    return { root: this.root, config: value, configFile: "cipgen.config.json" };
  }

  /** @returns whether the plan is that of the last time. */
  async plan(): Promise<boolean> {
    this.known ??= this.request();
    const { value: plan, diagnostics } = await planSite({ ...(await this.known), state: this.state });
    this.problems = sortDiagnostics(diagnostics);
    this.hasPlan = plan !== undefined;
    const isSame = plan !== undefined && plan.rendering === this.last;
    this.last = plan?.rendering ?? this.last;
    if (plan && this.live) this.live.follow(plan);
    else if (plan) this.live = new LiveSite(plan);
    return isSame;
  }

  async made() {
    return { problems: this.problems, files: this.hasPlan ? await filesOf(this.live) : undefined };
  }

  /** What a plan that knows nothing makes of the same folder. */
  async cleanlyMade(): Promise<Awaited<ReturnType<EditedSite["made"]>>> {
    const state = { ...emptyState(memoryCache()), html: new Map() };
    const { value: plan, diagnostics } = await planSite({ ...(await this.request()), state });
    return { problems: sortDiagnostics(diagnostics), files: plan && (await filesOf(new LiveSite(plan))) };
  }
}

/** A digest of each file. */
async function filesOf(live: LiveSite | undefined): Promise<Record<string, string>> {
  await live?.complete();
  const found: Record<string, string> = {};
  for (const path of live?.paths().sort() ?? []) {
    const file = await live?.find(path);
    if (file) found[path] = file.etag;
  }
  return found;
}

test("after any edits, a plan that knows the last one has the files and the problems of a clean one", async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const site = new EditedSite();
      await site.plan();
      for (const one of steps) {
        site.apply(one);
        await site.plan();
        expect(await site.made()).toEqual(await site.cleanlyMade());
        planned++;
      }
    }),
    { numRuns: runs(6), endOnFailure: true },
  );
  note("plans after edits of texts", planned);
});

test.each(Object.keys(ownChanges))("no other page is planned again after an edit of one text: %s", async (change) => {
  const site = new EditedSite();
  await site.plan();
  for (const path of Object.keys(texts)) {
    site.apply([{ path, change }]);
    expect([path, await site.plan()]).toEqual([path, path !== withProblem]);
  }
  expect(await site.made()).toEqual(await site.cleanlyMade());
});
