/** The rules of a site: plugins of markdown-it. If one of them throws, a finding names the rule, the text, and the line of the site's code. */
import type { Env, MarkdownIt, Renderer, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import {
  locationOfThrown,
  type MarkdownConfig,
  originOf,
  SiteCodeError,
  type SourceLocation,
  thrownText,
} from "../../../config/index.js";
import { diagnose } from "../../../platform/diagnostics/codes.js";
import { secretMark } from "../../../platform/secret-mark.js";
import { cleanText } from "../../../shared/clean-text.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { Position } from "../../../shared/document.js";
import { envOf, type MarkdownEnv, type RenderRule, type TokenRenderer } from "./env.js";
import { addSiteUrls } from "./url-attributes.js";
import type { Writer } from "./writer.js";

type SiteRule = MarkdownConfig["rules"][number];

/** Thrown in place of an error that a rule of a site has thrown. */
export class RuleFailure extends SiteCodeError {
  constructor(
    message: string,
    /** The line of the site's code, if it is known. */
    location: SourceLocation | undefined,
    /** The position in the text; its first line if the position is unknown. */
    private readonly position: Position = { line: 1, column: 1 },
  ) {
    super(message, location);
  }

  /** @param file of the text, or of the configuration if the rule failed before a text was read. */
  diagnostic(file: string): Diagnostic {
    const { location } = this;
    const help = location
      ? `It was thrown at ${location.file}:${location.line}:${location.column}.`
      : "See `markdown.rules` in the configuration.";
    return diagnose("site-code-failed", this.message, { file, ...this.position, help });
  }
}

/** Calls code of a rule. @throws RuleFailure if the code throws. */
type Attempt = <T>(call: () => T, findPosition?: () => Position | undefined) => T;

function attemptOf(rule: SiteRule, index: number): Attempt {
  const plugin = typeof rule === "function" ? rule : rule[0];
  const name = `the rule ${plugin.name || "without a name"} (markdown.rules[${index}])`;
  return (call, findPosition) => {
    try {
      return call();
    } catch (error) {
      if (error instanceof RuleFailure) throw error;
      // The rule may come from a package, which is not the site's code; code of the site that it calls may have thrown.
      const origin = originOf(plugin);
      const thrownAt = origin && locationOfThrown(error, origin.code, origin.root);
      throw new RuleFailure(`${name} failed: ${cleanText(thrownText(error))}`, thrownAt, findPosition?.());
    }
  };
}

/** @returns a plugin that adds the rules of a site. It must be added after the rules of the program. */
export function siteRules(rules: readonly SiteRule[]): (md: MarkdownIt) => void {
  return (md) => {
    for (const [index, rule] of rules.entries()) {
      const attempt = attemptOf(rule, index);
      const [plugin, ...options] = typeof rule === "function" ? [rule] : rule;
      const functionsBefore = new Set(functionsOf(md));
      attempt(() => md.use(plugin, ...options));
      guard(md, functionsBefore, attempt);
    }
  };
}

function rulersOf(md: MarkdownIt) {
  return [md.core.ruler, md.block.ruler, md.inline.ruler, md.inline.ruler2] as const;
}

function* functionsOf(md: MarkdownIt): Generator<unknown> {
  for (const ruler of rulersOf(md)) for (const { fn } of ruler.__rules__) yield fn;
  yield* Object.values(md.renderer.rules);
}

/** Wraps every function that a plugin has added, so that it throws a RuleFailure. */
function guard(md: MarkdownIt, functionsBefore: ReadonlySet<unknown>, attempt: Attempt): void {
  const [core, block, ...inlines] = rulersOf(md);
  for (const rule of core.__rules__) {
    const { fn } = rule;
    if (!functionsBefore.has(fn)) rule.fn = (state: StateCore) => attempt(() => fn(state));
  }
  for (const rule of block.__rules__) {
    const { fn } = rule;
    if (functionsBefore.has(fn)) continue;
    rule.fn = (state: StateBlock, line: number, ...blockArguments) =>
      attempt(
        () => fn(state, line, ...blockArguments),
        () => ({ line: envOf(state.env).firstLine + line, column: 1 }),
      );
  }
  for (const ruler of inlines) {
    for (const rule of ruler.__rules__ as { fn: (state: StateInline, silent: boolean) => boolean }[]) {
      const { fn } = rule;
      if (functionsBefore.has(fn)) continue;
      rule.fn = (state, silent) =>
        attempt(
          () => fn(state, silent),
          () => inlinePosition(state),
        );
    }
  }
  for (const ruler of rulersOf(md)) ruler.__cache__ = null;
  const { rules } = md.renderer;
  for (const [type, fn] of Object.entries(rules)) {
    if (!fn || functionsBefore.has(fn)) continue;
    rules[type] = (tokens, index, options, env, self) =>
      attempt(
        () => fn(tokens, index, options, env, self),
        () => ({ line: envOf(env).firstLine + envOf(env).block[0], column: 1 }),
      );
  }
}

/** Finds the position in the file at which a text is read. Its first line may be part of a line of the file, after a list mark for example. */
function inlinePosition({ src, pos, env }: StateInline): Position | undefined {
  const { lines, firstLine } = envOf(env);
  const before = src.slice(0, pos).split("\n");
  const first = (src.split("\n")[0] ?? "").trim();
  const start = lines.findIndex((line) => line.includes(first));
  if (start === -1) return undefined;
  const line = start + before.length - 1;
  const column = (before.at(-1)?.length ?? 0) + (before.length === 1 ? (lines[start]?.indexOf(first) ?? 0) : 0) + 1;
  return { line: firstLine + line, column };
}

/** Marks the place, in the result of a site's renderer, where it calls the renderer of the program. */
const programMark = secretMark();

/** Renders the tokens that the program does not know, and those whose renderer a rule has replaced. */
export class SiteRenderer implements TokenRenderer {
  private readonly placeholders = new Map<string, unknown>();

  /** @param md a parser to which the rules of the site have not been added. @param types of tokens that the program writes. */
  constructor(
    private readonly md: MarkdownIt,
    types: Iterable<string>,
  ) {
    for (const type of types) {
      const placeholder = () => programMark;
      md.renderer.rules[type] = placeholder;
      this.placeholders.set(type, placeholder);
    }
  }

  write(tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer, rule: RenderRule | undefined): boolean {
    const { renderer, options } = this.md;
    const type = tokens[index]?.type ?? "";
    const renderRule = renderer.rules[type];
    if (!renderRule || renderRule === this.placeholders.get(type)) return false;
    const html: unknown = renderRule(tokens as Token[], index, options, env as never as Env, renderer as Renderer);
    const parts = String(html ?? "").split(programMark);
    for (const [offset, part] of parts.entries()) {
      if (offset > 0) rule?.(tokens, index, env, out);
      addSiteUrls(part, env);
      out.html(part);
    }
    return true;
  }
}
