/** Sentences with a number that only the browser knows: the page carries one for each plural category of its language. */

/** By plural category, `#` for the number. */
export type CountForms = Record<string, string>;

/**
 * Looks the sentence up with the first number of each plural category.
 * @param limit greatest number that is tried.
 */
export function countForms(lang: string, limit: number, sentence: (count: number) => string): CountForms {
  const rules = new Intl.PluralRules(lang);
  const first = new Map<string, number>();
  for (let count = limit; count >= 0; count--) first.set(rules.select(count), count);
  const forms: CountForms = {};
  for (const [category, count] of first) forms[category] = sentence(count).replace(String(count), "#");
  return forms;
}
