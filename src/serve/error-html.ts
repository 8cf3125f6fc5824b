/** Diagnostics for the overlay in the browser. Content in messages is escaped. */
import { type CodeFrame, codeFrame, printable, sortDiagnostics, type TextLookup } from "../diagnostics/report.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { escapeHtml } from "../shared/text.js";

export function errorsToHtml(diagnostics: readonly Diagnostic[], readText: TextLookup): string {
  const errors = sortDiagnostics(diagnostics).filter(({ severity }) => severity === "error");
  return errors.map((error) => errorToHtml(error, readText)).join("");
}

function errorToHtml(error: Diagnostic, readText: TextLookup): string {
  const { file, line, column, code, message, help } = error;
  const text = file && line ? readText(file) : undefined;
  const frame = text === undefined ? undefined : codeFrame(error, text);
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return [
    "<article>",
    `<h2>${shown(message)} <span class="code">${shown(code)}</span></h2>`,
    place && `<p class="place">${shown(place)}</p>`,
    frame && `<pre>${frameToHtml(frame)}</pre>`,
    help && `<p>${shown(help)}</p>`,
    "</article>",
  ]
    .filter(Boolean)
    .join("");
}

function frameToHtml({ line, text, start, length }: CodeFrame): string {
  const parts = [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)].map(escapeHtml);
  return `${line} | ${parts[0]}<mark>${parts[1]}</mark>${parts[2]}`;
}

const shown = (text: string) => escapeHtml(printable(text));
