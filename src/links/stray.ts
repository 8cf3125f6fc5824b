/** An address behind a bracket or a quotation mark that belongs to the text: `(https://…`. A browser takes it for a path. */

/** @returns the problem of such a URL; undefined for any other. */
export function strayBeforeScheme(url: string) {
  const [, whole] = /^[^\w/.?#]+(https?:\/\/.+)$/i.exec(url) ?? [];
  if (whole === undefined) return undefined;
  const message = `${url} has a character too many before its scheme`;
  return { code: "broken-link", message, help: `Write ${whole}.` } as const;
}
