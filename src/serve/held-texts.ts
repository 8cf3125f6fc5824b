/**
 * One text with errors never hides another: the site is planned with the last good state of each such text. So all other pages are today's, and its own
 * page is the last good one. A text that was never good is shown as far as its errors allow, or left out.
 */
import { machineFailure } from "../diagnostics/codes.js";
import { errorsIn } from "../diagnostics/report.js";
import type { LinkRequest } from "../pipeline/link.js";
import { planSite, type SitePlan } from "../pipeline/plan.js";
import type { BuildState, Memo } from "../pipeline/state.js";
import type { KnownSources } from "../read/sources.js";
import type { Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import { KnownLinks } from "../site/index.js";

type KnownSource = Result<SourceFile>;

export class HeldTexts {
  /** Each text as it was when it last had no errors, by path; also the files that texts include. */
  private good: KnownSources = new Map();
  /** What the site with held texts was last linked from: the site with the errors has its own. */
  private site: Memo["site"];
  private readonly links = new KnownLinks();

  /** @returns a plan despite errors if all of them are in texts. The diagnostics are those of the texts as they are. */
  async plan(request: LinkRequest): Promise<Result<SitePlan | undefined>> {
    const { memo } = request.state;
    if (!memo) return planSite(request);
    try {
      return await this.planReadable(request, memo);
    } catch (error) {
      const problem = machineFailure(error, request.root);
      const { file = "" } = problem;
      const good = this.good.get(file);
      if (!good || memo.sources.get(file) === good) throw error;
      memo.sources.set(file, good);
      memo.linked = undefined;
      const { value, diagnostics } = await this.plan(request);
      // The next plan tries to read it again.
      memo.sources.delete(file);
      return { value, diagnostics: [problem, ...diagnostics] };
    }
  }

  private async planReadable(request: LinkRequest, memo: Memo): Promise<Result<SitePlan | undefined>> {
    const strict = await planSite(request);
    const { sources } = memo;
    const bad = new Set(errorsIn(strict.diagnostics).map(({ file = "" }) => file));
    if (![...bad].every((path) => sources.has(path))) return strict;
    this.good = new Map([...sources].flatMap(([path, read]) => this.lastGood(path, read, bad.has(path))));
    if (strict.value || bad.size === 0) return strict;
    const { value, diagnostics } = await this.planHeld(request, memo, bad);
    // Errors that only the site of held texts has are of no text.
    const others = value ? [] : errorsIn(diagnostics).filter(({ file = "" }) => !sources.has(file));
    return { value, diagnostics: [...strict.diagnostics, ...others] };
  }

  private lastGood(path: string, read: KnownSource, isBad: boolean): [string, KnownSource][] {
    const good = isBad ? this.good.get(path) : read;
    return good ? [[path, good]] : [];
  }

  private async planHeld(
    request: LinkRequest,
    memo: Memo,
    bad: ReadonlySet<string>,
  ): Promise<Result<SitePlan | undefined>> {
    const own: Memo = {
      ...memo,
      sources: new Map([...memo.sources, ...this.good]),
      linked: undefined,
      site: this.site,
    };
    const state: BuildState = { ...request.state, memo: own, links: this.links };
    const planned = await planSite({ ...request, state, despiteErrors: true });
    this.site = own.site;
    if (planned.value) {
      // It is known by what it was linked to, so a plan of the site with errors never takes it for its own.
      memo.planned = own.planned;
      return planned;
    }
    const inputs = await own.inputs;
    const isNeverGood = (path: string) => bad.has(path) && !this.good.has(path);
    if (!inputs || ![...bad].some(isNeverGood)) return planned;
    // Such as a new text with the address of another one.
    const roles = new Map([...inputs.roles].filter(([path]) => !isNeverGood(path)));
    const rest: Memo = { ...own, inputs: Promise.resolve({ ...inputs, roles }), linked: undefined, site: undefined };
    return planSite({ ...request, state: { ...state, memo: rest }, despiteErrors: true });
  }
}
