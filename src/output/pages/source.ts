/** The file beside a page with the source of its text, for programs, and the link to it. */

import type { OutputFile } from "../../shared/output.js";
import { sourceFacts } from "../../shared/text-format.js";
import { sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { LocalizedText, Route } from "../../site/model/site.js";
import type { HeadFacts } from "../views/head.js";
import type { BesideKind } from "./kind.js";

type TextWithRoute = LocalizedText & Pick<Route, "route">;

/** The link in the head of a page to the source of its text. */
export function sourceLink(text: TextWithRoute, context: RenderContext): HeadFacts["source"] {
  const { urls, site } = context;
  if (!text.document) return undefined;
  const href = urls.file(`${urls.prefix}${sourceUrl(site.config, text)}`);
  return { href, type: sourceFacts(text.document.path).mediaType };
}

/** The text of a page as its author wrote it, with front matter. @param textOf finds the text of a page. */
export function sourceBeside<R extends Route>(textOf: (route: R) => TextWithRoute): BesideKind<R> {
  return {
    url: (route: R, config) => sourceUrl(config, textOf(route)),
    make(route: R, { bodies }, context): OutputFile[] {
      const { urls, site, locale } = context;
      const { translations, document: original } = textOf(route);
      const document = translations.get(locale) ?? original;
      if (!document) return [];
      const path = `${urls.prefix}${sourceUrl(site.config, textOf(route))}`.slice(1);
      return [{ path, content: bodies.markdown(document) }];
    },
  };
}
