/** Names of statuses and categories as people write them. */

/** Case, spaces, `-` and `_` do not matter. */
export function normalizeName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}

/** A status or a category of a series. */
interface NamedClass {
  id: string;
  label: string;
  aliases: readonly string[];
}

/** The ids of classes by their normalized names; of two with the same name, the first. */
export function idsByName(classes: readonly NamedClass[]): ReadonlyMap<string, string> {
  const known = tables.get(classes);
  if (known) return known;
  const ids = new Map<string, string>();
  for (const { id, label, aliases } of classes)
    for (const name of [id, label, ...aliases].map(normalizeName)) if (!ids.has(name)) ids.set(name, id);
  tables.set(classes, ids);
  return ids;
}

const tables = new WeakMap<readonly NamedClass[], ReadonlyMap<string, string>>();
