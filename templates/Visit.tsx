/**
 * Notes that the script shows to a reader who returns: that the proposal has changed, and that the browser remembers
 * visits.
 */
import type { Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface VisitProps {
  /** Address at which versions are compared. The script adds the versions. */
  compareHref?: string;
  t: Translate;
}

export default function Visit({ compareHref, t }: VisitProps) {
  return (
    <>
      <p className="visit" hidden>
        <span>
          {t("visit.changed")}
          <span className="visit-sections" />
          {compareHref && (
            <span className="visit-difference" hidden>
              {" · "}
              <a href={compareHref}>{t("history.changes")}</a>
            </span>
          )}
        </span>
        <button className="icon-button visit-close" type="button" aria-label={t("visit.close")}>
          <Icon name="close" />
        </button>
      </p>
      <p className="visit-memory" hidden>
        {t("visit.memory")}{" "}
        <button className="visit-clear" type="button" data-done={t("visit.cleared")}>
          {t("visit.clear")}
        </button>
      </p>
    </>
  );
}
