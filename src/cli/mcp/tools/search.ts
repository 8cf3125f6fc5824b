/** Tool: full-text search with the site's own engine, index and ranking. */
import { z } from "zod";
import { type Filters, filterFields, type SearchHit } from "../../../shared/search.js";
import { unescapeHtml } from "../../../shared/text.js";
import { inLine, quotedList } from "../answer.js";
import type { Register } from "../register.js";
import { listOf, size, tool, values } from "./tool.js";

const snippetWords = 30;

export const search = tool({
  name: "search",
  title: "Search the register",
  description:
    'Full-text search over proposals and docs, with the same engine, index and ranking as the search of the site. Takes words, names in code (ERC721Holder, 0x80ac58cd), "phrases", numbers (EIP 20), and filters: status:final category:core author:@ann year:2023. Results have label, status, address of the section, and the text that matches.',
  input: {
    query: z.string().max(1000).describe("Words, phrases in quotes, numbers; may be empty with filters"),
    status: values("Only proposals with this status, or one of these"),
    category: values("Only this category, or one of these"),
    author: values("Only this author, or one of these: a name or @handle"),
    year: values("Only proposals of this year, or one of these"),
    page: z.int().min(1).max(1000).default(1).describe("Page of results, from 1"),
    per_page: z.int().min(1).max(100).default(10).describe("Results on a page"),
    max_chars: size,
  },
  async run({ query, page, per_page: hitsPerPage, max_chars, ...choices }, register) {
    const engine = await register.engine();
    const filters: Filters = Object.fromEntries(
      filterFields.flatMap((field) => (choices[field] === undefined ? [] : [[field, listOf(choices[field])]])),
    );
    const answer = await engine.search({ query, page: page - 1, hitsPerPage, snippetWords, filters });
    const about = [
      `${answer.total}${answer.unread ? " or more" : ""} ${answer.total === 1 && !answer.unread ? "page" : "pages"} found${answer.more || answer.total > hitsPerPage ? `, page ${page}` : ""}.`,
      answer.corrected && `Nothing has "${inLine(query)}"; these are the results of "${answer.corrected}".`,
      answer.unconfirmed && "No page is known to have this phrase; these have all of its words.",
      answer.filters?.length &&
        `Filters: ${answer.filters.map(({ field, values: all }) => `${field} ${all.map(({ label }) => label).join(" or ")}`).join(", ")}.`,
      answer.suggestions?.length && `Perhaps you mean: ${answer.suggestions.join("; ")}.`,
    ].filter(Boolean);
    if (answer.hits.length === 0) return about.join(" ");
    const hits = await Promise.all(answer.hits.map((hit) => lineOfHit(hit, register)));
    const more = (lineCount: number) => `${lineCount} of these ${hits.length} fit into max_chars.`;
    return `${about.join(" ")}\n${quotedList(hits, max_chars, more)}`;
  },
});

/** `EIP-20: Token Standard › Methods | Final | https://… | text that matches` */
async function lineOfHit({ hierarchy, status, url, _snippetResult }: SearchHit, register: Register): Promise<string> {
  const { lvl0: _, ...headings } = hierarchy;
  const headingPath = Object.values(headings).filter(Boolean).join(" › ");
  const text = inLine(unescapeHtml((_snippetResult.content?.value ?? "").replace(/<\/?mark[^>]*>/g, "")));
  return [inLine(headingPath), status?.label ?? "no status", await register.addressOf(url), text]
    .filter(Boolean)
    .join(" | ");
}
