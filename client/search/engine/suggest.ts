/** What to try where nothing was found. */
import { corrections } from "./correct.js";
import type { Query } from "./query.js";
import type { Store } from "./store.js";

const maxSuggestions = 3;
/** Further away than what is corrected without asking. */
const reach = 3;

/** At most three queries that find something: without quotes, other numbers, the nearest words. */
export async function suggestions(store: Store, { terms, phrases, references }: Query): Promise<string[]> {
  const typed = terms.map(({ spellings: [term = ""] }) => term);
  const found: string[] = [];
  if (phrases.length > 0) found.push(typed.join(" "));
  for (const { number, label } of references) {
    found.push(...nearNumbers(store, String(number), label));
  }
  if (references.length === 0 && typed.length > 0) found.push(...(await nearWords(store, typed)));
  return [...new Set(found)].slice(0, maxSuggestions);
}

/** Proposals whose number is one digit away, named as their register does. */
function nearNumbers({ layout }: Store, digits: string, label: string | undefined): string[] {
  return layout.series
    .filter(({ labels }) => label === undefined || labels.includes(label))
    .flatMap(({ labels: [own = ""], pages }) =>
      corrections(digits, [...pages.keys()].map(String), { limit: 1 }).map((number) => `${label ?? own} ${number}`),
    );
}

async function nearWords(store: Store, typed: readonly string[]): Promise<string[]> {
  const words = await store.words();
  return typed.flatMap((term) => corrections(term, words, { limit: Math.min(reach, Math.max(1, term.length >> 1)) }));
}
