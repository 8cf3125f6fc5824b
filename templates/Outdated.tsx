/** The note on an outdated translation. */
import type { OutdatedView } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";

export interface OutdatedProps {
  outdated?: OutdatedView;
  t: Translate;
}

export default function Outdated({ outdated, t }: OutdatedProps) {
  if (!outdated) return null;
  return (
    <p className="banner banner-outdated">
      {t("outdated.text")} <a href={outdated.originalHref}>{t("outdated.original")}</a>
      {outdated.changesHref && (
        <>
          {" · "}
          <a href={outdated.changesHref}>{t("outdated.changes")}</a>
        </>
      )}
    </p>
  );
}
