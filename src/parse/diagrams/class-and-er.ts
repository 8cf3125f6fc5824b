/** Class and entity diagrams: only the parts that the library draws correctly. */
import { addAll } from "../../shared/lists.js";
import { type DiagramLine, type Labels, NotDrawable } from "./labels.js";

// State diagrams: states, composite states and transitions, written in the forms that the library draws correctly.

interface State {
  name: string;
  labels: string[];
  isComposite: boolean;
  /** Undefined at the top level. */
  parent: State | undefined;
  direction: string | undefined;
  /** Transitions that begin or end in it. */
  ends: string[];
}

const id = "[\\p{L}\\p{N}_.-]+?";
const transition = new RegExp(
  `^(\\[\\*\\]|${id})(?::::\\w+)?\\s*-->\\s*(\\[\\*\\]|${id})(?::::\\w+)?(?:\\s*:\\s*(.*))?$`,
  "u",
);
const description = new RegExp(`^(${id})(?::::\\w+)?\\s*:\\s*(.+)$`, "u");
const declaration = new RegExp(`^state\\s+(?:"([^"]*)"\\s+as\\s+)?(${id})(?::::\\w+)?\\s*(\\{)?$`, "u");
const alone = new RegExp(`^(${id})(?::::\\w+)?$`, "u");
const looks = /^(?:style|classDef|class|accTitle|accDescr)\b/;

/** @returns the source for the library. Throws NotDrawable. */
export function readStateDiagram(lines: readonly DiagramLine[], labels: Labels): string {
  const states = new Map<string, State>();
  const top: State = { name: "", labels: [], isComposite: true, parent: undefined, direction: undefined, ends: [] };
  const transitions: string[] = [];
  let open = top;
  const stateOf = (key: string): State => {
    const known = states.get(key);
    if (known) return known;
    const state = {
      name: `s${states.size}`,
      labels: [],
      isComposite: false,
      parent: open,
      direction: undefined,
      ends: [],
    };
    states.set(key, state);
    return state;
  };
  for (const { text, number } of lines.slice(1)) {
    const direction = /^direction\s+(TD|TB|LR|BT|RL)$/i.exec(text)?.[1];
    const [, from, to, label] = transition.exec(text) ?? [];
    const [, alias, declared, brace] = declaration.exec(text) ?? [];
    const [, described, words] = description.exec(text) ?? [];
    if (looks.test(text)) continue;
    if (direction) open.direction = direction.toUpperCase();
    else if (from && to) {
      const suffix = label?.trim() ? ` : ${labels.hide(label)}` : "";
      if (from === "[*]" || to === "[*]") {
        if (from === to) throw new NotDrawable("a transition has no state", number);
        const state = stateOf(from === "[*]" ? to : from);
        if (state.parent !== open) throw new NotDrawable("a beginning or end belongs to another state", number);
        open.ends.push(from === "[*]" ? `[*] --> ${state.name}${suffix}` : `${state.name} --> [*]${suffix}`);
      } else {
        transitions.push(`${stateOf(from).name} --> ${stateOf(to).name}${suffix}`);
      }
    } else if (declared) {
      const state = stateOf(declared);
      if (alias) state.labels = [alias];
      if (brace) {
        state.isComposite = true;
        open = state;
      }
    } else if (text === "}" && open.parent) open = open.parent;
    else if (described && words && !/^note\b/.test(text)) stateOf(described).labels.push(words);
    else if (alone.test(text) && text !== "--") stateOf(text.replace(/:::\w+$/, ""));
    else throw new NotDrawable(`"${text}" is not drawn in a state diagram`, number);
  }
  for (const state of states.values())
    if (state.isComposite && transitions.some((text) => text.split(/[ :]/).includes(state.name)))
      throw new NotDrawable("a transition leads to or from a state that holds others");
  const write = (parent: State): string[] =>
    [...states.entries()]
      .filter(([, state]) => state.parent === parent)
      .flatMap(([key, state]) => {
        const label = labels.hide(state.labels.join("<br>") || key);
        if (!state.isComposite) return [`state "${label}" as ${state.name}`];
        const direction = state.direction ? [`direction ${state.direction}`] : [];
        return [`state "${label}" as ${state.name} {`, ...direction, ...write(state), ...state.ends, "}"];
      });
  const direction = top.direction ? [`direction ${top.direction}`] : [];
  return ["stateDiagram-v2", ...direction, ...write(top), ...top.ends, ...transitions].join("\n");
}

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
