/** The sidebar of lists and proposals: a register by year. */
import type { Once, ProposalLink, YearGroup } from "../src/shared/view.js";
import Title from "./Title.js";

export interface YearSidebarProps {
  years: YearGroup[];
  once: Once;
}

/**
 * Pages share years, and lists of a whole register share all of them: these are rendered once. Only the year of the
 * page's own proposals differs, and in it the one that is current. Where years show numbers, few pages have the same
 * proposals.
 */
export default function YearSidebar({ years, once }: YearSidebarProps) {
  const isOwn = ({ items, more }: YearGroup) => (more ? items.length > 0 : items.some(({ current }) => current));
  return (
    <ul className="year-list">
      {years.some((year) => year.more || isOwn(year))
        ? years.map((year) =>
            isOwn(year) ? (
              <Year key={year.label} year={year} once={once} />
            ) : (
              once(year, "year", () => <Year year={year} once={once} />)
            ),
          )
        : once(years, "years", () => years.map((year) => <Year key={year.label} year={year} once={once} />))}
    </ul>
  );
}

function Year({ year, once }: { year: YearGroup; once: Once }) {
  return (
    <li>
      {year.more ? (
        <a className="year" href={year.more.href}>
          {year.label} <span className="count">{year.more.count}</span>
        </a>
      ) : (
        <span className="year">{year.label}</span>
      )}
      {year.items.length > 0 && (
        <ul>
          {year.items.map((item) =>
            year.more || item.current ? (
              <Item key={item.href} item={item} />
            ) : (
              once(item, "year item", () => <Item item={item} />)
            ),
          )}
        </ul>
      )}
    </li>
  );
}

function Item({ item: { number, title, href, contentLang, current } }: { item: ProposalLink }) {
  return (
    <li>
      <a href={href} aria-current={current ? "page" : undefined}>
        <span className="number">{number}</span>{" "}
        <span lang={contentLang}>
          <Title text={title} />
        </span>
      </a>
    </li>
  );
}
