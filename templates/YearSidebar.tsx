/** The sidebar of lists and proposals: a register by year. */
import type { Once, YearGroup } from "../src/shared/view.js";
import Title from "./Title.js";

export interface YearSidebarProps {
  years: YearGroup[];
  once: Once;
}

/** Every page of a list shows the same years, so they are rendered once; unless the years show the items of the page. */
export default function YearSidebar({ years, once }: YearSidebarProps) {
  const isShared = !years.some(({ more }) => more);
  return (
    <ul className="year-list">
      {isShared ? once(years, "years", () => <Years years={years} />) : <Years years={years} />}
    </ul>
  );
}

function Years({ years }: Pick<YearSidebarProps, "years">) {
  return years.map((year) => (
    <li key={year.label}>
      {year.more ? (
        <a className="year" href={year.more.href}>
          {year.label} <span className="count">{year.more.count}</span>
        </a>
      ) : (
        <span className="year">{year.label}</span>
      )}
      {year.items.length > 0 && <Items items={year.items} />}
    </li>
  ));
}

function Items({ items }: Pick<YearGroup, "items">) {
  return (
    <ul>
      {items.map(({ number, title, href, contentLang, current }) => (
        <li key={href}>
          <a href={href} aria-current={current ? "page" : undefined}>
            <span className="number">{number}</span>{" "}
            <span lang={contentLang}>
              <Title text={title} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
