/** The rules of a site: plugins of markdown-it. What one of them throws is an error that names it, the text, and the place in the site's code. */
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
import { noteMade } from "./url-attributes.js";
import type { Writer } from "./writer.js";

type SiteRule = MarkdownConfig["rules"][number];

/** What a rule of a site threw. */
export class RuleFailure extends SiteCodeError {
  constructor(
    message: string,
    /** In the site's code, if that is known. */
    location: SourceLocation | undefined,
    /** In the text; the first line if it is unknown. */
    private readonly position: Position = { line: 1, column: 1 },
  ) {
    super(message, location);
  }

  /** @param file of the text, or of the configuration if no text is the reason. */
  diagnostic(file: string): Diagnostic {
    const { location } = this;
    const help = location
      ? `It was thrown at ${location.file}:${location.line}:${location.column}.`
      : "See `markdown.rules` in the configuration.";
    return diagnose("site-code-failed", this.message, { file, ...this.position, help });
  }
}

/** Calls code of a rule. @param place finds where in the text it was. */
type Attempt = <T>(call: () => T, findPosition?: () => Position | undefined) => T;

function attemptOf(rule: SiteRule, index: number): Attempt {
  const plugin = typeof rule === "function" ? rule : rule[0];
  const name = `the rule ${plugin.name || "without a name"} (markdown.rules[${index}])`;
  return (call, findPosition) => {
    try {
      return call();
    } catch (error) {
      if (error instanceof RuleFailure) throw error;
      // A function of a package has no place in the site's code, but what it was given may have.
      const origin = originOf(plugin);
      const thrownAt = origin && locationOfThrown(error, origin.code, origin.root);
      throw new RuleFailure(`${name} failed: ${cleanText(thrownText(error))}`, thrownAt, findPosition?.());
    }
  };
}

/** Adds the rules of a site to a parser, behind all others. */
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

/** Every function that a plugin has added throws a RuleFailure. */
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

/** Where a text is read: its lines are in the file, but for what is before them. */
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

/** In what the renderer of a site returns, it stands for what the program would write. */
const usual = secretMark();

/** Renders the tokens that the program does not know, and those whose renderer a rule has replaced. */
export class SiteRenderer implements TokenRenderer {
  private readonly placeholders = new Map<string, unknown>();

  /** @param md without the rules of the site yet. @param types of tokens that the program writes. */
  constructor(
    private readonly md: MarkdownIt,
    types: Iterable<string>,
  ) {
    for (const type of types) {
      const placeholder = () => usual;
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
    const parts = String(html ?? "").split(usual);
    for (const [offset, part] of parts.entries()) {
      if (offset > 0) rule?.(tokens, index, env, out);
      noteMade(part, env);
      out.html(part);
    }
    return true;
  }
}
