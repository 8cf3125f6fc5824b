/** Values of fields that say nothing: what people write to leave a field empty, and what a template asks of them. */

const words = /^(?:none|null|~|n\/?a|tb[ad]|todo|pending|[-–—?.]*)$/i;

/** `N/A`, `(TBD)`, `(leave this empty)`. */
export function isNothing(text: string): boolean {
  const bare = text.trim().replace(/^(["'(])(.*)["')]$/s, "$2");
  return words.test(bare.trim()) || isLeftOver(text);
}

/** What a template asks in brackets, and nobody replaced: `(fill me in with today's date)`. */
export function isLeftOver(text: string): boolean {
  return /^[*_]*\(\s*(?:leave|fill|put|insert)\b[^()]*\)[*_]*$/i.test(text.trim());
}

/** The answer that somebody wrote into the question of a template: `(fill me in with today's date, 2022-02-01)`. */
export function answerIn(text: string): string {
  return /^\(\s*fill\b[^()]*?[\s,:](\d[^\s(),:]*)\s*\)$/i.exec(text.trim())?.[1] ?? text;
}
