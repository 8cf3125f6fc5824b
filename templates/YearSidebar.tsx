/** All proposals of a register by year: what stands in the sidebar of its lists and its proposals. */
import type { Markup, YearGroup } from "../src/shared/view.js";

export interface YearSidebarProps {
  years: YearGroup[];
  markup: Markup;
}

/** Every page of a list shows the same years; in a register of a thousand proposals they are worth rendering once. */
const rendered = new WeakMap<YearGroup[], string>();

export default function YearSidebar({ years, markup }: YearSidebarProps) {
  const html = rendered.get(years) ?? markup(<Years years={years} />);
  rendered.set(years, html);
  return <ul className="year-list" dangerouslySetInnerHTML={{ __html: html }} />;
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
