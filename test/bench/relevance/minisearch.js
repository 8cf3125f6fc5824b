/** The same pages in minisearch, as its documentation advises: fields with boosts, prefixes, fuzzy terms. */
import MiniSearch from "minisearch";

export function openMiniSearch(pages) {
  const index = new MiniSearch({
    fields: ["title", "description", "headings", "text"],
    searchOptions: { boost: { title: 8, description: 4, headings: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    pages.map(({ title, description, sections }, id) => ({
      id,
      title,
      description,
      headings: sections.map(({ heading }) => heading).join(" "),
      text: sections.map(({ text }) => text).join(" "),
    })),
  );
  return { search: (query) => index.search(query).map(({ id }) => pages[id].href) };
}
