/** The pages that a process has rendered, so that one that builds repeatedly renders only those that changed. */

/** HTML by the digest of its inputs: the expensive half of rendering is not repeated. */
export type HtmlCache = Map<string, string>;

/** Pages by key. */
export class PageMemo {
  /** The page of each file, by path: a text that is edited has several while one plan is followed. */
  private readonly used = new Map<string, { key: string; html: string }>();
  private hits = 0;

  constructor(private readonly cache: HtmlCache) {}

  get(key: string): string | undefined {
    const known = this.cache.get(key);
    if (known !== undefined) this.hits++;
    return known;
  }

  set(path: string, key: string, html: string): void {
    this.used.set(path, { key, html });
  }

  /** Pages that exist already are not made again, but may be requested later. */
  keep(path: string, key: string): void {
    const html = this.cache.get(key);
    if (html !== undefined) this.used.set(path, { key, html });
  }

  /** Drops the pages that this build did not use. @returns the number of known pages. */
  finish(): number {
    this.cache.clear();
    for (const { key, html } of this.used.values()) this.cache.set(key, html);
    return this.hits;
  }
}
