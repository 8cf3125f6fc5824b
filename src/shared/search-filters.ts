/** The filters of a search as typed (`author:vitalik status:final`) and as in the address of the search page. */

import { cutText } from "./text.js";

export const filterFields = ["status", "category", "author", "year"] as const;

export type FilterField = (typeof filterFields)[number];

/** By field, alternative values. */
export type Filters = Partial<Record<FilterField, readonly string[]>>;

const typedFilter = /(^|\s)(status|category|author|year):(?:"([^"]*)"|([^\s":]+))(?=\s|$)/giu;

/** Separates the words of a query from its filters. */
export function takeFilters(typed: string): { words: string; filters: Filters } {
  let filters: Filters = {};
  const words = typed.replace(typedFilter, (_, space: string, field: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? "").trim();
    if (value) filters = addFilter(filters, field.toLowerCase() as FilterField, value);
    return space;
  });
  return { words: words.replace(/\s+/g, " ").trim(), filters };
}

export function addFilter(filters: Filters, field: FilterField, value: string): Filters {
  const values = filters[field] ?? [];
  return values.includes(value) ? filters : { ...filters, [field]: [...values, value] };
}

export function removeFilter(filters: Filters, field: FilterField, value: string): Filters {
  return { ...filters, [field]: (filters[field] ?? []).filter((other) => other !== value) };
}

export function joinFilters(one: Filters, other: Filters): Filters {
  let joined = one;
  for (const field of filterFields) for (const value of other[field] ?? []) joined = addFilter(joined, field, value);
  return joined;
}

export function hasFilters(filters: Filters): boolean {
  return filterFields.some((field) => (filters[field] ?? []).length > 0);
}

/** The query of an address: `?q=words&status=final&author=vbuterin`; empty without words and filters. */
export function searchQuery(words: string, filters: Filters): string {
  const parameters = new URLSearchParams(words ? { q: words } : {});
  for (const field of filterFields) for (const value of filters[field] ?? []) parameters.append(field, value);
  const text = parameters.toString().replaceAll("+", "%20");
  return text && `?${text}`;
}

const maxValues = 20;
const maxValueLength = 100;

/** @param query of an address, with or without its question mark. */
export function readSearchQuery(query: string): { words: string; filters: Filters } {
  const parameters = new URLSearchParams(query);
  let filters: Filters = {};
  for (const field of filterFields) {
    for (const value of parameters.getAll(field).slice(0, maxValues)) {
      if (value.trim()) filters = addFilter(filters, field, cutText(value.trim(), maxValueLength));
    }
  }
  return { words: parameters.get("q") ?? "", filters };
}
