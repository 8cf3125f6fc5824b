/** The names of tags. */
import type { Register } from "../model/site.js";
import type { RenderContext } from "./context.js";

/** A tag that is the id of a category has its label, as the links to the tag's page have. */
export function tagTitle(name: string, { series }: Register, { translator }: RenderContext): string {
  const category = series.category.values.find(({ id }) => id === name);
  return translator.label(category?.label ?? name);
}
