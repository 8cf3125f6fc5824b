/** The source of a page's text for programs: beside the page, which links to it. */

import type { OutputFile } from "../../shared/output.js";
import { sourceFacts } from "../../shared/text-format.js";
import { sourceUrl } from "../../site/model/addresses.js";
import type { RenderContext } from "../../site/model/context.js";
import type { LocalizedText, Route } from "../../site/model/site.js";
import type { HeadFacts } from "../views/head.js";
import type { BesideKind } from "./kind.js";

type Placed = LocalizedText & Pick<Route, "route">;

const shownText = ({ document, translations }: LocalizedText, { locale }: RenderContext) =>
  translations.get(locale) ?? document;

/** What the head of a page says of its source. */
export function sourceLink(text: Placed, context: RenderContext): HeadFacts["source"] {
  const { urls, site } = context;
  if (!text.document) return undefined;
  const href = urls.file(`${urls.prefix}${sourceUrl(site.config, text)}`);
  return { href, type: sourceFacts(text.document.path).mediaType };
}

/** The file beside pages with a text, as its author wrote it, front matter included. @param textOf the text of a page. */
export function sourceBeside<R extends Route>(textOf: (route: R) => Placed): BesideKind<R> {
  return {
    url: (route: R, config) => sourceUrl(config, textOf(route)),
    make(route: R, { bodies }, context): OutputFile[] {
      const { urls, site } = context;
      const document = shownText(textOf(route), context);
      if (!document) return [];
      const path = `${urls.prefix}${sourceUrl(site.config, textOf(route))}`.slice(1);
      return [{ path, content: bodies.markdown(document) }];
    },
  };
}
