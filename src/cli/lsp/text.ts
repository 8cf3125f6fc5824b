/** A text of a site as capabilities see it: its fields, links, names of proposals and headings, each with its range. */
import { posix } from "node:path";
import type { Range } from "vscode-languageserver";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import type { FileRole } from "../../content/parse/document.js";
import type { Document, DocumentLink, Position, SourceFile } from "../../shared/document.js";
import { lazy } from "../../shared/lazy.js";
import { numberOf, numberOfSlug, numbersPattern } from "../../shared/proposal-number.js";
import { withoutTextExtension } from "../../shared/text-format.js";
import type { LinkTarget, Proposal, Register } from "../../site/model/site.js";
import { findProposal } from "../../site/relations.js";
import { type LintFile, makeLintFile, proseLines } from "../../tools/lint/file.js";
import { mentionPattern } from "../../tools/lint/mentions.js";
import { isAt, rangeAt } from "./places.js";
import type { Snapshot } from "./site.js";

/** A link, a picture or a mention, with the place of its address. */
export interface PlacedLink {
  link: DocumentLink;
  range: Range;
  target: LinkTarget | undefined;
}

/** A proposal that is named by its number, or in a register without numbers by its slug. */
interface Named {
  range: Range;
  /** As it is written. */
  text: string;
  proposal: Proposal | undefined;
  /** A number or a slug alone, in a field that names proposals. */
  isBare: boolean;
}

export interface PlacedHeading {
  level: number;
  text: string;
  /** Line from 1, and the line behind its section. */
  line: number;
  end: number;
  id: string | undefined;
}

export class SiteText {
  private constructor(
    readonly now: Snapshot,
    readonly path: string,
    readonly role: FileRole,
    readonly file: LintFile,
  ) {}

  static of(now: Snapshot, path: string): SiteText | undefined {
    const source = now.sources.get(path);
    const role = now.linked.roles.get(path);
    if (!source || !role) return undefined;
    return new SiteText(now, path, role, makeLintFile(writtenOf(source), role, now.linked.site));
  }

  get lines(): readonly string[] {
    return this.file.lines;
  }

  /** The facts of today's text; undefined where errors keep it from being a page. */
  readonly document = lazy(() => documentsOf(this.now).get(this.path));

  /** The register that the text is in or beside. */
  readonly register = lazy((): Register | undefined => {
    const { role } = this;
    const { registers } = this.now.linked.site;
    return "series" in role ? registers.find(({ series }) => series === role.series) : undefined;
  });

  readonly links = lazy((): PlacedLink[] => {
    const document = this.document();
    const targets = targetsOf(this.now).get(this.path) ?? [];
    return (document?.links ?? []).map((link, index) => {
      return { link, target: targets[index], range: rangeAt(link.position, this.writtenLength(link)) };
    });
  });

  /** Names of proposals in prose and in fields, in their order. */
  readonly named = lazy((): Named[] => [...this.namedInFields(), ...this.namedInProse()]);

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

  /** Offset in the text of a place. */
  offset({ line, column }: Position): number {
    return this.file.offset(line) + column - 1;
  }

  linkAt(position: Position): PlacedLink | undefined {
    return this.links().find(({ range }) => isAt(range, position));
  }

  namedAt(position: Position): Named | undefined {
    return this.named().find(({ range }) => isAt(range, position));
  }

  /** The field whose lines contain a place. */
  fieldAt({ line }: Position): FieldEntry | undefined {
    if (!this.file.isMetadata(line)) return undefined;
    return this.file.entries.findLast(({ keyPosition }) => keyPosition.line <= line);
  }

  private writtenLength({ url, kind, mention, position }: DocumentLink): number {
    const remainder = this.lines[position.line - 1]?.slice(position.column - 1) ?? "";
    if (kind === "mention" && mention) return /^[\w-]+/.exec(remainder)?.[0].length ?? 0;
    if (remainder.startsWith(url)) return url.length;
    // Written with escapes or entities.
    return /^[^\s)>\]"]*/.exec(remainder)?.[0].length ?? 0;
  }

  private namedInFields(): Named[] {
    const { file } = this;
    return (["requires", "supersedes", "supersededBy", "updates", "updatedBy"] as const).flatMap((name) => {
      const entry = file.field(name);
      return entry ? flat(entry.value).flatMap((value) => this.namedIn(value)) : [];
    });
  }

  private namedIn({ position, length }: FieldValue): Named[] {
    const text = (this.lines[position.line - 1] ?? "").slice(position.column - 1, position.column - 1 + length);
    const { series } = this.now.linked.site.config;
    const hasSlugs = this.register()?.series.numbers === "none";
    // The text of a link is any text; its address is a link of the text.
    if (hasSlugs && text.includes("](")) return [];
    const numbers = numbersPattern(series);
    const pattern = hasSlugs
      ? /[^\s,;]+/g
      : new RegExp(`(?<![\\w./])(?:(?<label>[A-Za-z]+)(?:[- ]|(?=\\d)))?(?<number>${numbers})(?![\\w.])`, "g");
    return [...text.matchAll(pattern)].map(({ 0: written, index, groups: { label, number = "" } = {} }) => {
      const range = rangeAt({ line: position.line, column: position.column + index }, written.length);
      const meant = hasSlugs ? numberOfSlug(withoutTextExtension(posix.basename(written))) : numberOf(number);
      return { range, text: written, proposal: this.find(label, meant), isBare: label === undefined };
    });
  }

  private namedInProse(): Named[] {
    const pattern = mentionPattern(this.now.linked.site);
    return proseLines(this.file, "texts").flatMap(({ line, text }) =>
      [...text.matchAll(pattern)].map(({ 0: written, index, groups = {} }) => ({
        range: rangeAt({ line, column: index + 1 }, written.length),
        text: written,
        proposal: this.find(groups.label, numberOf(groups.number ?? "")),
        isBare: false,
      })),
    );
  }

  private find(label: string | undefined, number: number): Proposal | undefined {
    return findProposal(this.now.linked.site.registers, label?.toUpperCase(), number, this.register());
  }
}

/** The texts of a value, also of one in lists. */
export function flat(value: FieldValue): FieldValue[] {
  return value.kind === "list" ? value.items.flatMap(flat) : [value];
}

/** A text without the files that it includes: as its author sees it. */
export function writtenOf(source: SourceFile): SourceFile {
  return source.included ? { ...source, text: source.included.written } : source;
}

const documents = new WeakMap<Snapshot, ReadonlyMap<string, Document>>();

export function documentsOf(now: Snapshot): ReadonlyMap<string, Document> {
  const documentsByPath =
    documents.get(now) ?? new Map(now.linked.documents.map((document) => [document.path, document]));
  documents.set(now, documentsByPath);
  return documentsByPath;
}

const targets = new WeakMap<object, ReadonlyMap<string, readonly LinkTarget[]>>();

/** Where the links of each text lead, by its path. */
export function targetsOf({ linked: { site } }: Snapshot): ReadonlyMap<string, readonly LinkTarget[]> {
  const target = targets.get(site) ?? new Map([...site.targets].map(([{ path }, linkTargets]) => [path, linkTargets]));
  targets.set(site, target);
  return target;
}
