/** The same pages in minisearch, as its documentation advises: fields with boosts, prefixes, fuzzy terms, and front matter as fields. */
import MiniSearch from "minisearch";
import { factsText } from "./facts.js";

export function openMiniSearch(pages) {
  const index = new MiniSearch({
    fields: ["title", "description", "headings", "text", "facts"],
    searchOptions: { boost: { title: 8, description: 4, facts: 4, headings: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    pages.map(({ title, description, sections, facts }, id) => ({
      id,
      title,
      description,
      headings: sections.map(({ heading }) => heading).join(" "),
      text: sections.map(({ text, code = "" }) => `${text} ${code}`).join(" "),
      facts: factsText(facts),
    })),
  );
  return { search: (query) => index.search(query).map(({ id }) => pages[id].href) };
}
