/**
 * Plans a site with the last good state of each text that has errors: its page is then the last good one, and all other pages are up to date. A text
 * that was never good is shown as far as its errors allow, or left out.
 */

import { type LinkRequest, linkSite } from "../../build/link.js";
import { planSite, type SitePlan } from "../../build/plan.js";
import type { BuildState, Memo } from "../../build/state.js";
import type { KnownSources } from "../../content/read/sources.js";
import { machineFailure } from "../../platform/diagnostics/codes.js";
import { errorsIn } from "../../platform/diagnostics/report.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";

interface HeldPlan {
  /** Undefined if there are errors that are not in texts. */
  plan: SitePlan | undefined;
  /** The diagnostics of the current texts. */
  diagnostics: Diagnostic[];
}

type HeldRequest = LinkRequest & { state: BuildState & { memo: Memo } };

export class HeldTexts {
  /** The last state without errors of each text, and of each file that texts include, by path. */
  private good: KnownSources = new Map();

  async plan(request: HeldRequest): Promise<HeldPlan> {
    const { memo } = request.state;
    try {
      return await this.planReadable(request);
    } catch (error) {
      const problem = machineFailure(error, request.root);
      const { file = "" } = problem;
      const good = this.good.get(file);
      if (!good || memo.sources.get(file) === good) throw error;
      memo.sources.set(file, good);
      try {
        const held = await this.plan(request);
        return { ...held, diagnostics: [problem, ...held.diagnostics] };
      } finally {
        // The next plan tries to read it again.
        memo.sources.delete(file);
      }
    }
  }

  private async planReadable(request: HeldRequest): Promise<HeldPlan> {
    const { sources } = request.state.memo;
    const linked = await linkSite(request);
    const { value: plan, diagnostics } = await planSite({ ...request, linked });
    const bad = new Set(errorsIn(diagnostics).map(({ file = "" }) => file));
    const badTexts = new Set([...bad].filter((path) => sources.has(path)));
    const former = this.good;
    this.good = new Map(
      [...sources].flatMap(([path, read]) => {
        const good = bad.has(path) ? former.get(path) : read;
        return good ? [[path, good]] : [];
      }),
    );
    if (plan) return { plan, diagnostics };
    // If no text has an error, as with a file to copy, the other pages can be planned.
    if (badTexts.size === 0)
      return { plan: (await planSite({ ...request, linked, despiteErrors: true })).value, diagnostics };
    const held = await this.planHeld(request, badTexts);
    // Errors that only the plan with held texts has concern the whole site.
    const siteErrors =
      held.value || bad.size > badTexts.size
        ? []
        : errorsIn(held.diagnostics).filter(({ file = "" }) => !sources.has(file));
    return { plan: held.value, diagnostics: [...diagnostics, ...siteErrors] };
  }

  private async planHeld(request: HeldRequest, bad: ReadonlySet<string>): Promise<Result<SitePlan | undefined>> {
    const { state } = request;
    const { memo } = state;
    const held = { ...request, sources: new Map([...memo.sources, ...this.good]), despiteErrors: true };
    const planned = await planSite(held);
    const isNeverGood = (path: string) => bad.has(path) && !this.good.has(path);
    const inputs = await memo.inputs;
    if (planned.value || !inputs || ![...bad].some(isNeverGood)) return planned;
    // A text that was never good makes the plan fail, such as a new text with the address of another one: leave it out.
    const roles = new Map([...inputs.roles].filter(([path]) => !isNeverGood(path)));
    const memoOfHeld: Memo = { ...memo, inputs: Promise.resolve({ ...inputs, roles }) };
    return planSite({ ...held, state: { ...state, memo: memoOfHeld } });
  }
}
