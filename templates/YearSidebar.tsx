/** All proposals of a register by year: what stands in the sidebar of its lists and its proposals. */
import type { YearGroup } from "../src/shared/view.js";

export interface YearSidebarProps {
  years: YearGroup[];
}

export default function YearSidebar({ years }: YearSidebarProps) {
  return (
    <ul className="year-list">
      {years.map((year) => (
        <li key={year.label}>
          <span className="year">{year.label}</span>
          <ul>
            {year.items.map(({ number, title, href, current }) => (
              <li key={href}>
                <a href={href} aria-current={current ? "page" : undefined}>
                  <span className="number">{number}</span> <span>{title}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
