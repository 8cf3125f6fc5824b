/** Links to the other pages of a list. */
import type { Pagination, Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface PagerProps {
  pagination: Pagination;
  t: Translate;
}

export default function Pager({ pagination, t }: PagerProps) {
  const { pages, previous, next, items } = pagination;
  if (pages < 2) return null;
  return (
    <nav className="pager" aria-label={t("pager.label")}>
      {previous && (
        <a className="pager-previous" href={previous} rel="prev">
          <Icon name="left" /> {t("pager.previous")}
        </a>
      )}
      <ol>
        {items.map((item, index) => (
          <li key={item?.page ?? `gap ${index}`}>
            {item ? (
              <a
                href={item.href}
                aria-label={t("pager.page", { page: item.page })}
                aria-current={item.current ? "page" : undefined}
              >
                {item.page}
              </a>
            ) : (
              <span className="gap" />
            )}
          </li>
        ))}
      </ol>
      {/* The script adds a field for the number of a page. */}
      {pages > 3 && <span className="pager-go" data-label={t("pager.go")} data-pages={pages} />}
      {next && (
        <a className="pager-next" href={next} rel="next">
          {t("pager.next")} <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
