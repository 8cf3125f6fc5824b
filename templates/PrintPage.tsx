/** The texts of a register one after the other, with their contents in front. The script lets readers choose statuses. */
import type { PageProps, PrintView } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export default function PrintPage({ view, t, once }: PageProps<PrintView>) {
  const { title, parts, statuses, entries, contentHtml } = view;
  return (
    <Layout view={view} t={t} once={once}>
      <div className="with-toc">
        <div>
          <PageHeader title={title} />
          {parts.length > 0 && (
            <ul className="print-parts">
              {parts.map(({ href, label, count }) => (
                <li key={href}>
                  <a href={href}>{label}</a> {t("count.proposals", { count })}
                </li>
              ))}
            </ul>
          )}
          {statuses.length > 0 && (
            <fieldset className="print-choice" hidden>
              <legend>{t("facts.status")}</legend>
              {statuses.map(({ id, label }) => (
                <label key={id}>
                  <input type="checkbox" name="status" value={id} defaultChecked /> {label}
                </label>
              ))}
            </fieldset>
          )}
          {entries.length > 0 && (
            <nav className="print-contents" aria-label={t("text.contents")}>
              <ol>
                {entries.map(({ name, title: own, contentLang, status }) => (
                  <li key={name} data-status={status}>
                    <a href={`#${name}`} lang={contentLang}>
                      {own}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className="print-texts" dangerouslySetInnerHTML={{ __html: contentHtml }} />
        </div>
      </div>
    </Layout>
  );
}
