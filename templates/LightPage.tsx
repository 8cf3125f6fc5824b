/** The frame of pages of differences: they bring only what they need, and the script that makes the differences. */
import type { ReactNode } from "react";
import type { PageProps, ShellView } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import Document from "./Document.js";
import { Policy } from "./Head.js";
import { mainId } from "./ids.js";
import { LogoPicture } from "./Navbar.js";

type LightProps = PageProps<ShellView & { kind: string }>;

export default function LightPage({ view, t, once, children }: LightProps & { children: ReactNode }) {
  return (
    <Document view={view} once={once} head={<LightHead view={view} once={once} t={t} />}>
      <body className="page-changes">
        {once(view.navbar, "light", () => (
          <Bar view={view} t={t} />
        ))}
        <div className="shell">
          <main id={mainId} tabIndex={-1}>
            {children}
          </main>
        </div>
      </body>
    </Document>
  );
}

function LightHead({ view, once }: LightProps) {
  const { head, colorMode } = view;
  const { site } = head;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* No script of these pages is in the page. */}
      {once(site, "lightPolicy", () => (
        <Policy site={{ ...site, csp: site.csp.replace(/ 'sha256-[^']*'/, "") }} colorMode={colorMode} />
      ))}
      <title>{head.title}</title>
      <meta name="robots" content="noindex" />
      {once(site, "light", () => (
        <>
          {site.icons.slice(-1).map(({ rel, href }) => (
            <link key={href} rel={rel} href={href} />
          ))}
          <script src={site.themeScript} />
          {[...head.stylesheets, ...site.stylesheets].map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          <script type="module" src={site.changesScript} />
          {site.tags.map(({ tag: Tag, attributes: own }) => (
            <Tag key={JSON.stringify(own)} {...attributes(own)} />
          ))}
        </>
      ))}
    </head>
  );
}

/** The navbar without what needs scripts of other pages. */
function Bar({ view: { navbar, head }, t }: Pick<LightProps, "view" | "t">) {
  const { logo, search } = navbar;
  const icon = head.site.icons.at(-1)?.href;
  return (
    <>
      <a className="skip-link" href={`#${mainId}`}>
        {t("nav.skip")}
      </a>
      <header className="navbar">
        <div className="navbar-inner">
          <a className="logo" href={logo.href}>
            {logo.src ? (
              <LogoPicture logo={logo} />
            ) : (
              icon && <img className="logo-mark" src={icon} alt="" loading="lazy" />
            )}
            {logo.label}
          </a>
          {search && <a href={search.href}>{t("nav.search")}</a>}
        </div>
      </header>
    </>
  );
}
