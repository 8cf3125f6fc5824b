/** Footnotes: `<ref>` is a reference, `<references/>` the list, which is otherwise at the end of the text. */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { addAll } from "../../../shared/lists.js";
import { envOf, type MarkdownEnv, report } from "../markdown/env.js";
import { type Piece, readSource } from "./source.js";

/** A block token for the place of the list. */
export const notesPlaceType = "wiki_references";

interface Note {
  /** Its position in the list. */
  id: number;
  /** The tag with the text of the note: for a named note, any of its tags. */
  definition: Piece | undefined;
  /** Its first reference. */
  first: Piece;
  /** Number of references. */
  count: number;
}

export class Notes {
  readonly list: Note[] = [];
  private readonly byName = new Map<string, Note>();
  private readonly definitions = new Map<string, Piece>();

  constructor(private readonly make: NewToken) {}

  /** The mark of one reference. */
  refer(piece: Piece): Token[] {
    const name = noteName(piece);
    let note = name === undefined ? undefined : this.byName.get(name);
    if (!note) {
      note = { id: this.list.length, definition: undefined, first: piece, count: 0 };
      this.list.push(note);
      if (name !== undefined) this.byName.set(name, note);
    }
    note.definition ??= piece.content.trim() ? piece : name === undefined ? piece : this.definitions.get(name);
    const token = this.make("footnote_ref", "", 0);
    token.meta = { id: note.id, subId: note.count };
    note.count++;
    return [token];
  }

  /** The content of `<references>`: named notes. */
  define(references: Piece): void {
    const pieces: Piece[] = [];
    readSource(references.content, pieces, references.map[0]);
    for (const piece of pieces) {
      const name = piece.tag === "ref" ? noteName(piece) : undefined;
      if (name !== undefined && !this.definitions.has(name)) this.definitions.set(name, piece);
    }
  }
}

function noteName({ attributes }: Piece): string | undefined {
  const name = attributes.get("name")?.trim();
  return name ? `${attributes.get("group") ?? ""} ${name}` : undefined;
}

/** Reads the text of a note, which begins on a line and is nested this deep, into tokens. */
type ReadNote = (text: string, line: number, depth: number) => Token[];

/** Writes the notes into their place. */
export function placeNotes(state: StateCore, notes: Notes, read: ReadNote): void {
  const index = state.tokens.findLastIndex(({ type }) => type === notesPlaceType);
  const before = index === -1 ? state.tokens : state.tokens.slice(0, index);
  const after = index === -1 ? [] : state.tokens.slice(index + 1);
  const isText = ({ type }: Token) => type !== notesPlaceType;
  state.tokens = [...before.filter(isText), ...noteTokens(state, notes, read), ...after.filter(isText)];
}

function noteTokens(state: StateCore, notes: Notes, read: ReadNote): Token[] {
  if (notes.list.length === 0) return [];
  const make: NewToken = (type, tag, nesting) => new state.Token(type, tag, nesting);
  const tokens = [make("footnote_block_open", "", 1)];
  for (let id = 0; id < notes.list.length; id++) {
    const { definition, first, count } = notes.list[id] as Note;
    if (!definition) reportUndefined(envOf(state.env), first);
    const { content, map } = definition ?? { content: first.attributes.get("name") ?? "", map: first.map };
    const text = read(content, map[0], (definition ?? first).depth + 1);
    const last = text.at(-1)?.type === "paragraph_close" ? text.pop() : undefined;
    const open = make("footnote_open", "", 1);
    open.meta = { id };
    addAll(tokens, [open, ...text]);
    for (let subId = 0; subId < count; subId++)
      tokens.push(Object.assign(make("footnote_anchor", "", 0), { meta: { id, subId } }));
    if (last) tokens.push(last);
    tokens.push(make("footnote_close", "", -1));
  }
  return [...tokens, make("footnote_block_close", "", -1)];
}

function reportUndefined(env: MarkdownEnv, { map, attributes }: Piece): void {
  const message = `no <ref> has the text of the note "${attributes.get("name") ?? ""}"`;
  report(env, "footnote-unknown", message, map[0], { help: `Write <ref name="…">its text</ref> once.` });
}

export type NewToken = (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** The library exports its token class only as a property of its states. */
export function tokenMaker(md: MarkdownIt): NewToken {
  const { Token } = new md.core.State("", md, {});
  return (type, tag, nesting) => new Token(type, tag, nesting);
}
