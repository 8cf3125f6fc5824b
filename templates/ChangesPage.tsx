/**
 * What changed since a former text of a proposal. A register has several such pages for each proposal, so they bring
 * only what they need: the lines that changed, and a script that makes the whole difference from them.
 */
import type { ChangesView } from "../src/shared/history-view.js";
import type { PageProps } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import DateText from "./DateText.js";
import Document from "./Document.js";
import { Policy } from "./Head.js";
import { mainId } from "./ids.js";
import { LogoPicture } from "./Navbar.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";
import SiteLink from "./SiteLink.js";

type ChangesProps = PageProps<ChangesView>;

export default function ChangesPage({ view, t, once }: ChangesProps) {
  const { label, title, proposalHref, sourceHref, contentLang, date, what, commit, newer, older, linesHtml } = view;
  const day = <DateText date={date} />;
  const nothing = what.kind === "change" ? "changes.noneIn" : "changes.none";
  return (
    <Document view={view} once={once} head={<LightHead view={view} once={once} t={t} />}>
      <body className="page-changes">
        {once(view.navbar, "light", () => (
          <Bar view={view} t={t} />
        ))}
        <div className="shell">
          <main id={mainId} tabIndex={-1}>
            <article className="changes" data-source={sourceHref}>
              <p className="crumb">
                <a className="number" href={proposalHref}>
                  {label}
                </a>
                <span lang={contentLang}>{title}</span>
              </p>
              <PageHeader title={t("changes.title", { label })}>
                <p className="lead">
                  {what.kind === "change" ? (
                    <Phrase t={t} id="changes.last" slots={{ date: day, subject: <q>{what.subject}</q> }} />
                  ) : what.status ? (
                    <Phrase t={t} id="changes.sinceStatus" slots={{ date: day, status: <b>{what.status.label}</b> }} />
                  ) : (
                    <Phrase t={t} id="changes.since" slots={{ date: day }} />
                  )}
                </p>
                <p className="change-links">
                  <a href={proposalHref}>{t("changes.today")}</a>
                  {older && (
                    <a rel="prev" href={older.href}>
                      {t("changes.older", { date: older.date.text })}
                    </a>
                  )}
                  {newer && (
                    <a rel="next" href={newer.href}>
                      {t("changes.newer", { date: newer.date.text })}
                    </a>
                  )}
                  {commit && (
                    <SiteLink
                      className="external"
                      link={{ ...commit, label: `${t("history.commit")} ${commit.label}` }}
                      t={t}
                    />
                  )}
                </p>
              </PageHeader>
              {linesHtml && (
                <p className="change-key">
                  <ins>{t("changes.new")}</ins> <del>{t("changes.old")}</del>{" "}
                  {newer && <span className="until">{t("changes.until", { date: newer.date.text })}</span>}
                </p>
              )}
              {linesHtml ? (
                <div className="lines" lang={contentLang} dangerouslySetInnerHTML={{ __html: linesHtml }} />
              ) : (
                <div className="lines">
                  <p>{t(linesHtml === undefined ? "changes.failed" : newer ? "changes.noLines" : nothing)}</p>
                </div>
              )}
            </article>
          </main>
        </div>
      </body>
    </Document>
  );
}

function LightHead({ view, once }: ChangesProps) {
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
          {[...site.stylesheets, ...head.stylesheets].map((href) => (
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
function Bar({ view: { navbar, head }, t }: Omit<ChangesProps, "once">) {
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
