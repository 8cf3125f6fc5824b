/**
 * The headings of a page. Each page has this twice, as a column for wide screens and folded above the text for narrow
 * ones, and the style sheet shows one of them.
 */
import type { TocItem, Translate } from "../src/shared/view.js";

export interface TocProps {
  items: TocItem[];
  /** Language of the headings, if it is not the page's. */
  lang?: string;
  folded?: boolean;
  t: Translate;
}

export default function Toc({ items, lang, folded, t }: TocProps) {
  if (!items.length) return null;
  const title = t("toc.title");
  return folded ? (
    <details className="toc-fold">
      <summary>{title}</summary>
      <nav aria-label={title}>
        <Items items={items} lang={lang} />
      </nav>
    </details>
  ) : (
    <nav className="toc" aria-label={title}>
      <p className="toc-title">{title}</p>
      <Items items={items} lang={lang} />
    </nav>
  );
}

function Items({ items, lang }: Pick<TocProps, "items" | "lang">) {
  return (
    <ul lang={lang}>
      {items.map(({ id, text, items: below }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
          {below.length > 0 && <Items items={below} />}
        </li>
      ))}
    </ul>
  );
}
