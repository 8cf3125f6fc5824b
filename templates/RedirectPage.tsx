/** An address that leads on to another. Browsers follow by themselves (see Head); this is for those that do not. */
import type { PageProps, RedirectView } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export default function RedirectPage({ view, t }: PageProps<RedirectView>) {
  return (
    <Layout view={view} t={t}>
      <div className="notice">
        <PageHeader title={t("redirect.title")}>
          <p className="lead">{t("redirect.text")}</p>
        </PageHeader>
        <p>
          <a href={view.target}>{view.target}</a>
        </p>
      </div>
    </Layout>
  );
}
