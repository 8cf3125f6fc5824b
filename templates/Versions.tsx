/** The versions of a proposal's text, folded: date, author, and numbers of words that changed. */
import type { VersionView } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";
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
        {versions.map(({ id, date, author, editor, subject, words, commitHref, changesHref, digest }) => (
          <li key={id} data-digest={digest}>
            <p>
              <Title text={subject} />
            </p>
            <p>
              <DateText date={date} /> · {author}
              {editor && ` · ${t("history.editor", { editor })}`}
              {" · "}
              <Words words={words} t={t} />
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
          </li>
        ))}
      </ol>
    </details>
  );
}

function Words({ words, t }: Pick<VersionView, "words"> & { t: Translate }) {
  if (!words) return t("history.first");
  const { added, removed } = words;
  if (added + removed === 0) return t("history.noWords");
  return (
    <>
      {added > 0 && <ins>+{added}</ins>}
      {added > 0 && removed > 0 && " "}
      {removed > 0 && <del>−{removed}</del>}
    </>
  );
}
