/** The `<head>` of a page. */
import type { Once, ShellView, SiteHead } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export interface HeadProps {
  head: ShellView["head"];
  colorMode: ShellView["colorMode"];
  once: Once;
}

export default function Head({ head, colorMode, once }: HeadProps) {
  const { site } = head;
  return (
    <head>
      <meta {...attributes({ charset: "utf-8" })} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {once(site, "policy", () => (
        <Policy site={site} colorMode={colorMode} />
      ))}
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.noindex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={head.canonical} />
      {head.alternates.map(({ hreflang, href }) => (
        <link key={hreflang} rel="alternate" {...attributes({ hreflang })} href={href} />
      ))}
      {head.properties.map(({ property, content }) => (
        <meta key={`${property} ${content}`} property={property} content={content} />
      ))}
      {head.names.map(({ name, content }) => (
        <meta key={`${name} ${content}`} name={name} content={content} />
      ))}
      {head.formats.map(alternate)}
      {once(site, "links", () => (
        <SiteLinks site={site} />
      ))}
      {head.stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} {...attributes({ "data-page": "" })} />
      ))}
      {once(site, "assets", () => (
        <SiteAssets site={site} />
      ))}
      {head.jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.jsonLd }} />}
    </head>
  );
}

interface SiteHeadProps {
  site: SiteHead;
}

/** The policy, which must come before everything that it governs, and the colours. */
function Policy({ site, colorMode }: SiteHeadProps & Pick<HeadProps, "colorMode">) {
  return (
    <>
      <meta httpEquiv="Content-Security-Policy" content={site.csp} />
      <meta name="color-scheme" content={colorMode.respectSystem ? "light dark" : colorMode.default} />
      <meta name="theme-color" content={site.themeColor} />
    </>
  );
}

/** The links that all pages share, and the inline script, which would wait for any style sheet before it. */
function SiteLinks({ site }: SiteHeadProps) {
  return (
    <>
      {site.feeds.map(alternate)}
      {site.icons.map(({ rel, href, type, sizes }) => (
        <link key={href} rel={rel} href={href} type={type} sizes={sizes} />
      ))}
      <link rel="manifest" href={site.manifest} />
      {site.opensearch && (
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={site.opensearch.title}
          href={site.opensearch.href}
        />
      )}
      {site.preconnect.map((href) => (
        <link key={href} rel="preconnect" href={href} crossOrigin="anonymous" />
      ))}
      {site.inlineScript && <script dangerouslySetInnerHTML={{ __html: site.inlineScript }} />}
    </>
  );
}

/** First the site's own styles, which override those of the page; then scripts and configured elements. */
function SiteAssets({ site }: SiteHeadProps) {
  return (
    <>
      {site.stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {site.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      {site.tags.map(({ tag: Tag, attributes: tagAttributes }) => (
        <Tag key={JSON.stringify(tagAttributes)} {...attributes(tagAttributes)} />
      ))}
    </>
  );
}

const alternate = ({ type, title, href }: SiteHead["feeds"][number]) => (
  <link key={href} rel="alternate" type={type} title={title} href={href} />
);
