/** Lists of proposals in pages: `<Proposals status="last-call" />`, alone on its line. Only the attributes below exist, and their values are data. */
import type { MarkdownIt, StateBlock, StateCore } from "markdown-it";
import { listAttributes, type ProposalList } from "../../../shared/document.js";
import { didYouMean } from "../../../shared/text.js";
import { envOf, forEachInline, metaOf, type RenderRules, report } from "./env.js";

const begins = /^<Proposals(?=[\s/>])/;
const pattern = /^<Proposals((?:\s+[a-z-]+="[^"<>&]*")*)\s*\/>$/i;

const unreadable = "this list of proposals cannot be read";
const example = 'Write it alone on a line, with values in double quotes: <Proposals status="last-call" limit="10" />';

const sorts = new Set(["number", "date", "updated", "title"]);
const valid: Partial<Record<(typeof listAttributes)[number], [test: (value: string) => boolean, help: string]>> = {
  year: [(value) => /^\d{4}(\s*,\s*\d{4})*$/.test(value), "Write a year of four digits."],
  limit: [(value) => /^[1-9]\d{0,5}$/.test(value), "Write a number, 1 or more."],
  sort: [(value) => sorts.has(value), `There are: ${[...sorts].join(", ")}.`],
};

export function proposalLists(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "proposal_list", readLine, { alt: ["paragraph"] });
  md.core.ruler.after("inline", "proposal_list_in_text", reportInText);
}

/** In the middle of a line it is text, as it is written. */
function reportInText({ env: givenEnv, tokens }: StateCore): void {
  const env = envOf(givenEnv);
  if (!env.lists) return;
  forEachInline(tokens, env, ({ children }, _, finder) => {
    for (const { type, content } of children ?? [])
      if (type === "html_inline" && begins.test(content))
        report(env, "proposals-list", unreadable, finder.find(content), { length: content.length, help: example });
  });
}

export const proposalListRules: RenderRules = {
  proposal_list: (tokens, index, _, out) => {
    const list = metaOf<{ list: number }>(tokens[index]).list;
    out.addParts(['<div class="proposals">', { kind: "proposals", list }, "</div>\n"]);
  },
};

/** A list with a mistake is reported, and shown as it is written. */
function readLine(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const env = envOf(state.env);
  if (!env.lists || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const text = state.src.slice(start, state.eMarks[line]).trimEnd();
  if (!begins.test(text)) return false;
  if (silent) return true;
  const column = (env.lines[line]?.indexOf(text) ?? 0) + 1;
  const location = { position: { line: env.firstLine + line, column: Math.max(1, column) }, length: text.length };
  const read = readList(text);
  const token = "message" in read ? state.push("code_block", "code", 0) : state.push("proposal_list", "", 0);
  token.map = [line, line + 1];
  state.line = line + 1;
  if ("message" in read) {
    token.content = `${text}\n`;
    report(env, "proposals-list", read.message, location.position, { length: location.length, help: read.help });
  } else {
    token.meta = { list: env.lists.push({ criteria: read, ...location }) - 1 };
  }
  return true;
}

function readList(text: string): ProposalList["criteria"] | { message: string; help: string } {
  const attributes = pattern.exec(text)?.[1];
  if (attributes === undefined) return { message: unreadable, help: example };
  const criteria: ProposalList["criteria"] = {};
  for (const [, name = "", value = ""] of attributes.matchAll(/([a-z-]+)="([^"]*)"/gi)) {
    const listAttribute = listAttributes.find((attributeName) => attributeName === name);
    if (!listAttribute) {
      const near = didYouMean(name, listAttributes);
      const help = near ? `Did you mean ${near}?` : `There are: ${listAttributes.join(", ")}.`;
      return { message: `a list of proposals has no attribute ${name}`, help };
    }
    if (criteria[listAttribute] !== undefined)
      return { message: `${name} is there twice`, help: "Write several values with commas." };
    const trimmed = value.trim();
    const [test, help] = valid[listAttribute] ?? [
      (attributeValue: string) => /[^\s,]/.test(attributeValue),
      "Write a value, or leave the attribute out.",
    ];
    if (!test(trimmed))
      return { message: `${name}="${value}" is not a ${name} that a list of proposals can have`, help };
    criteria[listAttribute] = trimmed;
  }
  return criteria;
}
