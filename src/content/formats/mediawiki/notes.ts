/** Footnotes: `<ref>` is a reference, and `<references/>` the place of their list; without it, the list is at the end of the text. */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { addAll } from "../../../shared/lists.js";
import { envOf, type MarkdownEnv, report } from "../markdown/env.js";
import { type Piece, readSource } from "./source.js";

/** The type of the token that marks the place of the list. */
export const notesPlaceType = "wiki_references";

interface Note {
  /** Its position in the list. */
  id: number;
  /** The first `<ref>` with its name that has a text, in the text or in `<references>`. */
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

  constructor(private readonly make: MakeToken) {}

  /** @returns the token of a reference. */
  refer(piece: Piece): Token {
    const name = noteName(piece);
    let note = name === undefined ? undefined : this.byName.get(name);
    if (!note) {
      note = { id: this.list.length, definition: undefined, first: piece, count: 0 };
      this.list.push(note);
      if (name !== undefined) this.byName.set(name, note);
    }
    const hasText = name === undefined || piece.content.trim() !== "";
    note.definition ??= hasText ? piece : this.definitions.get(name);
    return Object.assign(this.make("footnote_ref", "", 0), { meta: { id: note.id, subId: note.count++ } });
  }

  /** Reads the named notes in the content of `<references>`. */
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

/** Reads the text of a note into tokens. @param line on which the text begins. @param depth number of notes around the text. */
type ReadNote = (text: string, line: number, depth: number) => Token[];

/** Writes the list of notes to the last place that the text marks for it. */
export function placeNotes(state: StateCore, notes: Notes, readNote: ReadNote): void {
  const index = state.tokens.findLastIndex(({ type }) => type === notesPlaceType);
  const end = index === -1 ? state.tokens.length : index;
  const isText = ({ type }: Token) => type !== notesPlaceType;
  state.tokens = [
    ...state.tokens.slice(0, end).filter(isText),
    ...noteTokens(state, notes, readNote),
    ...state.tokens.slice(end).filter(isText),
  ];
}

function noteTokens(state: StateCore, notes: Notes, readNote: ReadNote): Token[] {
  if (notes.list.length === 0) return [];
  const make: MakeToken = (type, tag, nesting) => new state.Token(type, tag, nesting);
  const tokens = [make("footnote_block_open", "", 1)];
  for (let id = 0; id < notes.list.length; id++) {
    const { definition, first, count } = notes.list[id] as Note;
    if (!definition) reportUndefined(envOf(state.env), first);
    const { content, map } = definition ?? { content: first.attributes.get("name") ?? "", map: first.map };
    const text = readNote(content, map[0], (definition ?? first).depth + 1);
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

export type MakeToken = (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** @returns a function that makes tokens. The library exports its token class only as a property of its states. */
export function tokenMaker(md: MarkdownIt): MakeToken {
  const { Token } = new md.core.State("", md, {});
  return (type, tag, nesting) => new Token(type, tag, nesting);
}
