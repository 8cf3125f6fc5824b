/**
 * A redirect to another address. Browsers follow it by themselves, and with scripts keep query and fragment. The text is
 * for programs that do not, so the page has no styles.
 */
import type { PageProps, RedirectView } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export default function RedirectPage({ view, t }: PageProps<RedirectView>) {
  const { locale, title, canonical, csp, script, themeColor, address, target } = view;
  return (
    <html lang={locale.htmlLang} dir={locale.dir}>
      <head>
        <meta {...attributes({ charset: "utf-8" })} />
        <meta httpEquiv="Content-Security-Policy" content={csp} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <script data-to={target} dangerouslySetInnerHTML={{ __html: script }} />
        <meta httpEquiv="refresh" content={`0; url=${target}`} />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={themeColor} />
        {address && <meta property="ican:xcb" content={address} />}
        <link rel="canonical" href={canonical} />
      </head>
      <body>
        <main>
          <h1>{t("redirect.title")}</h1>
          <p>{t("redirect.text")}</p>
          <p>
            <a href={target}>{target}</a>
          </p>
        </main>
      </body>
    </html>
  );
}
