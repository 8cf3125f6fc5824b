/**
 * HTML with placeholders that are values, not marks in a string. A document is parsed from one file alone and cached;
 * parts that depend on other files or on the page's language are placeholders, filled each time the document is
 * rendered. No text can become a placeholder.
 */

/** A place to fill; `html` is escaped already. Plain JSON. */
export type Placeholder =
  /** The address of the document's link of this index. */
  | { kind: "url"; link: number }
  /** The attributes ` width="…" height="…"` of the picture that this link leads to, or nothing. `scale` is in percent of its own size. */
  | { kind: "image"; link: number; scale?: number }
  /** The name of a proposal, linked if it exists. */
  | { kind: "mention"; link: number; html: string }
  /** The interface's string `key`, in which `html` takes the place of `{{text}}`. */
  | { kind: "string"; key: string; html: string };

/** Text and placeholders in the order of the page. */
export type HtmlPart = string | Placeholder;

/**
 * Code that is not highlighted yet. Highlighting takes a quarter of the time of parsing and needs the code alone, so a
 * thread can do it while other texts are parsed.
 */
export interface CodePart {
  kind: "code";
  /** The name or an alias of a language that is highlighted. */
  language: string;
  code: string;
}

/** HTML as it is parsed. */
export type ParsedPart = HtmlPart | CodePart;

/** Highlights the code in parsed parts. @param highlight returns code as HTML. @returns parts in which adjacent texts are joined. */
export function withColors(parts: ParsedPart[], highlight: (part: CodePart) => string): HtmlPart[] {
  if (!parts.some(isCode)) return parts as HtmlPart[];
  const colored: HtmlPart[] = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) colored.push(texts.join(""));
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === "string") texts.push(part);
    else if (isCode(part)) texts.push(highlight(part));
    else {
      endText();
      colored.push(part);
    }
  }
  endText();
  return colored;
}

export function isCode(part: ParsedPart): part is CodePart {
  return typeof part === "object" && part.kind === "code";
}

/** Functions that fill each kind of placeholder. All return HTML; that of `url` and `string` is also safe in an attribute. */
export interface Fillers {
  url(link: number): string;
  image(link: number, scale?: number): string;
  mention(link: number, html: string): string;
  string(key: string, html: string): string;
}

/** Joins parts to HTML, with every placeholder filled. */
export function fillParts(parts: readonly HtmlPart[], fillers: Fillers): string {
  let html = "";
  for (const part of parts) html += typeof part === "string" ? part : fillPlaceholder(part, fillers);
  return html;
}

function fillPlaceholder(part: Placeholder, fillers: Fillers): string {
  switch (part.kind) {
    case "url":
      return fillers.url(part.link);
    case "image":
      return fillers.image(part.link, part.scale);
    case "mention":
      return fillers.mention(part.link, part.html);
    case "string":
      return fillers.string(part.key, part.html);
  }
}

/** The placeholder of a string of the interface. */
export function stringPart(key: string, html = ""): Placeholder {
  return { kind: "string", key, html };
}
