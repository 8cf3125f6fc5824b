/** State diagrams: states, composite states and transitions, written in the forms that the library draws correctly. */
import { type DiagramLine, type Labels, NotDrawable } from "./labels.js";

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
    const name = `s${states.size}`;
    const state = { name, labels: [], isComposite: false, parent: open, direction: undefined, ends: [] };
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
