/** A text of a site with its fields, links, names of proposals and headings, each with its range. */
import { posix } from "node:path";
import type { Range } from "vscode-languageserver";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import type { FileRole } from "../../content/parse/document.js";
import type { Document, DocumentLink, Position, SourceFile } from "../../shared/document.js";
import { getOrAdd, lazy } from "../../shared/lazy.js";
import { numberOf, numberOfSlug, numbersPattern } from "../../shared/proposal-number.js";
import { withoutTextExtension } from "../../shared/text-format.js";
import type { LinkTarget, Proposal, Register } from "../../site/model/site.js";
import { findProposal } from "../../site/relations.js";
import { type LintFile, makeLintFile, proseLines } from "../../tools/lint/file.js";
import { mentionPattern } from "../../tools/lint/mentions.js";
import { isAt, rangeAt } from "./positions.js";
import type { Snapshot } from "./site.js";

/** A link, a picture or a mention, with the range of its address. */
export interface PlacedLink {
  link: DocumentLink;
  range: Range;
  target: LinkTarget | undefined;
}

/** The name of a proposal in a text: its number, or in a register without numbers its slug. */
interface ProposalName {
  range: Range;
  /** The name as written. */
  text: string;
  proposal: Proposal | undefined;
}

export interface PlacedHeading {
  level: number;
  text: string;
  /** From 1. */
  line: number;
  /** The line after the heading's section, from 1. */
  end: number;
  id: string | undefined;
}

export class SiteText {
  private constructor(
    readonly snapshot: Snapshot,
    readonly path: string,
    readonly role: FileRole,
    readonly file: LintFile,
  ) {}

  static of(snapshot: Snapshot, path: string): SiteText | undefined {
    const source = snapshot.sources.get(path);
    const role = snapshot.linked.roles.get(path);
    if (!source || !role) return undefined;
    return new SiteText(snapshot, path, role, makeLintFile(writtenOf(source), role, snapshot.linked.site));
  }

  get lines(): readonly string[] {
    return this.file.lines;
  }

  /** The facts of the text; undefined if errors keep it from being a page. */
  readonly document = lazy(() => documentsOf(this.snapshot).get(this.path));

  /** The register that the text is in or beside. */
  readonly register = lazy((): Register | undefined => {
    const { role } = this;
    const { registers } = this.snapshot.linked.site;
    return "series" in role ? registers.find(({ series }) => series === role.series) : undefined;
  });

  readonly links = lazy((): PlacedLink[] => {
    const document = this.document();
    const targets = targetsOf(this.snapshot).get(this.path) ?? [];
    return (document?.links ?? []).map((link, index) => {
      return { link, target: targets[index], range: rangeAt(link.position, this.writtenLength(link)) };
    });
  });

  /** Names of proposals: first those in fields, then those in prose. */
  readonly proposalNames = lazy((): ProposalName[] => [...this.namesInFields(), ...this.namesInProse()]);

  readonly headings = lazy((): PlacedHeading[] => {
    const { headings } = this.file.structure();
    const ids = [...(this.document()?.outline ?? [])];
    return headings.map(({ level, text, position }, index) => {
      const offset = ids.findIndex((heading) => heading.text === text);
      const id = offset === -1 ? undefined : ids.splice(0, offset + 1).at(-1)?.id;
      const next = headings.slice(index + 1).find((heading) => heading.level <= level);
      const isTitle = index === 0 && id === undefined;
      const headingId = id ?? (isTitle ? this.document()?.titleId : undefined);
      return { level, text, line: position.line, end: next?.position.line ?? this.lines.length + 1, id: headingId };
    });
  });

  /** The offset of a position in the text. */
  offset({ line, column }: Position): number {
    return this.file.offset(line) + column - 1;
  }

  linkAt(position: Position): PlacedLink | undefined {
    return this.links().find(({ range }) => isAt(range, position));
  }

  proposalNameAt(position: Position): ProposalName | undefined {
    return this.proposalNames().find(({ range }) => isAt(range, position));
  }

  /** The field whose lines contain a position. */
  fieldAt({ line }: Position): FieldEntry | undefined {
    if (!this.file.isMetadata(line)) return undefined;
    return this.file.entries.findLast(({ keyPosition }) => keyPosition.line <= line);
  }

  private writtenLength({ url, kind, mention, position }: DocumentLink): number {
    const remainder = this.lines[position.line - 1]?.slice(position.column - 1) ?? "";
    if (kind === "mention" && mention) return /^[\w-]+/.exec(remainder)?.[0].length ?? 0;
    if (remainder.startsWith(url)) return url.length;
    // The author has written the URL with escapes or entities.
    return /^[^\s)>\]"]*/.exec(remainder)?.[0].length ?? 0;
  }

  private namesInFields(): ProposalName[] {
    const { file } = this;
    return (["requires", "supersedes", "supersededBy", "updates", "updatedBy"] as const).flatMap((name) => {
      const entry = file.field(name);
      return entry ? flat(entry.value).flatMap((value) => this.namesIn(value)) : [];
    });
  }

  private namesIn({ position, length }: FieldValue): ProposalName[] {
    const text = (this.lines[position.line - 1] ?? "").slice(position.column - 1, position.column - 1 + length);
    const { series } = this.snapshot.linked.site.config;
    const hasSlugs = this.register()?.series.numbers === "none";
    // A link of Markdown is among the links of the text, and its words are not slugs.
    if (hasSlugs && text.includes("](")) return [];
    const numbers = numbersPattern(series);
    const pattern = hasSlugs
      ? /[^\s,;]+/g
      : new RegExp(`(?<![\\w./])(?:(?<label>[A-Za-z]+)(?:[- ]|(?=\\d)))?(?<number>${numbers})(?![\\w.])`, "g");
    return [...text.matchAll(pattern)].map(({ 0: written, index, groups: { label, number = "" } = {} }) => {
      const range = rangeAt({ line: position.line, column: position.column + index }, written.length);
      const meant = hasSlugs ? numberOfSlug(withoutTextExtension(posix.basename(written))) : numberOf(number);
      return { range, text: written, proposal: this.find(label, meant) };
    });
  }

  private namesInProse(): ProposalName[] {
    const pattern = mentionPattern(this.snapshot.linked.site);
    return proseLines(this.file, "texts").flatMap(({ line, text }) =>
      [...text.matchAll(pattern)].map(({ 0: written, index, groups = {} }) => ({
        range: rangeAt({ line, column: index + 1 }, written.length),
        text: written,
        proposal: this.find(groups.label, numberOf(groups.number ?? "")),
      })),
    );
  }

  private find(label: string | undefined, number: number): Proposal | undefined {
    return findProposal(this.snapshot.linked.site.registers, label?.toUpperCase(), number, this.register());
  }
}

/** The single values in a value, which may be a list of lists. */
export function flat(value: FieldValue): FieldValue[] {
  return value.kind === "list" ? value.items.flatMap(flat) : [value];
}

/** A source as its author sees it: without the files that it includes. */
export function writtenOf(source: SourceFile): SourceFile {
  return source.included ? { ...source, text: source.included.written } : source;
}

const documents = new WeakMap<Snapshot, ReadonlyMap<string, Document>>();

/** The documents of a site, by path. */
export function documentsOf(snapshot: Snapshot): ReadonlyMap<string, Document> {
  const byPath = () => new Map(snapshot.linked.documents.map((document) => [document.path, document]));
  return getOrAdd(documents, snapshot, byPath);
}

const targets = new WeakMap<object, ReadonlyMap<string, readonly LinkTarget[]>>();

/** The targets of the links of each text, by its path. */
export function targetsOf({ linked: { site } }: Snapshot): ReadonlyMap<string, readonly LinkTarget[]> {
  const byPath = () => new Map([...site.targets].map(([{ path }, linkTargets]) => [path, linkTargets]));
  return getOrAdd(targets, site, byPath);
}
