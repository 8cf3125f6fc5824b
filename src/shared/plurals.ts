/** Sentences with a number that only the browser knows: the page carries one for each plural category of its language. */

/** By plural category, `#` for the number. */
export type CountForms = Record<string, string>;

/**
 * Looks up the sentence for the smallest number of each plural category.
 * @param limit the greatest number that is tried.
 */
export function countForms(lang: string, limit: number, sentence: (count: number) => string): CountForms {
  const categories = categoriesOf(lang, limit);
  const first = new Map<string, number>();
  for (let count = limit; count >= 0; count--) first.set(categories[count] ?? "", count);
  const forms: CountForms = {};
  for (const [category, count] of first) forms[category] = sentence(count).replace(String(count), "#");
  return forms;
}

const categoriesByLanguage = new Map<string, string[]>();

/** The plural category of each number, at least up to the limit. Stored, because a site has several such sentences in each language. */
function categoriesOf(lang: string, limit: number): readonly string[] {
  const categories = categoriesByLanguage.get(lang) ?? [];
  categoriesByLanguage.set(lang, categories);
  if (categories.length > limit) return categories;
  const rules = new Intl.PluralRules(lang);
  for (let count = categories.length; count <= limit; count++) categories.push(rules.select(count));
  return categories;
}
