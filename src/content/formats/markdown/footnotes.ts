/**
 * Footnotes. markdown-it-footnote reads only their definitions: it scans the whole text again for each reference, inline note and entry of the list,
 * so these are read here. All words around notes are strings of the interface.
 */
import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";
import footnote from "markdown-it-footnote";
import { type HtmlPart, stringPart } from "../../../shared/html-parts.js";
import { envOf, type MarkdownEnv, metaOf, paragraphTokens, type RenderRules, report } from "./env.js";

interface FootnoteMeta {
  id: number;
  subId: number;
}

/** The package's data in the environment. */
interface Footnotes {
  /** For each definition, by `:` and label, its index in `list`; -1 while nothing refers to it. */
  refs?: Record<string, number>;
  list?: Note[];
}

interface Note {
  label?: string;
  /** Number of references. */
  count: number;
  /** The text of an inline note. */
  inline?: { content: string; tokens: Token[] };
}

export function footnotes(md: MarkdownIt): void {
  md.use(footnote as never as (md: MarkdownIt) => void);
  md.inline.ruler.at("footnote_inline", readInlineNote);
  md.inline.ruler.at("footnote_ref", readReference);
  md.core.ruler.at("footnote_tail", listNotes);
}

/** Reads references, and leaves definitions and inline notes where they are written. */
export function footnotesInPlace(md: MarkdownIt): void {
  footnotes(md);
  md.inline.ruler.disable("footnote_inline");
  md.core.ruler.disable("footnote_tail");
}

function notesOf(state: StateInline | StateCore): Footnotes {
  const env = state.env as { footnotes?: Footnotes };
  env.footnotes ??= {};
  return env.footnotes;
}

function addNote(notes: Footnotes, note: Note): number {
  notes.list ??= [];
  return notes.list.push(note) - 1;
}

/** `[^label]`, with a label as long as that of a link may be. */
const reference = /\[\^([^ \n\]]{1,999})\]/y;

function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "[" || state.src[state.pos + 1] !== "^") return false;
  reference.lastIndex = state.pos;
  const [text, label] = reference.exec(state.src) ?? [];
  const notes = notesOf(state);
  const ref = notes.refs?.[`:${label}`];
  if (text === undefined || ref === undefined || state.pos + text.length > state.posMax) return false;
  if (!silent) {
    const id = ref < 0 ? addNote(notes, { label, count: 0 }) : ref;
    if (notes.refs) notes.refs[`:${label}`] = id;
    const note = notes.list?.[id] as Note;
    state.push("footnote_ref", "", 0).meta = { id, subId: note.count++ } satisfies FootnoteMeta;
  }
  state.pos += text.length;
  return true;
}

/** Reads `^[text]`. A note within a note is text: otherwise it would be read again for every note around it. */
function readInlineNote(state: StateInline, silent: boolean): boolean {
  const { pos, src, md } = state;
  const env = envOf(state.env);
  if (src[pos] !== "^" || src[pos + 1] !== "[" || env.isInNote) return false;
  const end = md.helpers.parseLinkLabel(state, pos + 1);
  if (end < 0) return false;
  if (!silent) {
    const content = src.slice(pos + 2, end);
    const tokens: Token[] = [];
    env.isInNote = true;
    md.inline.parse(content, md, state.env, tokens);
    env.isInNote = false;
    const id = addNote(notesOf(state), { count: 1, inline: { content, tokens } });
    state.push("footnote_ref", "", 0).meta = { id, subId: 0 } satisfies FootnoteMeta;
  }
  state.pos = end + 1;
  return true;
}

/** Moves the definitions that have references to the end of the text, in the order of their first references, and removes the others. */
function listNotes(state: StateCore): void {
  const { list, refs } = notesOf(state);
  if (!list && !refs) return;
  const { textTokens: tokens, definitions } = takeDefinitions(state.tokens, list ?? [], envOf(state.env));
  state.tokens = tokens;
  if (!list) return;
  const add = (type: string, nesting: 1 | 0 | -1, meta?: FootnoteMeta) => {
    const token = new state.Token(type, "", nesting);
    if (meta) token.meta = meta as never;
    tokens.push(token);
  };
  const texts = list.map((note) =>
    note.inline
      ? paragraphTokens(state, note.inline.content, { children: note.inline.tokens })
      : (definitions.get(note.label) ?? []),
  );
  // A removed definition may contain references, to which no link may lead back.
  const referenceIds = new Set([tokens, ...texts].flatMap(referencesIn));
  add("footnote_block_open", 1);
  for (const [id, note] of list.entries()) {
    add("footnote_open", 1, { id, subId: 0 });
    for (const token of texts[id] ?? []) tokens.push(token);
    // If the note ends with a paragraph, the link back is in it.
    const last = tokens.at(-1)?.type === "paragraph_close" ? tokens.pop() : undefined;
    for (let subId = 0; subId < Math.max(1, note.count); subId++)
      if (referenceIds.has(referenceId({ id, subId }))) add("footnote_anchor", 0, { id, subId });
    if (last) tokens.push(last);
    add("footnote_close", -1);
  }
  add("footnote_block_close", -1);
}

/** @returns the ids of the references in a text. */
function referencesIn(tokens: readonly Token[]): string[] {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "footnote_ref")
    .map((token) => referenceId(metaOf<FootnoteMeta>(token)));
}

/** Separates definitions from the text, and reports those that are not shown. The first of several definitions of a label counts. */
function takeDefinitions(
  tokens: readonly Token[],
  list: readonly Note[],
  env: MarkdownEnv,
): { textTokens: Token[]; definitions: Map<string | undefined, Token[]> } {
  const textTokens: Token[] = [];
  const definitions = new Map<string | undefined, Token[]>();
  const referredTo = new Set(list.map(({ label }) => label));
  /** The definitions around the present token: one may contain another. */
  const open: { label: string; text: Token[] }[] = [];
  for (const token of tokens) {
    if (token.type === "footnote_reference_open") {
      const { label } = metaOf<{ label: string }>(token);
      const text: Token[] = [];
      open.push({ label, text });
      if (!definitions.has(label)) definitions.set(label, text);
    } else if (token.type === "footnote_reference_close") {
      const { label = "", text = [] } = open.pop() ?? {};
      if (definitions.get(label) !== text)
        reportUnshown(text, label, env, "another footnote before it has the same label");
      else if (!referredTo.has(label)) reportUnshown(text, label, env, "nothing refers to it");
    } else (open.at(-1)?.text ?? textTokens).push(token);
  }
  return { textTokens, definitions };
}

function reportUnshown(text: readonly Token[], label: string, env: MarkdownEnv, reason: string): void {
  const line = text.find(({ map }) => map)?.map?.[0];
  if (line === undefined) return;
  const help = `Refer to it in the text as [^${label}], give it another label if this one is taken, or delete it.`;
  const message = `the footnote [^${label}] is not shown, because ${reason}`;
  report(env, "footnote-unused", message, line, { length: label.length + 3, help });
}

const noteId = ({ id }: FootnoteMeta) => `fn${id + 1}`;
const referenceId = ({ id, subId }: FootnoteMeta) => `fnref${id + 1}${subId > 0 ? `-${subId}` : ""}`;

/** A link from a note back to a reference. @param offset number of the reference among those of the note, from 0. */
export const backLink = (reference: string, label: string, offset: number): HtmlPart[] => [
  // A wide space separates the links back, so that a finger hits only one of them.
  `${offset > 0 ? "\u2003" : " "}<a href="#${reference}" class="footnote-backref" aria-label="`,
  stringPart("prose.footnoteBack", label),
  '">↩\uFE0E</a>',
];

export const footnoteRules: RenderRules = {
  footnote_ref(tokens, index, env, out) {
    if (env.isPreview) return;
    const note = metaOf<FootnoteMeta>(tokens[index]);
    env.anchors.push(referenceId(note));
    out.addParts([
      `<sup class="footnote-ref"><a href="#${noteId(note)}" id="${referenceId(note)}" aria-label="`,
      stringPart("prose.footnote", String(note.id + 1)),
      `">${note.id + 1}</a></sup>`,
    ]);
  },
  footnote_block_open(_tokens, _index, _env, out) {
    out.open("section", [' class="footnotes" aria-label="', stringPart("prose.footnotes"), '"']);
    out.open("ol", [' class="footnotes-list"']);
  },
  footnote_block_close: (_tokens, _index, _env, out) => out.html("</ol></section>\n"),
  footnote_open(tokens, index, env, out) {
    const id = noteId(metaOf<FootnoteMeta>(tokens[index]));
    env.anchors.push(id);
    out.open("li", [` id="${id}"`]);
  },
  footnote_close: (_tokens, _index, _env, out) => out.html("</li>\n"),
  footnote_anchor(tokens, index, _, out) {
    const note = metaOf<FootnoteMeta>(tokens[index]);
    out.addParts(backLink(referenceId(note), String(note.id + 1), note.subId));
  },
};
