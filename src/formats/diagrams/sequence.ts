/** Sequence diagrams: participants, messages, notes and frames, written in the forms that the library draws correctly. */

import { largestOf } from "../../shared/lists.js";
import { type DiagramLine, type Labels, NotDrawable } from "./labels.js";

/** Without the crossed arrow, which the library draws as an ordinary one. */
const message = /^([^:,;]+?)\s*(-->>|->>|--\)|-\)|-->|->)\s*([+-]?)\s*([^:,;+-][^:,;]*?)\s*:(.*)$/;
const participant = /^(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/;
const note = /^note\s+(left of|right of|over)\s+([^:]+?)\s*:\s*(.+)$/i;
const frame = /^(loop|alt|opt|par|critical|break)\b\s*(.*)$/;
const divider = /^(else|and)\b\s*(.*)$/;

/** Text of a message that only reserves space. No author can write it. */
const roomMaker = "\uf8fe";

/** More would cover the message above. */
const maxLines = 3;

interface SequenceSource {
  source: string;
  /** For each message, whether it is a line without a head, which the library cannot draw. */
  headless: boolean[];
}

/** Throws NotDrawable. */
export function readSequence(lines: readonly DiagramLine[], labels: Labels): SequenceSource {
  const reader = new SequenceReader(labels);
  for (const line of lines.slice(1)) reader.read(line);
  return reader.finish();
}

class SequenceReader {
  /** The library's names of participants, by the author's. */
  private readonly names = new Map<string, string>();
  private readonly declarations: string[] = [];
  private readonly body: string[] = [];
  private readonly headless: boolean[] = [];
  /** Those that are open, with the number of messages before each. */
  private readonly frames: { kind: string; messages: number }[] = [];
  private isNumbered = false;
  /** Number of messages so far, with those that only reserve space. */
  private drawn = 0;

  constructor(private readonly labels: Labels) {}

  finish(): SequenceSource {
    if (this.frames.length > 0) throw new NotDrawable("a frame has no end");
    return { source: ["sequenceDiagram", ...this.declarations, ...this.body].join("\n"), headless: this.headless };
  }

  read({ text, number }: DiagramLine): void {
    const declared = participant.exec(text);
    const noted = note.exec(text);
    const opened = frame.exec(text);
    const divided = divider.exec(text);
    const sent = message.exec(text);
    const here = this.frames.at(-1);
    if (declared) {
      const [, kind = "", id = "", alias = id] = declared;
      this.declare(kind, id, alias);
    } else if (noted) this.addNote(noted, number);
    else if (opened) this.open(opened, number);
    else if (/^rect\b/.test(text)) this.frames.push({ kind: "rect", messages: here?.messages ?? -1 });
    else if (divided && here?.kind === (divided[1] === "else" ? "alt" : "par")) {
      this.body.push(`${divided[1]} ${this.labels.hide(divided[2] ?? "")}`);
    } else if (text === "end" && here) this.close(number);
    else if (text === "autonumber") this.isNumbered = true;
    else if (sent) this.addMessage(sent, number);
    else throw new NotDrawable(`"${text}" is not drawn in a sequence diagram`, number);
  }

  private addNote([, side = "", over = "", remark = ""]: string[], line: number): void {
    const beside = over.split(",").map((id) => this.participantName(id));
    // It would be drawn before its frame, and before the first message not at all.
    if (this.isFirst()) this.makeRoom(line);
    const isTall = /<br/i.test(remark);
    if (isTall) this.makeRoom(line);
    this.body.push(`Note ${side.toLowerCase()} ${beside.join(",")}: ${this.labels.hide(remark)}`);
    if (isTall) this.makeRoom(line);
  }

  private open([, kind = "", title = ""]: string[], line: number): void {
    // The titles of both would overlap.
    if (this.frames.length > 0 && this.isFirst()) this.makeRoom(line);
    this.frames.push({ kind, messages: this.drawn });
    this.body.push(`${kind} ${this.labels.hide(title)}`);
  }

  private close(line: number): void {
    const isEmpty = this.isFirst();
    // A coloured frame adds nothing to its content.
    if (this.frames.pop()?.kind === "rect") return;
    if (isEmpty || this.body.at(-1)?.startsWith("Note")) this.makeRoom(line);
    this.body.push("end");
  }

  private addMessage([, from = "", arrow = "", mark = "", to = "", words = ""]: string[], line: number): void {
    const count = this.isNumbered ? `${this.headless.length + 1}. ` : "";
    this.drawn++;
    this.headless.push(arrow === "->" || arrow === "-->");
    const [source, target] = [this.participantName(from), this.participantName(to)];
    const text = this.labels.hide(count + words.replace(/^\s*(?:no)?wrap:/, ""));
    if (text.split("<br>").length > maxLines)
      throw new NotDrawable(`a message has more than ${maxLines} lines`, line, `Write it in ${maxLines} lines.`);
    this.body.push(`${source}${arrow}${mark}${target}: ${text}`);
  }

  /** Whether there is no message yet in the frame that is open, or outside frames none at all. */
  private isFirst(): boolean {
    return this.drawn === (this.frames.at(-1)?.messages ?? 0);
  }

  /** The library places notes and frames by the message before them. If there is none, one is added here and removed from the drawing. */
  private makeRoom(line: number): void {
    const [first, second = first] = this.names.values();
    if (!first) throw new NotDrawable("a frame comes before all participants", line);
    this.body.push(`${first}->>${second}: ${roomMaker}`);
    this.drawn++;
  }

  private participantName(id: string): string {
    return this.declare("participant", id.trim(), id.trim());
  }

  private declare(kind: string, id: string, label: string): string {
    const known = this.names.get(id);
    if (known) return known;
    const name = `p${this.names.size}`;
    this.names.set(id, name);
    this.declarations.push(`${kind} ${name} as ${this.labels.hide(label)}`);
    return name;
  }
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

const lineHeight = 14.3;
/** Width of a character in parts of the font's size, rather too large than too small. */
const characterWidth = 0.62;
const margin = 8;

/** The library reserves no space for the texts of messages: they are moved off their arrows, and the drawing is enlarged until none is cut off. */
export function fitMessages(svg: string): string {
  let [left, right] = [0, Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0)];
  const moved = svg.replace(
    /(<g class="message"[^>]*>[\s\S]*?<text x="([\d.]+)" y=")([\d.]+)(" font-size="([\d.]+)" text-anchor="(\w+)"[^>]*>)([\s\S]*?)<\/text>/g,
    (_, before: string, x: string, y: string, after: string, size: string, anchor: string, content: string) => {
      const lines = content.split("</tspan>").map((line) => line.replace(/<[^>]*>/g, ""));
      const count = content.split("<tspan").length - 1 || 1;
      const width = largestOf(lines.map((line) => line.length)) * Number(size) * characterWidth;
      const start = Number(x) - (anchor === "middle" ? width / 2 : 0);
      left = Math.min(left, start - margin);
      right = Math.max(right, start + width + margin);
      return `${before}${Number(y) - ((count - 1) * lineHeight) / 2}${after}${content}</text>`;
    },
  );
  const width = Math.ceil(right - left);
  return moved.replace(
    / viewBox="0 0 [\d.]+ ([\d.]+)" width="[\d.]+"/,
    (_, height: string) => ` viewBox="${Math.floor(left)} 0 ${width} ${height}" width="${width}"`,
  );
}
