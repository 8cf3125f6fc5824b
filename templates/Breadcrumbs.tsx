/** The path from the home page to this page. */
import type { LinkView, Translate } from "../src/shared/view.js";

export interface BreadcrumbsProps {
  items: LinkView[];
  t: Translate;
}

export default function Breadcrumbs({ items, t }: BreadcrumbsProps) {
  if (items.length < 2) return null;
  return (
    <nav className="breadcrumbs" aria-label={t("breadcrumbs.label")}>
      <ol>
        {items.map(({ href, label, current }) => (
          <li key={label}>
            <a href={href} aria-current={current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
