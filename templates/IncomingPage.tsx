/** The new proposals of open pull requests. Their texts are from strangers, so they are plain text without links. */
import type { PageProps, View } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export interface IncomingView extends View<"incoming"> {
  /** Labels of the series with numbers. */
  labels: string[];
  /** By request, the newest first; `href` is undefined if the code host is unknown. */
  proposals: { number: string; title: string; authors: string[]; request: string; href?: string | undefined }[];
}

export default function IncomingPage({ view, t, once }: PageProps<IncomingView>) {
  const { labels, proposals } = view;
  const hasNumbers = labels.length > 0;
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("incoming.title")}>
        <p className="lead">{t(proposals.length > 0 ? "incoming.lead" : "incoming.none")}</p>
      </PageHeader>
      {proposals.length > 0 && (
        <table className="archive">
          <thead>
            <tr>
              {hasNumbers && (
                <th scope="col" className="number">
                  {labels.join(", ")}
                </th>
              )}
              <th scope="col">{t("archive.column.title")}</th>
              <th scope="col">{t("facts.authors", { count: 2 })}</th>
              <th scope="col">{t("incoming.request")}</th>
            </tr>
          </thead>
          <tbody>
            {proposals.map(({ number, title, authors, request, href }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a request may add two texts that say the same.
              <tr key={index} data-status="">
                {hasNumbers && <td className="number">{number}</td>}
                <th scope="row">{title}</th>
                <td>{authors.join(", ")}</td>
                <td>
                  {href ? (
                    <a href={href} rel="nofollow noopener">
                      {request}
                    </a>
                  ) : (
                    request
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Layout>
  );
}
