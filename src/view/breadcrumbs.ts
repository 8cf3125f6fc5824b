/** The way from the home page to a page. */
import type { LinkView } from "../shared/view.js";
import type { RenderContext } from "./context.js";

/** @param trail names and routes from the root to the page, this page last. */
export function breadcrumbs(
  trail: { name: string; route: string }[],
  route: string,
  { urls }: RenderContext,
): LinkView[] {
  return trail.map(({ name, route: to }) => ({
    label: name,
    href: urls.page(to),
    ...(to === route && { current: true }),
  }));
}
