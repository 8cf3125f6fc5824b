/** The elements that an author's HTML may have, and those that a site may allow besides. */
const textTags =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr";
const blockTags =
  "address blockquote center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p picture pre source summary ul";
const tableTags = "caption col colgroup table tbody td tfoot th thead tr section";

export const textElements: readonly string[] = `${textTags} ${blockTags} ${tableTags}`.split(" ");

/** Elements that a site may allow besides: they do nothing without scripts or styles. */
export const allowableElements: readonly string[] = "article aside footer header time".split(" ");

/** Names with a hyphen that are elements of formulas, drawings or fonts, and therefore not custom elements. */
const reservedName = /^(?:annotation-xml|color-profile|font-face(?:-\w+)?|missing-glyph)$/;

/** Whether the configuration of a site may allow further attributes for an element. A name with a hyphen is a custom element. */
export function isAllowable(name: string): boolean {
  if (name === "*" || textElements.includes(name) || allowableElements.includes(name)) return true;
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name) && !reservedName.test(name);
}

/** Attributes that run code, load or send something, or style; and those for which the program has rules of its own. */
const neverAllowed = new Set(
  (
    "style href src srcset srcdoc action formaction ping poster data background cite manifest longdesc usemap code codebase archive " +
    "classid profile nonce is slot part content http-equiv autofocus accesskey contenteditable popover popovertarget command commandfor " +
    "class id name target download form allow sandbox"
  ).split(" "),
);

/** Whether a site may allow an attribute. */
export function isAllowableAttribute(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(name) && !name.startsWith("on") && !neverAllowed.has(name);
}
