/** Templates of proposals: an empty proposal, or a page that explains one and shows its skeleton. */
import { posix } from "node:path";
import type { Series } from "../config/index.js";
import { type FrontMatter, splitFrontMatter } from "../parse/front-matter.js";
import { keysOf } from "../parse/metadata/keys.js";
import { listFiles } from "../read/sources.js";
import type { SourceFile } from "../shared/document.js";

export interface Template {
  body: string;
  /** Fields that the series does not know but the template has: a licence. */
  fields: [key: string, value: string][];
}

/** @returns path below the root of the series' template, or undefined if it has none. */
export async function findTemplate(root: string, { template, source }: Series): Promise<string | undefined> {
  if (template) return template;
  const [first] = await listFiles(posix.join(root, source), ["_template.md", "*template*.md"]);
  return first && posix.join(source, first);
}

/** The text of a page that shows its skeleton as Markdown code is that code; otherwise the whole text, without front matter shown as code. */
export function readTemplate(source: SourceFile, series: Series): Template {
  const { entries = [], body } = splitFrontMatter(source);
  const numberKeys = keysOf(series, "number");
  const isProposal = entries.some(({ key }) => numberKeys.includes(key));
  const skeleton = isProposal ? undefined : /^(`{3,}|~{3,})(?:markdown|md)\n([\s\S]*?)^\1\s*$/m.exec(body)?.[2];
  const text = skeleton ?? (isProposal ? body : withoutShownFields(body));
  return { body: `${text.trim()}\n`, fields: isProposal ? writtenFields(entries) : [] };
}

/** The first block of code, if it is front matter, with what introduces it. */
function withoutShownFields(body: string): string {
  const shown = /^(`{3,}|~{3,})\w*\n---\n[\s\S]*?\n\1[ \t]*$/m.exec(body);
  return shown ? body.slice(shown.index + shown[0].length) : body;
}

/** Text in angle brackets is to be replaced, so it is not a value. */
function writtenFields(entries: NonNullable<FrontMatter["entries"]>): [string, string][] {
  return entries.flatMap(({ key, value }): [string, string][] =>
    value.kind === "text" && value.text !== "" && !/^<.*>$/.test(value.text) ? [[key, value.text]] : [],
  );
}
