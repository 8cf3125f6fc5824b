/** Flowcharts: read by Mermaid's rules, and written in the few forms that the library draws correctly. */
import { type DiagramLine, type Labels, NotDrawable } from "./labels.js";

interface FlowNode {
  name: string;
  /** Opening and closing brackets of its shape. */
  shape: [string, string];
  label: string;
  group: Group | undefined;
}

interface Group {
  name: string;
  id: string;
  label: string;
  direction: string | undefined;
  parent: Group | undefined;
}

/** Longest first. The library draws other arrows as something else. */
const shapes: [string, string][] = [
  ["(((", ")))"],
  ["([", "])"],
  ["((", "))"],
  ["[[", "]]"],
  ["[(", ")]"],
  ["{{", "}}"],
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
];
const nodeId = /[\p{L}\p{N}_]+(?:[-.](?![-.>=])[\p{L}\p{N}_]+)*/uy;
const link = /(<)?(-{2,}[->]|={2,}[=>]|-\.+->?)(?![ox](?=\s))/y;
const linkWithText = /(<)?(--|==|-\.)\s*("[^"]*"|[^"|>\n]+?)\s*(-{2,}[->]|={2,}[=>]|\.+->?)/y;
const linkText = /\s*\|(\s*"[^"]*"\s*|[^|]*)\|/y;
const looks = /^(?:style|classDef|class|linkStyle|accTitle|accDescr)\b/;

/** @returns the source for the library. Throws NotDrawable. */
export function readFlowchart(lines: readonly DiagramLine[], labels: Labels): string {
  return new FlowReader(lines, labels).read();
}

class FlowReader {
  private readonly nodes = new Map<string, FlowNode>();
  private readonly groups: Group[] = [];
  private readonly edges: string[] = [];
  private open: Group | undefined;
  private text = "";
  private at = 0;

  constructor(
    private readonly lines: readonly DiagramLine[],
    private readonly labels: Labels,
  ) {}

  read(): string {
    const [header, ...rest] = this.lines;
    const direction = /^(?:graph|flowchart)(?:\s+(TD|TB|LR|BT|RL))?\s*(?:;(.*))?$/i.exec(header?.text ?? "");
    if (!direction) throw new NotDrawable("its first line is not understood");
    const beside = header && direction[2] ? [{ ...header, text: direction[2].trim() }] : [];
    for (const { text, number } of joinUnfinished([...beside, ...rest])) {
      try {
        for (const statement of splitStatements(text)) this.statement(statement);
      } catch (error) {
        if (error instanceof NotDrawable) error.line = number;
        throw error;
      }
    }
    if (this.open) throw new NotDrawable("a subgraph has no end");
    for (const { id } of this.groups)
      if (this.nodes.has(id)) throw new NotDrawable("an arrow leads to or from a subgraph");
    return [`flowchart ${(direction[1] ?? "TB").toUpperCase()}`, ...this.writeGroup(undefined), ...this.edges].join(
      "\n",
    );
  }

  private writeGroup(group: Group | undefined): string[] {
    const nodes = [...this.nodes.values()].filter((node) => node.group === group);
    return [
      ...nodes.map(({ name, shape: [open, close], label }) => `${name}${open}${this.labels.hide(label)}${close}`),
      ...this.groups
        .filter(({ parent }) => parent === group)
        .flatMap((child) => [
          `subgraph ${child.name} [${this.labels.hide(child.label)}]`,
          ...(child.direction ? [`direction ${child.direction}`] : []),
          ...this.writeGroup(child),
          "end",
        ]),
    ];
  }

  private statement(text: string): void {
    if (looks.test(text)) return;
    if (/^click\b/.test(text)) throw new NotDrawable("it has links");
    const direction = /^direction\s+(TD|TB|LR|BT|RL)$/i.exec(text)?.[1];
    if (direction) {
      if (this.open) this.open.direction = direction.toUpperCase();
    } else if (/^subgraph\b/.test(text)) this.beginGroup(text.slice(8).trim());
    else if (text === "end") this.open = this.open?.parent;
    else this.chain(text);
  }

  private beginGroup(text: string): void {
    const [, id = "", label] = /^([^\s["]+)\s*\[(.*)\]$/.exec(text) ?? [];
    const group: Group = {
      name: `g${this.groups.length}`,
      id: label === undefined ? text : id,
      label: label ?? text,
      direction: undefined,
      parent: this.open,
    };
    this.groups.push(group);
    this.open = group;
  }

  /** `A & B --> C --> D` */
  private chain(text: string): void {
    this.text = text;
    this.at = 0;
    let from = this.nodeGroup();
    while (this.at < text.length) {
      const arrow = this.arrow();
      const to = this.nodeGroup();
      for (const source of from) for (const target of to) this.edges.push(`${source} ${arrow} ${target}`);
      from = to;
    }
  }

  private nodeGroup(): string[] {
    const names = [this.node()];
    while (this.match(/\s*&\s*/y)) names.push(this.node());
    this.match(/\s+/y);
    return names;
  }

  private node(): string {
    this.match(/\s+/y);
    const id = this.match(nodeId)?.[0];
    if (id === undefined) throw this.notUnderstood();
    let node = this.nodes.get(id);
    if (!node) {
      node = { name: `n${this.nodes.size}`, shape: ["[", "]"], label: id, group: undefined };
      this.nodes.set(id, node);
    }
    node.group ??= this.open;
    const shape = shapes.find(([open]) => this.text.startsWith(open, this.at));
    if (shape) {
      node.shape = shape;
      node.label = this.label(shape);
    }
    this.match(/:::[\w-]+/y);
    if (/^[>@[({]/.test(this.text.slice(this.at))) throw new NotDrawable("it has a shape that is not drawn");
    return node.name;
  }

  private label([open, close]: [string, string]): string {
    const start = this.at + open.length;
    const quoted = this.match(/\s*"([^"]*)"\s*/y, start);
    const end = quoted ? this.at : this.text.indexOf(close, start);
    const label = quoted?.[1] ?? this.text.slice(start, end);
    if (end === -1 || !this.text.startsWith(close, end) || (!quoted && /["[\](){}]|^[/\\]|[/\\]$/.test(label)))
      throw new NotDrawable("it has a shape or text that is not understood");
    this.at = end + close.length;
    return label;
  }

  private arrow(): string {
    const [plain, start, body = ""] = this.match(link) ?? [];
    const [withText, startWithText, , text = "", end = ""] = plain ? [] : (this.match(linkWithText) ?? []);
    if (plain === undefined && withText === undefined) throw this.notUnderstood();
    const kind = body || end;
    const label = text || this.match(linkText)?.[1];
    const head = kind.endsWith(">");
    const [withHead, without] = /=/.test(kind) ? ["==>", "==="] : /\./.test(kind) ? ["-.->", "-.-"] : ["-->", "---"];
    const line = head ? withHead : without;
    if ((start || startWithText) && !head) throw this.notUnderstood();
    return `${start || startWithText ? "<" : ""}${line}${label?.trim() ? `|${this.labels.hide(label)}|` : ""}`;
  }

  private match(pattern: RegExp, at = this.at): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(this.text);
    if (found) this.at = at + found[0].length;
    return found;
  }

  private notUnderstood(): NotDrawable {
    return new NotDrawable(`"${this.text.slice(this.at, this.at + 30).trim()}" is not understood`);
  }
}

/** An arrow at the end of a line continues on the next one. */
function joinUnfinished(lines: readonly DiagramLine[]): DiagramLine[] {
  const joined: DiagramLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && /(?:--[->]|==[=>]|-\.+->?)\s*(?:\|[^|]*\|)?$/.test(last.text)) last.text += ` ${line.text}`;
    else joined.push({ ...line });
  }
  return joined;
}

/** A semicolon ends a statement, except within quotes or in an entity. */
function splitStatements(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[#&]\w+;|[^;])+/g) ?? []).map((part) => part.trim()).filter(Boolean);
}
