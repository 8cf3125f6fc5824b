/**
 * Reports the builds of a watched site in their order. A build is reported when all of its pages are made, or as
 * incomplete when the next one begins to replace it: a late report would say that the problems of the next are resolved.
 */
import type { Rebuild } from "../shared/api.js";

/** Callbacks for progress. */
export interface WatchReport {
  /** After a rebuild or a failed attempt. */
  rebuilt(rebuild: Rebuild): void;
}

export class BuildReports {
  private current: Rebuild | undefined;
  private isClosed = false;

  /** @param changedPages of the current build so far. */
  constructor(
    private readonly report: WatchReport,
    private readonly changedPages: () => number,
  ) {}

  /** Reports a build of which no pages will be made. */
  add(rebuild: Rebuild): void {
    this.endEarly();
    if (!this.isClosed) this.report.rebuilt(rebuild);
  }

  /** To be called before the site follows another plan, or fails. */
  endEarly(): void {
    const { current } = this;
    this.current = undefined;
    if (current && !this.isClosed) this.report.rebuilt({ ...current, isWhole: false, pages: this.changedPages() });
  }

  /** A build whose pages are being made. */
  begin(rebuild: Rebuild): void {
    this.endEarly();
    this.current = rebuild;
  }

  /** @param result what is known once the pages are made. @returns whether it was reported: not if it had ended early. */
  complete(rebuild: Rebuild, result: Partial<Rebuild>): boolean {
    if (this.current !== rebuild || this.isClosed) return false;
    this.current = undefined;
    this.report.rebuilt({ ...rebuild, ...result });
    return true;
  }

  /** Nothing is reported after this. */
  close(): void {
    this.isClosed = true;
  }
}
