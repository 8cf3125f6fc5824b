/**
 * An address that leads on to another. Browsers follow by themselves (see Head); this is for those that do not, so it has nothing
 * around it.
 */
import type { PageProps, RedirectView } from "../src/shared/view.js";
import Document from "./Document.js";

export default function RedirectPage({ view, t }: PageProps<RedirectView>) {
  const { target } = view;
  return (
    <Document view={view}>
      <body className="page-redirect">
        <main className="shell">
          <h1>{t("redirect.title")}</h1>
          <p className="lead">{t("redirect.text")}</p>
          <p>
            <a href={target}>{target}</a>
          </p>
        </main>
      </body>
    </Document>
  );
}
