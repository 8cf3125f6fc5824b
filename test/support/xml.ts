/** Reads XML files of a build: sitemaps, feeds, OpenSearch. */
import { DomUtils, parseDocument } from "htmlparser2";

export interface XmlElement {
  /** Text of everything below, white space at the ends left out. */
  text: string;
  attributes: Record<string, string>;
  /** Elements of a name below this one. */
  all(name: string): XmlElement[];
}

export function parseXml(xml: string): XmlElement {
  return wrap(parseDocument(xml, { xmlMode: true }));
}

type Node = ReturnType<typeof parseDocument> | ReturnType<typeof DomUtils.getElementsByTagName>[number];

function wrap(node: Node): XmlElement {
  return {
    text: DomUtils.textContent(node).trim(),
    attributes: "attribs" in node ? node.attribs : {},
    all: (name) => DomUtils.getElementsByTagName(name, node, true).map(wrap),
  };
}
