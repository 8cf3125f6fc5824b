/** Class and entity diagrams: only the parts that the library draws correctly. */
import { addAll } from "../../shared/lists.js";
import { type DiagramLine, type Labels, NotDrawable } from "./labels.js";

const relation =
  /^([\w.]+)\s+(?:"([^"]*)"\s+)?(<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.)\s+(?:"([^"]*)"\s+)?([\w.]+)(?:\s*:\s*(.+))?$/;
const classLine = /^class\s+([\w.]+)(?:~(\w+)~)?\s*(\{)?\s*(\})?$/;
const memberLine = /^([\w.]+)\s*:\s*(.+)$/;
const annotation = /^<<(\w+)>>(?:\s+([\w.]+))?$/;
const method = /^([+\-#~]?)\s*([^()]+?)\(([^()]*)\)\s*(?::\s*)?([^$*()]*)$/;

/** Throws NotDrawable. */
export function readClassDiagram(lines: readonly DiagramLine[], labels: Labels): string {
  const written = ["classDiagram"];
  let isOpen = false;
  for (const { text, number } of lines.slice(1)) {
    const related = relation.exec(text);
    const [, name, generic, brace, closed] = classLine.exec(text) ?? [];
    const [, note, owner] = annotation.exec(text) ?? [];
    const [, holder, member] = memberLine.exec(text) ?? [];
    if (isOpen) {
      if (text === "}") isOpen = false;
      written.push(text === "}" || note ? text : writeMember(text, labels, number));
    } else if (name) {
      isOpen = brace !== undefined && closed === undefined;
      written.push(`class ${name}${generic ? `~${generic}~` : ""}${isOpen ? " {" : ""}`);
    } else if (related) {
      const [, from, fromCount, arrow, toCount, to, label] = related;
      const count = (value: string | undefined) => (value ? `"${labels.hide(value)}" ` : "");
      written.push(
        `${from} ${count(fromCount)}${arrow} ${count(toCount)}${to}${label ? ` : ${labels.hide(label)}` : ""}`,
      );
    } else if (note && owner) written.push(`class ${owner} { <<${note}>> }`);
    else if (holder && member) written.push(`${holder} : ${writeMember(member, labels, number)}`);
    else if (!/^(?:style|classDef|cssClass)\b/.test(text))
      throw new NotDrawable(`"${text}" is not drawn in a class diagram`, number);
  }
  if (isOpen) throw new NotDrawable("a class has no end");
  return written.join("\n");
}

/** The library swaps a field's name and type if there is a space between them, so it does not get one. */
function writeMember(text: string, labels: Labels, line: number): string {
  const plain = text.replace(/;$/, "").trim();
  if (/[$*]$/.test(plain)) throw new NotDrawable("it has static or abstract members", line);
  const [, visibility, name, parameters, type] = method.exec(plain) ?? [];
  if (name !== undefined) {
    const result = type?.trim() ? ` ${labels.hideAll(type)}` : "";
    return `${visibility}${labels.hideAll(name)}(${parameters?.trim() ? labels.hide(parameters) : ""})${result}`;
  }
  if (/[()]/.test(plain)) throw new NotDrawable(`"${plain}" is not understood`, line);
  const [, sign = "", field = ""] = /^([+\-#~]?)\s*(.*)$/.exec(plain) ?? [];
  return `${sign}${labels.hideAll(field)}`;
}

const entityRelation =
  /^([\w-]+)\s+((?:\|\||\|o|o\||\}\||\}o|o\{|\|\{)(?:--|\.\.)(?:\|\||\|o|o\||\}\||\}o|o\{|\|\{))\s+([\w-]+)\s*:\s*(.+)$/;
const attribute = /^([\w[\](),-]+)\s+([\w-]+)((?:\s+(?:PK|FK|UK),?)*)(?:\s+"([^"]*)")?$/;

/** Throws NotDrawable. */
export function readEntityDiagram(lines: readonly DiagramLine[], labels: Labels): string {
  const written = ["erDiagram"];
  let isOpen = false;
  for (const { text, number } of lines.slice(1)) {
    const [, from, counts, to, label = ""] = entityRelation.exec(text) ?? [];
    const [, type = "", name = "", keys = "", comment] = isOpen ? (attribute.exec(text) ?? []) : [];
    const entity = /^([\w-]+)\s*(\{)?\s*(\})?$/.exec(text);
    if (isOpen && text === "}") {
      isOpen = false;
      written.push(text);
    } else if (isOpen && name)
      written.push(
        `${labels.hide(type)} ${labels.hide(name)}${keys.replaceAll(",", "")}${comment === undefined ? "" : ` "${labels.hide(comment)}"`}`,
      );
    else if (!isOpen && from) written.push(`${from} ${counts} ${to} : ${labels.hide(label)}`);
    else if (!isOpen && entity?.[2]) {
      isOpen = entity[3] === undefined;
      addAll(written, isOpen ? [text] : [`${entity[1]} {`, "}"]);
    } else throw new NotDrawable(`"${text}" is not drawn in an entity diagram`, number);
  }
  if (isOpen) throw new NotDrawable("an entity has no end");
  return written.join("\n");
}
