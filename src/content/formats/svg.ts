/**
 * Cleans a drawing (SVG) beside a proposal. Opened by its address, a drawing is a document of this site and may contain
 * scripts and links, so it is rewritten with only known shapes, text and styles. The output never copies the source, so
 * a browser that parses the source differently is not a risk.
 */
import { Parser } from "htmlparser2";
import { isPixelUrl } from "../../shared/url.js";

interface CleanDrawing {
  /** Empty if the text is not a drawing, or too deep. */
  svg: string;
  /** The removed parts, by type: `script: 2`, `event handler: 1`. Comments and metadata of editors do not count. */
  removed: Map<string, number>;
}

/** SVG 2, without elements that run code, link, load or contain another language. */
const elements = new Set(
  `svg g defs symbol use title desc switch style
  path rect circle ellipse line polyline polygon text tspan textPath image
  marker clipPath mask pattern linearGradient radialGradient stop
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath set`.split(/\s+/),
);

const svgNamespace = "http://www.w3.org/2000/svg";
const linkNamespace = "http://www.w3.org/1999/xlink";

/** Elements that are removed while their content stays. */
const unwrappedElements = new Set(["a", "view"]);

/** Names of elements with metadata of editors: their removal is not counted, because viewers do not need them. */
const editorElements = /^(?:metadata|[\w-]+:(?!script$|foreignObject$|iframe$).*)$/i;

const animations = new Set(["animate", "animateTransform", "set"]);

/** Maximum number of elements within each other, in drawings and in texts. For each, the parser moves the list of all that are open, so that very many would take minutes. */
export const maxElementDepth = 1000;

/** @param text of the file, unchanged. */
export function cleanDrawing(text: string): CleanDrawing {
  const writer = new DrawingWriter();
  // Without entities, the parser passes over the values of attributes, which are most of a drawing, in a quicker way.
  const parser = new Parser(writer, { xmlMode: true, decodeEntities: text.includes("&") });
  parser.end(text);
  return { svg: writer.svg, removed: writer.removed };
}

/** Handles the events of htmlparser2. */
class DrawingWriter {
  svg = "";
  readonly removed = new Map<string, number>();
  /** Names of the open elements; undefined for an unwrapped one. */
  private readonly open: (string | undefined)[] = [];
  /** Depth inside a removed element. */
  private skippedDepth = 0;
  private isDone = false;
  private style: string | undefined;
  /** Prefixes of the SVG and XLink namespaces, from the root. */
  private svgPrefix = "svg:";
  private linkPrefix = "xlink:";
  private parser: Parser | undefined;

  onparserinit(parser: Parser): void {
    this.parser = parser;
  }

  onopentag(written: string, attributes: Record<string, string>): void {
    if (this.open.length + this.skippedDepth >= maxElementDepth) {
      this.parser?.pause();
      this.svg = "";
      return;
    }
    const isRoot = this.open.length === 0;
    if (isRoot) this.readPrefixes(attributes);
    const name = withoutPrefix(withoutPrefix(written, this.svgPrefix), "svg:");
    if (this.skippedDepth > 0 || this.isDone || this.style !== undefined || (isRoot && name !== "svg")) {
      this.skippedDepth++;
      return;
    }
    if (unwrappedElements.has(name)) {
      if (name === "a") this.countRemoved("link");
      this.open.push(undefined);
      return;
    }
    if (!elements.has(name) || (animations.has(name) && !isHarmlessAnimation(attributes))) {
      if (!editorElements.test(name)) this.countRemoved(name);
      this.skippedDepth++;
      return;
    }
    this.open.push(name);
    if (name === "style") this.style = "";
    const allowedAttributes = Object.entries(attributes).flatMap(([key, value]) => this.attribute(name, key, value));
    const xmlns = isRoot ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    // The same attribute may come twice, as href and xlink:href.
    const unique = new Map(allowedAttributes);
    this.svg += `<${name}${xmlns}${[...unique].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join("")}>`;
  }

  ontext(text: string): void {
    if (this.skippedDepth > 0 || this.open.length === 0) return;
    if (this.style !== undefined) this.style += text;
    else this.svg += escapeXml(text);
  }

  onclosetag(): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth--;
      return;
    }
    const name = this.open.pop();
    if (name === "style") {
      this.svg += escapeXml(this.cleanStyle(this.style ?? ""));
      this.style = undefined;
    }
    if (name !== undefined) this.svg += `</${name}>`;
    if (this.open.length === 0 && this.svg !== "") this.isDone = true;
  }

  private readPrefixes(attributes: Record<string, string>): void {
    for (const [name, value] of Object.entries(attributes)) {
      const prefix = /^xmlns:(.+)$/.exec(name)?.[1];
      if (prefix && value === svgNamespace) this.svgPrefix = `${prefix}:`;
      if (prefix && value === linkNamespace) this.linkPrefix = `${prefix}:`;
    }
  }

  private attribute(element: string, written: string, value: string): [string, string][] {
    const isLink = written === "xlink:href" || written === `${this.linkPrefix}href`;
    const name = isLink ? "href" : written;
    if (name === "xmlns" || name.startsWith("xmlns:")) return [];
    if (name === "href") return this.reference(element, value);
    if (/^on/i.test(name)) return this.drop("event handler");
    if (name === "style") {
      const css = this.cleanStyle(value);
      return css === "" ? [] : [["style", css]];
    }
    if (name === "xml:space" || name === "xml:lang") return [[name, value]];
    // No attribute of SVG has one of these words in its name; broken markup may have joined several names.
    if (/href|src|base$|^(?:action|formaction|ping|data)$/i.test(name)) return this.drop("link");
    // Names with other prefixes are metadata of editors.
    if (!/^[a-zA-Z][\w-]*$/.test(name)) return [];
    if (!isHarmlessValue(value)) return this.drop("style");
    return [[name, value]];
  }

  /** Allows only references to a part of the same drawing, and data URLs of pictures. */
  private reference(element: string, value: string): [string, string][] {
    const url = value.trim();
    if (/^#[^\s"'<>]*$/.test(url)) return [["href", url]];
    const pixels = url.replace(/\s+/g, "");
    if (element === "image" && isPixelUrl(pixels)) return [["href", pixels]];
    return this.drop("link");
  }

  private drop(type: string): [] {
    this.countRemoved(type);
    return [];
  }

  private countRemoved(type: string): void {
    this.removed.set(type, (this.removed.get(type) ?? 0) + 1);
  }

  /** Removes from styles what loads a file, or the whole source if the rest could still load one. */
  private cleanStyle(source: string): string {
    const css = source.replace(/<!--|-->/g, " ").replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
    const reduced = css
      .replace(/@(?:import|charset|namespace)\b[^;{}]*;?/gi, "")
      .replace(/@font-face\s*\{[^{}]*\}?/gi, "")
      .replace(/url\s*\((?!\s*(?:["']\s*)?#)(?:\s*"[^"]*"\s*|\s*'[^']*'\s*|[^"'()]*)\)/gi, "none");
    const safeCss = /[\\<]/.test(reduced) || loadingStyle.test(reduced) ? "" : reduced;
    if (safeCss !== css) this.countRemoved("style");
    return safeCss;
  }
}

/** An animation could set a forbidden attribute, such as a link or an event handler. */
function isHarmlessAnimation(attributes: Record<string, string>): boolean {
  const target = attributes.attributeName ?? "";
  return /^[a-zA-Z][a-zA-Z-]*$/.test(target) && !/^(?:on|href|xlink|style|class|src)/i.test(target);
}

/** Allows a value to refer only to a part of the same drawing. A backslash can hide any word of CSS. */
function isHarmlessValue(value: string): boolean {
  if (value.includes("\\") && value.includes("(")) return false;
  const css = value.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
  return !loadingStyle.test(css) && !/(?:java|vb)script:/i.test(css);
}

/** CSS that loads a file or runs code: `url()` of anything but `#id`, other functions with a URL, and old properties of browsers. */
const loadingStyle =
  /url\s*\((?!\s*(?:["']\s*)?#[^"'()]*(?:["']\s*)?\))|(?:image-set|image|src|cross-fade|paint|element|expression)\s*\(|@import|behavior\s*:|-moz-binding/i;

function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
