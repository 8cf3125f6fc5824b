/**
 * The list of all diagnostics. A code is stable: people search for it, and other programs match on it. The severity is
 * the default; the configuration can change some.
 */

import type { Diagnostic, Severity } from "../../shared/diagnostic.js";
import { cutText } from "../../shared/text.js";
import { pathBelow } from "../path-below.js";

interface CodeInfo {
  severity: Severity;
  /** One line for a list of rules. */
  summary: string;
}

export const codes = {
  "usage-invalid": { severity: "error", summary: "The command was called with unknown or missing arguments" },
  "config-missing": { severity: "error", summary: "No configuration file" },
  "config-syntax": { severity: "error", summary: "The configuration file cannot be read" },
  "config-invalid": { severity: "error", summary: "A value in the configuration is not allowed" },
  "config-unknown-key": { severity: "error", summary: "A key in the configuration does not exist" },
  "config-reference": { severity: "error", summary: "The configuration names something that does not exist" },
  "config-environment": { severity: "error", summary: "An environment variable is missing or wrong" },
  "file-encoding": { severity: "error", summary: "A file is not UTF-8" },
  "conflict-markers": { severity: "error", summary: "Markers of an unresolved merge conflict" },
  "front-matter-missing": { severity: "error", summary: "A proposal has no front matter" },
  "front-matter-unclosed": { severity: "error", summary: "Front matter has no closing line" },
  "front-matter-language": { severity: "error", summary: "Front matter in a language other than YAML" },
  "front-matter-yaml": { severity: "error", summary: "Front matter is not valid YAML" },
  "front-matter-comment": { severity: "warning", summary: "Words of a value that YAML takes for a comment" },
  "front-matter-alias": { severity: "error", summary: "Front matter uses YAML anchors or aliases" },
  "front-matter-limit": { severity: "error", summary: "Front matter is too large or too deep" },
  "field-missing": { severity: "error", summary: "A required field is missing" },
  "field-type": { severity: "error", summary: "A field has the wrong type" },
  "field-duplicate": {
    severity: "warning",
    summary: "A field occurs twice: under two spellings of its key, or although it may have only one value",
  },
  "number-invalid": { severity: "error", summary: "A proposal's number is not a number" },
  "number-mismatch": { severity: "error", summary: "A proposal's number differs from its file name" },
  "number-duplicate": { severity: "error", summary: "Two proposals have the same number" },
  "number-taken": { severity: "error", summary: "A new text claims the number of a proposal that was there before" },
  "number-pending": { severity: "warning", summary: "A proposal that has no number yet" },
  "category-unknown": { severity: "error", summary: "A category does not exist" },
  "category-mismatch": { severity: "error", summary: "A category differs from the folder" },
  "status-unknown": { severity: "error", summary: "A status does not exist" },
  "status-mismatch": { severity: "warning", summary: "A status differs from the folder" },
  "date-invalid": { severity: "error", summary: "A date does not exist or has the wrong form" },
  "reference-invalid": { severity: "error", summary: "A reference to a proposal is not a number" },
  "reference-unknown": { severity: "warning", summary: "A proposal that is referred to does not exist" },
  "url-unsafe": { severity: "error", summary: "A URL with a scheme that is not allowed" },
  "url-scheme": { severity: "warning", summary: "A field with a URL without its scheme" },
  "url-missing": { severity: "warning", summary: "A field for a URL that has none" },
  "html-not-shown": { severity: "warning", summary: "An HTML element that is not allowed, shown as its source" },
  "file-too-large": { severity: "error", summary: "A file is larger than maxFileSize" },
  "text-limit": { severity: "error", summary: "A text whose page would be far larger than its length explains" },
  "math-limit": { severity: "warning", summary: "A formula that would cost too much, shown as its source" },
  "math-invalid": { severity: "warning", summary: "A formula that cannot be read, shown as its source" },
  "diagram-not-drawn": { severity: "warning", summary: "A diagram that cannot be drawn, shown as its source" },
  "footnote-unknown": { severity: "warning", summary: "A reference to a footnote that has no text" },
  "footnote-unused": { severity: "warning", summary: "A footnote that is not shown, because nothing refers to it" },
  "container-unread": { severity: "warning", summary: "A container without an end, or with an unknown name" },
  "metadata-file": {
    severity: "error",
    summary: "The file with the metadata of a proposal is missing or cannot be read",
  },
  "file-untracked": {
    severity: "warning",
    summary: "A file that a text includes but git does not track, so that a build leaves it out",
  },
  "include-failed": { severity: "error", summary: "A file or a part of it that cannot be included in a text" },
  "list-depth": { severity: "warning", summary: "Lists or quotations that are nested too deeply" },
  "wiki-template": { severity: "warning", summary: "A wiki template, shown as its source" },
  "rst-syntax": { severity: "warning", summary: "Markup of reStructuredText that has no end or is not whole" },
  "rst-unknown": { severity: "warning", summary: "A role or directive that is not known, shown as its text" },
  "rst-reference": { severity: "warning", summary: "A reference that leads to nothing in its text" },
  "lang-invalid": { severity: "warning", summary: "A language that is not a language tag" },
  "file-hidden": { severity: "warning", summary: "A hidden file that was not published" },
  "text-read": { severity: "error", summary: "A format of the site failed for a text" },
  "file-refused": {
    severity: "error",
    summary: "A file beside a proposal that is not published, because it could run",
  },
  "drawing-cleaned": { severity: "warning", summary: "An SVG file that contained more than a drawing" },
  "file-replaces": { severity: "warning", summary: "A file of the site replaces one that the build makes" },
  "file-link": {
    severity: "error",
    summary:
      "A symbolic link that is not followed, an entry that is neither file nor folder, or a name that cannot be read",
  },
  "windows-name": { severity: "warning", summary: "An address that cannot be a file on Windows; a build there fails" },
  "file-name": { severity: "warning", summary: "A file name that the series does not expect" },
  "file-ignored": { severity: "warning", summary: "A file that is not a proposal" },
  "text-format": { severity: "warning", summary: "A text in a format that is not read" },
  "program-not-packed": { severity: "warning", summary: "The program could not be packed into a new register" },
  "setting-left-out": { severity: "warning", summary: "A setting of an old site that has no equivalent" },
  "setting-unread": {
    severity: "warning",
    summary: "A setting of an old site that cannot be read without running its code",
  },
  "series-left-out": { severity: "warning", summary: "Numbered texts that `init --from` gives no series" },
  "proposal-skipped": { severity: "warning", summary: "A proposal with errors was left out" },
  "output-outdated": { severity: "warning", summary: "A built site that is older than its sources" },
  "commit-unknown": { severity: "warning", summary: "A build whose commit cannot be read from git" },
  "history-left-out": { severity: "warning", summary: "A version of a text that is not shown" },
  "incoming-left-out": { severity: "warning", summary: "An open pull request that is not listed" },
  "history-shallow": { severity: "warning", summary: "A shallow clone, which has no history" },
  "history-unread": { severity: "warning", summary: "A history that git cannot read" },
  "translation-orphan": {
    severity: "warning",
    summary: "A translation of a page that does not exist, or in a folder that is not read",
  },
  "route-conflict": { severity: "error", summary: "Two files for the same route" },
  "broken-link": { severity: "error", summary: "A link to an address that this site does not have" },
  "broken-markdown-link": { severity: "warning", summary: "A relative Markdown link to a file that does not exist" },
  "broken-repository-link": {
    severity: "warning",
    summary: "A link to a file that the register's repository does not have",
  },
  "broken-anchor": { severity: "warning", summary: "A link to a heading that does not exist" },
  "search-empty": { severity: "error", summary: "A push to hosted search would empty the index" },
  "search-record-size": { severity: "error", summary: "A record is larger than hosted search allows" },
  "search-provider": { severity: "error", summary: "Hosted search failed" },
  "link-case": { severity: "error", summary: "A link in the wrong case" },
  "link-slash": {
    severity: "error",
    summary: "A link with a trailing slash that the site does not write, or without one",
  },
  "link-empty": { severity: "error", summary: "A link or a picture without a URL" },
  "link-malformed": { severity: "error", summary: "A URL that cannot be read" },
  "link-mailto": { severity: "error", summary: "A mail link without a valid address" },
  "link-relative": { severity: "error", summary: "A URL without a host in a place that needs one" },
  "link-kind": { severity: "error", summary: "A picture, style sheet or script that is a file of another type" },
  "redirect-loop": { severity: "error", summary: "Redirects that lead in a circle, or to another redirect" },
  "redirect-host": {
    severity: "warning",
    summary: "A redirect that cannot be written as a page, so that only some hosts follow it",
  },
  "address-lost": { severity: "error", summary: "An address of today's site that the new one does not have" },
  "id-duplicate": { severity: "error", summary: "An id that is used twice on a page" },
  "page-orphan": { severity: "warning", summary: "A page that no other page leads to" },
  "external-broken": { severity: "error", summary: "A page of another site that does not exist" },
  "external-unreachable": { severity: "error", summary: "Another site that does not answer" },
  "external-refused": { severity: "warning", summary: "Another site that refuses requests of programs" },
  "external-moved": { severity: "warning", summary: "A page of another site that has moved permanently" },
  "external-private": { severity: "warning", summary: "A link into a private network, which is not followed" },
  "template-syntax": { severity: "error", summary: "A template cannot be compiled" },
  "template-no-default-export": {
    severity: "error",
    summary: "A template has no default export, so nothing can be rendered",
  },
  "template-unused": {
    severity: "warning",
    summary: "A template that replaces nothing and that no other template uses",
  },
  "style-invalid": { severity: "error", summary: "A style sheet of the site cannot be read" },
  "style-outside": { severity: "warning", summary: "A style sheet of the site loads a file from another site" },
  "head-outside": { severity: "warning", summary: "Every page loads a script from another site" },
  "site-code-failed": { severity: "error", summary: "An output, a check or another function of the site failed" },
  "template-failed": { severity: "error", summary: "A template threw an error" },
  "strings-syntax": { severity: "error", summary: "A file of strings cannot be read" },
  "strings-missing": { severity: "warning", summary: "A locale that has no strings" },
  "strings-unused": { severity: "warning", summary: "A file of strings that is not read" },
  "review-no-ancestor": { severity: "warning", summary: "Two commits that have no common ancestor" },
  "review-transition": { severity: "error", summary: "A status that may not follow the former one" },
  "review-initial": { severity: "error", summary: "A new proposal with a status that new proposals cannot have" },
  "review-terminal": { severity: "error", summary: "A change to a proposal whose status is terminal" },
  "review-number": { severity: "error", summary: "A number that the process does not assign" },
  "review-deadline": { severity: "error", summary: "A deadline that is too near, or not over yet" },
  "review-field": { severity: "error", summary: "A field that the new status needs is missing" },
  "review-removed": { severity: "error", summary: "A proposal is removed" },
  "review-address": { severity: "warning", summary: "The address of a proposal changes" },
  "review-author": { severity: "warning", summary: "An author is removed" },
  "review-foreign-assets": { severity: "warning", summary: "A file of another proposal, or of none, changes" },
  "review-process-file": {
    severity: "warning",
    summary: "A change of a file that controls how the register is built or reviewed",
  },
  "review-symlink": { severity: "error", summary: "A symbolic link, which a review does not follow" },
  "machine-failure": { severity: "error", summary: "A problem with disk, memory or permissions" },
  "output-unsafe": { severity: "error", summary: "The output folder must not be used" },
  "output-taken": { severity: "error", summary: "A file that no build wrote has an address of the site" },
} as const satisfies Record<string, CodeInfo>;

export type Code = keyof typeof codes;

/** Longest message and help, in characters: a text may have a value or a link of a million. */
const longestMessage = 1000;

const shorten = (text: string) => (text.length > longestMessage ? `${cutText(text, longestMessage)}…` : text);

/** Makes a diagnostic with its code's usual severity, unless the details have another. */
export function diagnose(
  code: Code,
  message: string,
  { help, ...details }: Omit<Partial<Diagnostic>, "code" | "message"> = {},
): Diagnostic {
  const { severity } = codes[code];
  return { code, severity, message: shorten(message), ...details, ...(help !== undefined && { help: shorten(help) }) };
}

/**
 * Reports a problem of the machine, not of the site: a full disk, a file without permission to read.
 * @param root absolute path of the site: if a file in it cannot be read, the diagnostic names that file.
 */
export function machineFailure(error: unknown, root?: string): Diagnostic {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const file = root === undefined || path === undefined ? undefined : pathBelow(root, path);
  const isInSite = file !== undefined && !file.startsWith("..");
  if (code !== undefined && isInSite && readingCalls.has(syscall ?? "")) {
    const problem = unreadableFile(file, code);
    // The folder of the site itself has no path in the site.
    return file === "" ? { ...problem, message: `${path} cannot be read (${code})`, file: undefined } : problem;
  }
  const advice = error instanceof Error && "help" in error ? String(error.help) : limits[code ?? ""];
  const help = advice === undefined ? {} : { help: advice };
  return diagnose("machine-failure", error instanceof Error ? error.message : String(error), help);
}

export const moreMemory = "Give the program more, in MB: NODE_OPTIONS=--max-old-space-size=8192.";

/** What to raise where a limit of the machine is reached, by the code of the error. */
const limits: Record<string, string> = {
  EMFILE: "Allow a process more open files: ulimit -n 4096.",
  ENFILE: "The system cannot open more files: end other programs, or raise its limit (fs.file-max).",
  ERR_WORKER_OUT_OF_MEMORY: moreMemory,
};

/** System calls that read a file or a folder. */
const readingCalls = new Set(["open", "read", "scandir", "stat", "lstat", "readlink", "access"]);

/** Reports an input that cannot be read. @param reason the system's code: `EACCES`. */
export function unreadableFile(file: string, reason: string): Diagnostic {
  const help = isPermission(reason) ? "Change its permissions, or move it away." : limits[reason];
  return diagnose("machine-failure", `this cannot be read (${reason})`, { file, help });
}

/** Reports a file that cannot be replaced. @param reason the system's code: `EACCES`. */
export function unwritableFile(file: string, reason: string): Diagnostic {
  const isFull = reason === "ENOSPC" || reason === "EDQUOT";
  const advice = isFull
    ? "The disk is full, or your part of it: make room, and run the command again."
    : limits[reason];
  const help = isPermission(reason) ? "Change its permissions, or those of its folder." : advice;
  return diagnose("machine-failure", `this cannot be written (${reason})`, { file, help });
}

const isPermission = (reason: string) => reason === "EACCES" || reason === "EPERM";

/**
 * Turns an error in a lenient series (by its profile, or with `legacy`) into a warning. Parsing does not know whether a
 * text is old, so it lowers all errors; `raiseSeverity` then restores those of new texts.
 */
export function lowerSeverity(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === "error" ? { ...diagnostic, severity: "warning", isLowered: true } : diagnostic;
}

/** Restores the errors that `lowerSeverity` made warnings, in new texts. @param isNew whether the text at a path is new. */
export function raiseSeverity(diagnostics: readonly Diagnostic[], isNew: (path: string) => boolean): Diagnostic[] {
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    const { code, file, isLowered, ...details } = diagnostic;
    if (file === undefined || !(isLowered || code === "proposal-skipped") || !isNew(file)) return [diagnostic];
    // Errors fail the build, so no proposal is skipped.
    return isLowered ? [{ ...details, code, file, severity: "error" }] : [];
  });
}

/**
 * Restores errors as `raiseSeverity` does, for a comparison with a base. Links to missing files in a changed text become errors, too, unless the
 * configuration has a level for them.
 * @param isNew whether the text at a path is held to the rules of new texts: in a review, all are that the base did not skip.
 */
export function raiseSeverityInChange(
  diagnostics: readonly Diagnostic[],
  { isNew, isChanged }: { isNew(path: string): boolean; isChanged(path: string): boolean },
  { brokenMarkdownLinks }: { brokenMarkdownLinks?: string },
): Diagnostic[] {
  const isDead = ({ code, file }: Diagnostic) =>
    (code === "broken-markdown-link" || code === "broken-repository-link") &&
    file !== undefined &&
    isNew(file) &&
    isChanged(file);
  const strict = raiseSeverity(diagnostics, isNew);
  if (brokenMarkdownLinks !== undefined) return strict;
  return strict.map((diagnostic) => (isDead(diagnostic) ? { ...diagnostic, severity: "error" } : diagnostic));
}
