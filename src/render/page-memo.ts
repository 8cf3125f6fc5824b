/** The pages that a process has rendered, so that one that builds repeatedly renders only those that changed. */

/** HTML by the digest of its inputs: the expensive half of rendering is not repeated. */
export type HtmlCache = Map<string, string>;

/** Pages by key. */
export class PageMemo {
  private readonly used: HtmlCache = new Map();
  private hits = 0;

  constructor(private readonly cache: HtmlCache) {}

  get(key: string): string | undefined {
    const known = this.cache.get(key);
    if (known !== undefined) this.hits++;
    return known;
  }

  set(key: string, html: string): void {
    this.used.set(key, html);
  }

  /** Pages that exist already are not made again, but may be requested later. */
  keep(key: string): void {
    const known = this.cache.get(key);
    if (known !== undefined) this.used.set(key, known);
  }

  /** Drops the pages that this build did not use. @returns the number of known pages. */
  finish(): number {
    this.cache.clear();
    for (const [key, html] of this.used) this.cache.set(key, html);
    return this.hits;
  }
}
