/**
 * Sequence diagrams: participants, messages, notes and frames, written in the forms that the library draws correctly.
 */
import { type Labels, NotDrawable } from "./labels.js";
import type { DiagramLine } from "./source.js";

/** Without the crossed arrow, which the library draws as an ordinary one. */
const message = /^([^:,;]+?)\s*(-->>|->>|--\)|-\)|-->|->)\s*([+-]?)\s*([^:,;+-][^:,;]*?)\s*:(.*)$/;
const participant = /^(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/;
const note = /^note\s+(left of|right of|over)\s+([^:]+?)\s*:\s*(.+)$/i;
const frame = /^(loop|alt|opt|par|critical|break)\b\s*(.*)$/;
const divider = /^(else|and)\b\s*(.*)$/;

/** Text of a message that only reserves space. No author can write it. */
const roomMaker = "\uf8fe";

export interface SequenceSource {
  source: string;
  /** For each message, whether it is a line without a head, which the library cannot draw. */
  headless: boolean[];
}

/** Throws NotDrawable. */
export function readSequence(lines: readonly DiagramLine[], labels: Labels): SequenceSource {
  const names = new Map<string, string>();
  const declarations: string[] = [];
  const body: string[] = [];
  const headless: boolean[] = [];
  const frames: { kind: string; messages: number }[] = [];
  let isNumbered = false;
  /** Number of messages so far, with those that only reserve space. */
  let drawn = 0;
  const declare = (kind: string, id: string, label: string): string => {
    const known = names.get(id);
    if (known) return known;
    const name = `p${names.size}`;
    names.set(id, name);
    declarations.push(`${kind} ${name} as ${labels.hide(label)}`);
    return name;
  };
  const nameOf = (id: string) => declare("participant", id.trim(), id.trim());
  /**
   * The library places notes and frames by the message before them. If there is none, one is added here and removed
   * from the drawing.
   */
  const makeRoom = (line: number): void => {
    const [first, second = first] = names.values();
    if (!first) throw new NotDrawable("a frame comes before all participants", line);
    body.push(`${first}->>${second}: ${roomMaker}`);
    drawn++;
  };
  for (const { text, number } of lines.slice(1)) {
    const [, kind = "", id = "", alias] = participant.exec(text) ?? [];
    const [, from = "", arrow = "", mark = "", to = "", words = ""] = kind ? [] : (message.exec(text) ?? []);
    const [, side = "", over = "", remark = ""] = note.exec(text) ?? [];
    const [, opens, title = ""] = frame.exec(text) ?? [];
    const [, divides, part = ""] = divider.exec(text) ?? [];
    const here = frames.at(-1);
    const isFirst = here ? here.messages === drawn : drawn === 0;
    if (kind) declare(kind, id, alias ?? id);
    else if (side) {
      const beside = over.split(",").map(nameOf).join(",");
      // It would be drawn before its frame, and before the first message not at all.
      if (isFirst) makeRoom(number);
      const isTall = /<br/i.test(remark);
      if (isTall) makeRoom(number);
      body.push(`Note ${side.toLowerCase()} ${beside}: ${labels.hide(remark)}`);
      if (isTall) makeRoom(number);
    } else if (opens) {
      // The titles of both would overlap.
      if (here && isFirst) makeRoom(number);
      frames.push({ kind: opens, messages: drawn });
      body.push(`${opens} ${labels.hide(title)}`);
    } else if (/^rect\b/.test(text)) frames.push({ kind: "rect", messages: here?.messages ?? -1 });
    else if (divides && here && here.kind === (divides === "else" ? "alt" : "par")) {
      body.push(`${divides} ${labels.hide(part)}`);
    } else if (text === "end" && here) {
      frames.pop();
      // A coloured frame adds nothing to its content.
      if (here.kind !== "rect") {
        if (isFirst || body.at(-1)?.startsWith("Note")) makeRoom(number);
        body.push("end");
      }
    } else if (text === "autonumber") isNumbered = true;
    else if (arrow) {
      const count = isNumbered ? `${headless.length + 1}. ` : "";
      drawn++;
      headless.push(arrow === "->" || arrow === "-->");
      const [source, target] = [nameOf(from), nameOf(to)];
      body.push(`${source}${arrow}${mark}${target}: ${labels.hide(count + words.replace(/^\s*(?:no)?wrap:/, ""))}`);
    } else throw new NotDrawable(`"${text}" is not drawn in a sequence diagram`, number);
  }
  if (frames.length > 0) throw new NotDrawable("a frame has no end");
  return { source: ["sequenceDiagram", ...declarations, ...body].join("\n"), headless };
}

const head = / marker-end="url\(#seq-arrow[^)"]*\)"/g;

/** Removes messages that only reserve space, and the heads of lines that have none. */
export function finishSequence(drawing: string, headless: readonly boolean[]): string {
  const svg = drawing.replace(
    new RegExp(`<g class="message"[^>]* data-label="${roomMaker}"[^>]*>[\\s\\S]*?</g>`, "g"),
    "",
  );
  if ((svg.match(head) ?? []).length !== headless.length) throw new NotDrawable("a message would be lost");
  let index = 0;
  return svg.replace(head, (marker) => (headless[index++] ? "" : marker));
}
