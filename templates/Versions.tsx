/** The versions of a proposal's text, folded: date, author, and amount of change of each section. */
import type { ChangeSizeView, VersionView } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";
import ChangeSize from "./ChangeSize.js";
import DateText from "./DateText.js";
import Title from "./Title.js";

export interface VersionsProps {
  versions: VersionView[];
  compareHref?: string;
  t: Translate;
}

export default function Versions({ versions, compareHref, t }: VersionsProps) {
  if (!versions.length) return null;
  return (
    <details className="versions">
      <summary>
        {t("history.versions")} <span className="count">{t("history.count", { count: versions.length })}</span>
      </summary>
      {compareHref && (
        <p>
          <a href={compareHref}>{t("compare.link")}</a>
        </p>
      )}
      <ol>
        {versions.map(({ id, date, author, editor, subject, sections, commitHref, changesHref, digest }) => (
          <li key={id} data-digest={digest}>
            <p>
              <Title text={subject} />
            </p>
            <p>
              <DateText date={date} /> · {author}
              {editor && ` · ${t("history.editor", { editor })}`}
              {changesHref && (
                <>
                  {" · "}
                  <a href={changesHref}>{t("history.changes")}</a>
                </>
              )}
              {commitHref && (
                <>
                  {" · "}
                  <a className="external" href={commitHref}>
                    {t("history.commit")}
                  </a>
                </>
              )}
            </p>
            <Sections sections={sections} t={t} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Sections({ sections, t }: { sections?: ChangeSizeView[]; t: Translate }) {
  if (!sections) return <p>{t("history.first")}</p>;
  if (!sections.length) return <p>{t("history.noWords")}</p>;
  return (
    <ul className="sizes">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several sections may have one heading
        <li key={`${index} ${section.heading}`}>
          {section.heading || t("history.beginning")} <ChangeSize size={section} />
        </li>
      ))}
    </ul>
  );
}
