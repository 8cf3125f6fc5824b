/**
 * An address that leads on to another. Browsers follow by themselves (see Head); this is for those that do not, so it has nothing
 * around it.
 */
import type { PageProps, RedirectView } from "../src/shared/view.js";
import Head from "./Head.js";

export default function RedirectPage({ view, t }: PageProps<RedirectView>) {
  const { locale, head, colorMode, target } = view;
  return (
    <html lang={locale.htmlLang} dir={locale.dir} data-theme={colorMode.respectSystem ? undefined : colorMode.default}>
      <Head head={head} colorMode={colorMode} />
      <body className="page-redirect">
        <main className="shell">
          <h1>{t("redirect.title")}</h1>
          <p className="lead">{t("redirect.text")}</p>
          <p>
            <a href={target}>{target}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
