/** The URLs in an author's HTML: a safe one becomes a placeholder, any other is reported and left out. */
import type { Token } from "markdown-it";
import type { DocumentLink, Position } from "../../shared/document.js";
import type { HtmlPart, Placeholder } from "../../shared/html-parts.js";
import { isSafeImageUrl, isSafeUrl } from "../../shared/url.js";
import { attributePositions } from "./attribute-positions.js";
import type { MarkdownEnv } from "./env.js";
import { reportUnsafe, urlPart } from "./links.js";
import { positionAfter } from "./positions.js";
import type { MarkedWriter } from "./writer.js";

/** Writes attributes as marks that the sanitizer lets through; undefined for one of which nothing is safe. */
export class UrlAttributes {
  private readonly positionOf: (attribute: string, value: string) => Position;
  private readonly part: (link: DocumentLink) => Placeholder;

  /** @param tokens that the HTML is written from, for the places of its URLs. */
  constructor(
    private readonly env: MarkdownEnv,
    private readonly out: MarkedWriter,
    tokens: readonly Token[],
  ) {
    this.positionOf = attributePositions(env, tokens);
    this.part = env.preview ? knownLinks(env) : (link) => urlPart(env, link);
  }

  href(url: string): string | undefined {
    const position = this.positionOf("href", url);
    if (!isSafeUrl(url, this.env.options.linkSchemes)) return this.refuse(url, position);
    return this.out.attribute([' href="', this.part({ url, kind: "link", position }), '"']);
  }

  /** @param isSized whether the author gives the picture's size; otherwise its file does, as in Markdown. */
  src(url: string, isSized: boolean): string | undefined {
    const position = this.positionOf("src", url);
    if (!isSafeImageUrl(url, this.env.options.linkSchemes)) return this.refuse(url, position);
    const picture = this.part({ url, kind: "image", position });
    const size: HtmlPart[] = isSized ? [] : [{ ...picture, kind: "image" } as HtmlPart];
    return this.out.attribute([' src="', picture, '"', ...size]);
  }

  srcset(value: string): string | undefined {
    let position = this.positionOf("srcset", value);
    let end = 0;
    const parts: HtmlPart[] = [];
    for (const { 1: url = "", 2: descriptor = "", index } of value.matchAll(srcsetCandidate)) {
      position = positionAfter(position, value.slice(end, index));
      end = index;
      if (!isSafeImageUrl(url, this.env.options.linkSchemes)) this.refuse(url, position);
      else if (srcsetDescriptor.test(descriptor.trim())) {
        parts.push(parts.length === 0 ? ' srcset="' : ", ");
        parts.push(this.part({ url, kind: "image", position }));
        if (descriptor) parts.push(` ${descriptor.trim()}`);
      }
    }
    return parts.length === 0 ? undefined : this.out.attribute([...parts, '"']);
  }

  private refuse(url: string, position: Position): undefined {
    reportUnsafe(this.env, url, position);
  }
}

/** A picture of a `srcset` and its descriptor. A comma within a URL belongs to it, one at its end does not. */
const srcsetCandidate = /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^\s,][^,]*))?/g;
const srcsetDescriptor = /^(?:|[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,3})?x)$/;

/** The links of a preview are those of its text, which were collected when that was rendered. */
function knownLinks(env: MarkdownEnv): (link: DocumentLink) => Placeholder {
  const key = ({ kind, url }: DocumentLink) => `${kind} ${url}`;
  const known = new Map(env.links.map((link, index) => [key(link), index]));
  return (link) => {
    const index = known.get(key(link));
    return index === undefined ? urlPart(env, link) : { kind: "url", link: index };
  };
}
