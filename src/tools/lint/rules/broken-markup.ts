/** Finds Markdown that readers see as signs, or that means something else than its author intended. */
import { lateFrontMatter } from "../../../content/metadata/front-matter.js";
import { type LintFile, placeOfText, proseLines } from "../file.js";
import { defineRule, type Finding } from "../rule.js";

export const brokenMarkup = defineRule({
  id: "broken-markup",
  severity: "warn",
  summary:
    "Markdown that has no effect, or not the intended one: `##Heading`, `** bold **`, `(text)[url]`, an open fence",
  help: `Readers see the signs, and the outline lacks the heading. The rule finds headings without a space after \`#\`, spaces inside of \`**\`, links with
their brackets exchanged or with a space between them, and lines of \`---\` that make a heading of the sentence above. It also finds code blocks
that are never closed, or not before the next one begins, and \`style\` attributes, which pages never have.

Wrong: \`##Abstract\`, \`** bold **\`, \`(the code)[https://example.org]\`
Right: \`## Abstract\`, \`**bold**\`, \`[the code](https://example.org)\``,
  scope: "texts",
  check(file) {
    if (file.format !== "markdown") return [];
    return [...findLooseStars(file), ...findLineMistakes(file), ...findUnderlines(file), ...findOpenCode(file)];
  },
});

/** Two stars with a space on their inner side, where the parser found no markup. */
const looseStars =
  /(?<![\w*\\])\*\*(?:(?=[^*\n]*\p{L}{2})\s([^*\n]*)|(?=[^*\s][^*\n]*\p{L})([^*\n]*)(?<=\s))\*\*(?![\w*])/gu;

function findLooseStars(file: LintFile): Finding[] {
  return file.structure().texts.flatMap(({ text, position }) => {
    if (!text.includes("**")) return [];
    return [...text.matchAll(looseStars)].map(([written, afterSpace, beforeSpace]) => ({
      message: `${written} is not bold, because it has spaces inside of the stars`,
      ...placeOfText(file, written, position),
      length: written.length,
      help: `Write **${(afterSpace ?? beforeSpace ?? "").trim()}**`,
    }));
  });
}

interface Mistake {
  /** The pattern is tried only on lines that contain it. */
  sign: string;
  pattern: RegExp;
  message(written: string): string;
  help(match: RegExpMatchArray): string;
}

/** Mistakes looked for in every line outside code; only `style` also within raw HTML. */
const lineMistakes: Mistake[] = [
  {
    sign: "#",
    // One # alone may begin a tag or a number, so it counts as a heading only on a short line that begins with a capital and has no punctuation.
    pattern: /^ {0,3}(#{2,6})(?=[^\s#])(?!#*$)(.+)|^ {0,3}(#)(\p{Lu}[\p{L}\p{N} ]{2,40})$/gu,
    message: (written) => `"${written.trim()}" is not a heading, because # has no space after it`,
    help: ([, many, title, hash, sentence]) => `Write ${many ?? hash} ${title ?? sentence}`,
  },
  {
    sign: ")[",
    pattern: /\(([^()]+)\)\[((?:https?:\/\/|\.{1,2}\/|#)[^\][\s]*)\]/g,
    message: (written) => `${written} is not a link: its brackets are exchanged`,
    help: ([, text, url]) => `Write [${text}](${url})`,
  },
  {
    sign: "] (",
    pattern: /(?<!!)\[([^\][]+)\] \(((?:https?:\/\/|\.{1,2}\/)[^()\s]*)\)/g,
    message: (written) => `${written} is not a link: a space is between its brackets`,
    help: ([, text, url]) => `Write [${text}](${url})`,
  },
  {
    sign: "style",
    // Converters give every column of a table its width: ERC-1123 has 88 of them.
    pattern: /<(?!col\s)[a-z][^<>]*\sstyle\s*=\s*["'][^"']*["']/gi,
    message: () => "a style attribute, which the page does not have",
    help: () => "Remove it.",
  },
];

function findLineMistakes(file: LintFile): Finding[] {
  const { htmlLines, asideLines } = file.structure();
  return proseLines(file).flatMap(({ line, text }) =>
    lineMistakes.flatMap(({ sign, pattern, message, help }) => {
      if (!text.includes(sign) || (sign !== "style" && (sign === "#" ? htmlLines : asideLines).has(line))) return [];
      return [...text.matchAll(pattern)].map((match) => ({
        message: message(match[0]),
        line,
        column: match.index + 1,
        length: match[0].length,
        help: help(match),
      }));
    }),
  );
}

/** Finds lines of hyphens below a paragraph, which were meant to be a rule between two parts. */
function findUnderlines(file: LintFile): Finding[] {
  // Front matter that does not begin the file ends with such a line, and the build reports it.
  if (file.format !== "markdown" || lateFrontMatter(file.text) !== undefined) return [];
  return file.structure().headings.flatMap(({ text, position, lastLine }): Finding[] => {
    const underline = file.lines[lastLine - 1] ?? "";
    if (!/^\s*-+\s*$/.test(underline)) return [];
    // A line that is as long as the text above it was drawn below a heading.
    if (underline.trim().length === text.length && text.length > 3) return [];
    const isSentence = lastLine - position.line > 1 || text.length > 80 || /[.!?:;,|]$/.test(text);
    if (!isSentence) return [];
    const message = "this line makes a heading of the paragraph above it";
    return [{ message, line: lastLine, column: 1, length: 3, help: "Put a blank line above it." }];
  });
}

function findOpenCode(file: LintFile): Finding[] {
  const { unclosed } = file.structure();
  if (!unclosed) return [];
  const { fence, position, message, help } = unclosed;
  return [{ message, ...position, length: fence.length, help }];
}
