/**
 * The notes on a reader's earlier visits, for the script: changes since the last one, and what the browser stores. They
 * are hidden without the script.
 */
import type { Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface VisitProps {
  /** Where versions are compared; the script adds which ones. */
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
