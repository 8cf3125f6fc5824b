/** Generated texts as Markdown and as MediaWiki: the same blocks in both, so that both readers meet everything. */
import GithubSlugger from "github-slugger";
import type { Block, Part, Section } from "./blocks.js";

/** What links of a page can lead to. */
export interface Around {
  /** Label of the register: `EIP`. */
  label: string;
  numbers: readonly number[];
  /** Path of another proposal from this one. */
  pathTo(number: number): string;
  /** Path of this proposal's picture from its text. */
  picture: string;
}

export interface Written {
  text: string;
  /** Targets of links that lead nowhere, in their order. */
  missing: string[];
}

const pick = <T>(list: readonly T[], choice: number) => list[choice % list.length] as T;

/** Titles of all headings, in their order. */
const titlesOf = (all: readonly Section[]) =>
  all.flatMap(({ title, parts }) => [title, ...parts.map((part) => part.title)]);

abstract class Writer {
  readonly missing: string[] = [];
  /** What comes at the end of the text: definitions of footnotes and of links. */
  protected readonly ends: string[] = [];

  constructor(
    protected readonly around: Around,
    protected readonly titles: readonly string[],
  ) {}

  abstract heading(level: number, title: string): string;
  abstract block(block: Block): string;
  protected abstract part(part: Part): string;

  protected line(parts: readonly Part[]): string {
    return parts.map((part) => this.part(part)).join(" ");
  }

  protected nowhere({ choice }: Part & { kind: "missing" }): string {
    const target = this.around.pathTo(90_000 + choice);
    this.missing.push(target);
    return target;
  }

  write(all: readonly Section[]): string {
    const pieces = all.flatMap(({ title, blocks, parts }) => [
      this.heading(2, title),
      ...blocks.map((block) => this.block(block)),
      ...parts.flatMap((part) => [this.heading(3, part.title), ...part.blocks.map((block) => this.block(block))]),
    ]);
    return `${[...pieces, ...this.ends].join("\n\n")}\n`;
  }
}

class MarkdownWriter extends Writer {
  heading(level: number, title: string): string {
    return `${"#".repeat(level)} ${title}`;
  }

  block(block: Block): string {
    switch (block.kind) {
      case "paragraph":
        return this.line(block.parts);
      case "quote":
        return `> [!NOTE]\n> ${this.line(block.parts)}`;
      case "details":
        return `<details><summary>More</summary>\n\n${this.line(block.parts)}\n\n</details>`;
      case "footnote": {
        const name = `note${this.ends.length}`;
        this.ends.push(`[^${name}]: ${this.line(block.parts)}`);
        return `There is more to say.[^${name}]`;
      }
      case "list":
        return block.items.map((item, index) => `${"  ".repeat(index % 2)}- ${this.line(item)}`).join("\n");
      case "steps":
        return block.items
          .map((item, index) => `${index + 1}. ${index % 2 ? "" : "[x] "}${this.line(item)}`)
          .join("\n");
      case "table": {
        const rows = block.rows.map(
          (row) => `| ${row.map((cell) => this.line(cell).replaceAll("|", "\\|")).join(" | ")} |`,
        );
        return [rows[0], `|${(block.rows[0] ?? []).map(() => ":-:|").join("")}`, ...rows.slice(1)].join("\n");
      }
      case "code":
        return `\`\`\`${block.language}\n${block.lines.join("\n")}\n\`\`\``;
      case "formula":
        return `$$\n${block.text}\n$$`;
      case "picture":
        return `![${block.text}](${this.around.picture})`;
      case "comment":
        return `<!-- ${block.text} -->`;
    }
  }

  protected part(part: Part): string {
    const { text } = part;
    switch (part.kind) {
      case "words":
        return text;
      case "strong":
        return `**${text}**`;
      case "emphasis":
        return `_${text}_`;
      case "code":
        return `\`${text}\``;
      case "math":
        return `$${text}$`;
      case "url":
        return `<${text}>`;
      case "mention":
        return `${this.around.label}-${pick(this.around.numbers, part.choice)}`;
      case "link":
        return `[the ${text}](${this.around.pathTo(pick(this.around.numbers, part.choice))})`;
      case "place": {
        const slugger = new GithubSlugger();
        const ids = this.titles.map((title) => slugger.slug(title));
        return `[below](#${pick(ids, part.choice)})`;
      }
      case "definition": {
        const name = `${text} ${this.ends.length}`;
        this.ends.push(`[${name}]: ${this.around.pathTo(pick(this.around.numbers, part.choice))} "A ${text}"`);
        return `[${name}]`;
      }
      case "missing":
        return `[a lost ${text}](${this.nowhere(part)})`;
    }
  }
}

class WikiWriter extends Writer {
  heading(level: number, title: string): string {
    const marks = "=".repeat(level);
    return `${marks}${title}${marks}`;
  }

  block(block: Block): string {
    switch (block.kind) {
      case "paragraph":
        return this.line(block.parts);
      case "quote":
      case "details":
        return `<blockquote>${this.line(block.parts)}</blockquote>`;
      case "footnote":
        return `There is more to say.<ref>${this.line(block.parts)}</ref>`;
      case "list":
        return block.items.map((item, index) => `${"*".repeat(1 + (index % 2))} ${this.line(item)}`).join("\n");
      case "steps":
        return block.items.map((item) => `# ${this.line(item)}`).join("\n");
      case "table": {
        const rows = block.rows.map(
          (row, index) => `|-\n${row.map((cell) => `${index ? "|" : "!"} ${this.line(cell)}`).join("\n")}`,
        );
        return ['{| class="wikitable"', ...rows, "|}"].join("\n");
      }
      case "code":
        return `<source lang="${block.language || "text"}">\n${block.lines.join("\n")}\n</source>`;
      case "formula":
        return `<math>${block.text}</math>`;
      case "picture":
        return `[[File:${this.around.picture}|${block.text}]]`;
      case "comment":
        return `<!-- ${block.text} -->`;
    }
  }

  protected part(part: Part): string {
    const { text } = part;
    switch (part.kind) {
      case "words":
        return text;
      case "strong":
        return `'''${text}'''`;
      case "emphasis":
        return `''${text}''`;
      case "code":
        return `<code><nowiki>${text}</nowiki></code>`;
      case "math":
        return `<math>${text}</math>`;
      case "url":
        return `[${text} an address]`;
      case "mention":
        return `${this.around.label} ${pick(this.around.numbers, part.choice)}`;
      case "link":
      case "definition":
        return `[[${this.around.pathTo(pick(this.around.numbers, part.choice))}|the ${text}]]`;
      case "place":
        return `[[#${pick(this.titles, part.choice)}|below]]`;
      case "missing":
        return `[[${this.nowhere(part)}|a lost ${text}]]`;
    }
  }
}

/** The body of a proposal, without its metadata. */
export function writeBody(markup: "markdown" | "mediawiki", body: readonly Section[], around: Around): Written {
  const writer = new (markup === "markdown" ? MarkdownWriter : WikiWriter)(around, titlesOf(body));
  return { text: writer.write(body), missing: writer.missing };
}
