/** Lines that changed, as HTML: nothing but escaped text in the elements that are written here. */

import type { ShownChange } from "../shared/former-text.js";
import type { SectionLines } from "../shared/history.js";
import { escapeHtml, unescapeHtml } from "../shared/text.js";

/** More characters of new lines are not written out: they are in the newer text. */
const maxNew = 100;

/** `client/changes/sources.ts` reads it again in a browser, `linesInHtml` elsewhere. @param beginning the heading of what is before the first one. */
export function linesHtml(sections: readonly SectionLines[], beginning: string): string {
  let html = "";
  for (const { heading, changes } of sections) {
    html += `<h2>${escapeHtml(heading || beginning)}</h2>`;
    for (const { line, old, new: come } of changes) {
      html += `<pre data-line="${line + 1}">`;
      if (old.length > 0) html += `<del>${escapeHtml(old.join("\n"))}</del>`;
      if (come.length > 0) html += newLines(come);
      html += "</pre>";
    }
  }
  return html;
}

function newLines(lines: readonly string[]): string {
  let length = lines.length - 1;
  for (const line of lines) length += line.length;
  if (length <= maxNew) return `<ins>${escapeHtml(lines.join("\n"))}</ins>`;
  // Never within a character: that would be no text.
  const shown = lines
    .join("\n")
    .slice(0, maxNew)
    .replace(/[\ud800-\udbff]$/, "");
  return `<ins data-lines="${lines.length}">${escapeHtml(shown)}</ins>`;
}

/** The lines in a page that has what `linesHtml` wrote. */
export function linesInHtml(html: string): ShownChange[] {
  const change =
    /<pre data-line="(\d+)">(?:<del>([^<]*)<\/del>)?(?:<ins(?: data-lines="(\d+)")?>([^<]*)<\/ins>)?<\/pre>/g;
  return [...html.matchAll(change)].map(([, line, old, count, come]) => {
    const shown = unescapeHtml(come ?? "");
    return {
      line: Number(line) - 1,
      old: old === undefined ? [] : unescapeHtml(old).split("\n"),
      shown,
      count: come === undefined ? 0 : Number(count ?? shown.split("\n").length),
    };
  });
}
