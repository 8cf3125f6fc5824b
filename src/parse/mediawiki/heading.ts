/** A heading of MediaWiki: `= Title =`, with at least one character between the marks. */
export interface WikiHeading {
  level: number;
  text: string;
}

/** @param line without white space at its ends. */
export function wikiHeading(line: string): WikiHeading | undefined {
  const before = /^=+/.exec(line)?.[0].length ?? 0;
  let after = 0;
  while (after < line.length && line[line.length - 1 - after] === "=") after++;
  const level = Math.min(before, after, 6, Math.floor((line.length - 1) / 2));
  return level < 1 ? undefined : { level, text: line.slice(level, line.length - level).trim() };
}
