/** Everything in `<head>`, from the view's finished values. */

import type { ShellView } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export interface HeadProps {
  head: ShellView["head"];
  colorMode: ShellView["colorMode"];
}

export default function Head({ head, colorMode }: HeadProps) {
  return (
    <head>
      <meta {...attributes({ charset: "utf-8" })} />
      <meta httpEquiv="Content-Security-Policy" content={head.csp} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      {head.refreshTo && <meta httpEquiv="refresh" content={`0; url=${head.refreshTo}`} />}
      {head.description && <meta name="description" content={head.description} />}
      {head.noindex && <meta name="robots" content="noindex" />}
      <meta name="color-scheme" content={colorMode.respectSystem ? "light dark" : colorMode.default} />
      <meta name="theme-color" content={head.themeColor} />
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
      {head.feeds.map(({ type, title, href }) => (
        <link key={href} rel="alternate" type={type} title={title} href={href} />
      ))}
      {head.icons.map(({ rel, href, type, sizes }) => (
        <link key={href} rel={rel} href={href} type={type} sizes={sizes} />
      ))}
      <link rel="manifest" href={head.manifest} />
      {head.opensearch && (
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={head.opensearch.title}
          href={head.opensearch.href}
        />
      )}
      {head.preconnect.map((href) => (
        <link key={href} rel="preconnect" href={href} crossOrigin="anonymous" />
      ))}
      {head.inlineScript && <script dangerouslySetInnerHTML={{ __html: head.inlineScript }} />}
      {head.stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {head.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      {head.jsonLd.map((json) => (
        <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      ))}
    </head>
  );
}
