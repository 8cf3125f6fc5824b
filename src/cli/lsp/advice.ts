/** What the help of a problem says word for word, as edits of any file: what to write, put in quotes, close or remove. */
import type { Diagnostic, Range, TextEdit } from "vscode-languageserver";
import { rangeAt } from "./places.js";

export interface Advice {
  title: string;
  edits: TextEdit[];
}

/** @param lines of the file. @returns undefined where a help needs a decision, or words that it does not have. */
export function adviceOf(lines: readonly string[], diagnostic: Diagnostic): Advice | undefined {
  const { start, end } = diagnostic.range;
  const { help = "", message = "" } = (diagnostic.data ?? {}) as { help?: string; message?: string };
  const line = lines[start.line] ?? "";
  const write = (newText: string, range: Range): Advice => ({ title: `Write ${newText}`, edits: [{ range, newText }] });

  const [, quoted, bare, written] = /^(?:Did you mean (?:"([^"]+)"|(\S+))\?|Write (\S+?)\.?)$/.exec(help) ?? [];
  const meant = quoted ?? bare ?? written;
  if (meant !== undefined && start.line === end.line) {
    const range = rangeOfWrong(line, diagnostic, meant, message);
    return range && write(meant, range);
  }

  const [, replacement] = /^Write (.+)$/.exec(help) ?? [];
  const isHeading = replacement !== undefined && wordsOf(replacement) === wordsOf(line) && /^#+ /.test(replacement);
  if (replacement !== undefined && (isHeading || diagnostic.code === "broken-markup"))
    return write(replacement, diagnostic.range);

  const [, ofFile, ofText] = /^the file name says (\S+), front matter says (\S+)$/.exec(message) ?? [];
  if (ofFile !== undefined && line.slice(start.character, end.character) === ofText)
    return write(ofFile, diagnostic.range);

  switch (help) {
    case "Keep one of the two lines.":
      return /^[ \t]/.test(lines[start.line + 1] ?? "")
        ? undefined
        : { title: "Remove this line", edits: [removal(start.line)] };
    case "Indent with spaces.":
      return { title: "Indent with spaces", edits: tabsOf(lines) };
    case "A value with a colon, # or @ in it needs quotes around it.":
    case "Put quotes around the value.": {
      const value = line.slice(start.character).trimEnd();
      if (!/^[^"'|>[{&*!]/.test(value) || !/^\s*(?:-\s+)?[\w -]+:\s+$/.test(line.slice(0, start.character)))
        return undefined;
      const range = rangeAt({ line: start.line + 1, column: start.character + 1 }, value.length);
      return { title: "Put the value in quotes", edits: [{ range, newText: JSON.stringify(value) }] };
    }
    case "Close it with a line of exactly ---.": {
      const behind = lines.findIndex((text, index) => index > 0 && !/^(?:[\w -]+:(?:\s|$)|[ \t]+\S|- )/.test(text));
      if (behind < 1) return undefined;
      return {
        title: "Close the front matter",
        edits: [{ range: rangeAt({ line: behind + 1, column: 1 }, 0), newText: "---\n" }],
      };
    }
    default:
      return undefined;
  }
}

/** A heading without its marks. */
const wordsOf = (heading: string) => heading.replace(/^[\s#*_]+|[\s#*_:]+$/g, "");

function removal(line: number): TextEdit {
  return { range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }, newText: "" };
}

/** Tabs at the beginnings of the lines of front matter: one in place of two spaces. */
function tabsOf(lines: readonly string[]): TextEdit[] {
  const end = lines.indexOf("---", 1);
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line, index) => {
    const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
    if (!indent.includes("\t")) return [];
    return [{ range: rangeAt({ line: index + 1, column: 1 }, indent.length), newText: indent.replaceAll("\t", "  ") }];
  });
}

/**
 * Of a link with a wrong anchor, only the anchor; of a link with a wrong address, not the anchor; of a setting whose key is underlined, its
 * value in the same line. @returns undefined for a setting that is elsewhere by now: what is found in a configuration is of the file that is saved.
 */
function rangeOfWrong(line: string, { range, code }: Diagnostic, meant: string, message: string): Range | undefined {
  const { start, end } = range;
  const position = { line: start.line + 1, column: start.character + 1 };
  const written = line.slice(start.character, end.character);
  if (String(code).startsWith("config-")) {
    const [, currentValue] = /but it is "([^"]+)"$/.exec(message) ?? [];
    if (currentValue !== undefined && written.includes(currentValue))
      return rangeAt({ ...position, column: position.column + written.indexOf(currentValue) }, currentValue.length);
    const [path = ""] = message.split(": ", 1);
    const [, quote = "", key = ""] = /^(["'`]?)(.*)\1$/.exec(written) ?? [];
    if (!path.endsWith(key)) return undefined;
    if (code === "config-unknown-key")
      return rangeAt({ ...position, column: position.column + quote.length }, key.length);
    const value = currentValue ?? /["'`]([^"'`]+)["'`]/.exec(line.slice(end.character))?.[1] ?? "";
    const index = line.indexOf(value, end.character);
    return value !== "" && index > 0 ? rangeAt({ ...position, column: index + 1 }, value.length) : undefined;
  }
  const hash = written.indexOf("#");
  if (meant.startsWith("#") && hash > 0)
    return rangeAt({ ...position, column: position.column + hash }, written.length - hash);
  return !meant.includes("#") && hash > 0 ? rangeAt(position, hash) : range;
}
