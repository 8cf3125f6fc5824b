/**
 * The notes on a reader's earlier visits, for the script: changes since the last one, and what the browser stores. They
 * are hidden without the script.
 */
import type { Translate } from "../src/shared/view.js";
import Icon from "./Icon.js";

export interface VisitProps {
  /** Address of the last change; the script replaces it with the difference to the text that was read. */
  changesHref?: string;
  t: Translate;
}

export default function Visit({ changesHref, t }: VisitProps) {
  return (
    <>
      <p className="visit" hidden>
        <span>
          {t("visit.changed")}
          <span className="visit-sections" />
          {changesHref && (
            <span className="visit-difference" hidden>
              {" · "}
              <a href={changesHref}>{t("history.changes")}</a>
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
