/** All proposals of a register by year: what stands in the sidebar of its lists and its proposals. */
import type { Once, YearGroup } from "../src/shared/view.js";

export interface YearSidebarProps {
  years: YearGroup[];
  once: Once;
}

/** Every page of a list shows the same years; in a register of a thousand proposals they are worth rendering once. */
export default function YearSidebar({ years, once }: YearSidebarProps) {
  return (
    <ul className="year-list">
      {once(years, "years", () => (
        <Years years={years} />
      ))}
    </ul>
  );
}

function Years({ years }: Pick<YearSidebarProps, "years">) {
  return years.map((year) => (
    <li key={year.label}>
      <span className="year">{year.label}</span>
      <ul>
        {year.items.map(({ number, title, href, contentLang, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? "page" : undefined}>
              <span className="number">{number}</span> <span lang={contentLang}>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  ));
}
