/** The sidebar of lists and proposals: the proposals of a register by year. */
import type { Once, ProposalLink, YearGroup } from "../src/shared/view.js";
import Title from "./Title.js";

export interface YearSidebarProps {
  years: YearGroup[];
  once: Once;
}

/** Years that pages share are rendered once. On the page of a proposal, only the year with that proposal differs. */
export default function YearSidebar({ years, once }: YearSidebarProps) {
  const isCurrent = ({ items }: YearGroup) => items.some(({ current }) => current);
  return (
    <ul className="year-list">
      {years.some(isCurrent)
        ? years.map((year) =>
            isCurrent(year) ? (
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
            item.current ? <Item key={item.href} item={item} /> : once(item, "year item", () => <Item item={item} />),
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
        {number && <span className="number">{number}</span>}
        {number && " "}
        <span lang={contentLang}>
          <Title text={title} />
        </span>
      </a>
    </li>
  );
}
