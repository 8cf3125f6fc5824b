/**
 * Messages for failures, which the client script copies into the page. They are rendered with every page, so that they
 * need no network. In the status region the script announces changes to assistive technology; its data attributes are the
 * strings of elements that the script makes.
 */
import type { Translate } from "../src/shared/view.js";
import { statusId } from "./ids.js";

export interface TransientStatesProps {
  t: Translate;
}

export default function TransientStates({ t }: TransientStatesProps) {
  return (
    <>
      <div
        className="visually-hidden"
        id={statusId}
        role="status"
        data-loading={t("loading.text")}
        data-copied={t("copy.done")}
        data-copy-failed={t("copy.failed")}
        data-changed={t("visit.changed")}
        data-close={t("nav.close")}
        data-wrap={t("code.wrap")}
        data-copy={t("code.copy")}
      />
      <template id="uiLoadError">
        <div className="failure load-error" role="alert">
          <FailureTitle text={t("failure.title")} />
          <p>{t("failure.text")}</p>
          <p className="failure-message" />
          <Retry label={t("failure.retry")} />
        </div>
      </template>
      <template id="uiNoSearch">
        <div className="failure" role="alert">
          <p>{t("failure.text")}</p>
          <Retry label={t("failure.retry")} />{" "}
          <button className="button button-quiet search-cancel" type="button">
            {t("search.cancel")}
          </button>
        </div>
      </template>
      <template id="uiCrash">
        <div className="failure crash" role="alert">
          <FailureTitle text={t("crash.title")} />
          <p className="failure-message" />
          <div className="failure-causes">
            <p>{t("crash.causes")}</p>
            <ul />
          </div>
          <Retry label={t("crash.retry")} />
        </div>
      </template>
    </>
  );
}

function FailureTitle({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: programs that count headings look into templates, and a page has one h1
    <p className="failure-title" role="heading" aria-level={1}>
      {text}
    </p>
  );
}

function Retry({ label }: { label: string }) {
  return (
    <button className="button failure-retry" type="button">
      {label}
    </button>
  );
}
