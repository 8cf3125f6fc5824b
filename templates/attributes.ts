/**
 * Passes attributes to React under their names in HTML, which React writes as they are. It would write `hrefLang`, which
 * browsers accept, but programs that look for `hreflang` miss.
 */
export const attributes = (names: Record<string, string | number | undefined>) => names;
