/** Links to the source of a page, and the date of its last change. */
import type { DateView, Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import Phrase from "./Phrase.js";

export interface PageToolsProps {
  editHref?: string;
  historyHref?: string;
  sourceHref?: string;
  lastUpdated?: DateView;
  t: Translate;
}

export default function PageTools({ editHref, historyHref, sourceHref, lastUpdated, t }: PageToolsProps) {
  const links = [
    { key: "tools.edit", href: editHref },
    { key: "tools.history", href: historyHref },
    { key: "tools.source", href: sourceHref },
  ].filter((link) => link.href);
  if (!links.length && !lastUpdated) return null;
  return (
    <div className="tools">
      {links.length > 0 && (
        <ul>
          {links.map(({ key, href }) => (
            <li key={key}>
              <a href={href}>{t(key)}</a>
            </li>
          ))}
        </ul>
      )}
      {lastUpdated && (
        <p>
          <Phrase t={t} id="tools.lastUpdated" slots={{ date: <DateText date={lastUpdated} /> }} />
        </p>
      )}
    </div>
  );
}
