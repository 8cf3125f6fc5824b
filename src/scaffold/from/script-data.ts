/**
 * Reads the configuration of an old site that is written in JavaScript or TypeScript, as data: its syntax tree is made, and nothing of it runs. Literals,
 * constants of the same file, spreads, and the default beside a variable of the environment have a value; all else is reported with its place.
 */
import type { ParseResult } from "@babel/parser";
import { loadLibrary } from "../../runtime/library.js";
import { Budget, isTooLong, type OldData, tooLarge, type Unread, unreadFile } from "./old-data.js";

type Parser = Pick<typeof import("@babel/parser"), "parse">;
type Node = ParseResult["program"]["body"][number] | Expression;
type Expression = import("@babel/types").Expression | import("@babel/types").Node;

export interface ScriptData extends OldData {
  /** Keys whose value is the default beside a variable of the environment, with their lines. */
  defaults: ReadonlyMap<string, number>;
}

/** Calls and functions around the settings. */
const mostWrappers = 60;

const unknown = Symbol("unknown");
/** A variable of the environment. */
const environment = Symbol("environment");

/** @param text of a module. */
export async function readScript(text: string): Promise<ScriptData> {
  const nothing = (line: number, what: string) => ({ ...unreadFile(what, line), defaults: new Map() });
  if (isTooLong(text)) return nothing(1, tooLarge);
  const { parse } = await loadLibrary<Parser>("parser");
  let body: Node[];
  try {
    const plugins = ["typescript" as const, "jsx" as const];
    body = parse(text, { sourceType: "unambiguous", errorRecovery: true, allowReturnOutsideFunction: true, plugins })
      .program.body;
  } catch (error) {
    const { loc } = error as { loc?: { line: number } };
    return nothing(loc?.line ?? 1, "what is no JavaScript");
  }
  const constants = constantsIn(body);
  const exported = exportOf(body);
  if (!exported) return nothing(1, "a file without an export that can be read");
  return new Reader(constants, importsIn(body)).read(exported);
}

class Reader {
  private readonly budget = new Budget();
  private readonly unread = new Map<string, Unread>();
  private readonly defaults = new Map<string, number>();
  private readonly lines = new Map<string, number>();

  constructor(
    private readonly constants: ReadonlyMap<string, Expression>,
    private readonly imports: ReadonlyMap<string, string>,
  ) {}

  read(exported: Expression): ScriptData {
    const settings = settingsIn(exported);
    const read = () => this.valueOf(settings, "", 0);
    // Each key of an object has a budget of its own.
    const result = settings.type === "ObjectExpression" ? { value: read() } : this.budget.ofKey(read);
    if (!result) this.fail(settings, "", tooLarge);
    const { unread, defaults, lines } = this;
    return { value: known(result?.value), unread: [...unread.values()], defaults, lines };
  }

  private fail(node: Expression, key: string, what: string, module?: string): typeof unknown {
    const line = node.loc?.start.line ?? 1;
    if (!this.unread.has(key)) this.unread.set(key, { key, line, what, ...(module && { module }) });
    return unknown;
  }

  /** A name that this file does not define. */
  private foreign(node: Expression, key: string, name: string): typeof unknown {
    const module = this.imports.get(name);
    return this.fail(
      node,
      key,
      module ? `what ${module} exports` : `${name}, which is not a constant of this file`,
      module,
    );
  }

  private valueOf(written: Expression, key: string, depth: number): unknown {
    const node = bare(written);
    if (depth > 0) this.budget.spend(depth, key);
    if (key) this.lines.set(key, node.loc?.start.line ?? 1);
    switch (node.type) {
      case "StringLiteral":
        return this.made(node.value, depth);
      case "NumericLiteral":
      case "BooleanLiteral":
        return node.value;
      case "NullLiteral":
        return null;
      case "RegExpLiteral":
        return this.fail(node, key, "a regular expression");
      case "TemplateLiteral":
        return this.template(node, key, depth);
      case "ArrayExpression":
        return this.list(node, key, depth);
      case "ObjectExpression":
        return this.object(node, key, depth);
      case "Identifier":
        return this.identifier(node, key, depth);
      case "MemberExpression":
      case "OptionalMemberExpression":
        return this.member(node, key, depth);
      case "UnaryExpression":
        return this.unary(node, key, depth);
      case "LogicalExpression":
        return this.either(node, key, depth);
      case "BinaryExpression":
        return this.sum(node, key, depth);
      case "CallExpression":
        return this.call(node, key, depth);
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "ObjectMethod":
        return this.fail(node, key, "a function");
      case "ConditionalExpression":
        return this.fail(node, key, "a choice that depends on a condition");
      default:
        return this.fail(node, key, "an expression that would have to run");
    }
  }

  private template(node: Extract<Expression, { type: "TemplateLiteral" }>, key: string, depth: number) {
    const parts = node.expressions.map((one) => this.text(one, key, depth));
    if (parts.some((part) => part === unknown)) return unknown;
    const texts = node.quasis.flatMap(({ value }, index) => [value.cooked ?? "", String(parts[index] ?? "")]);
    for (const text of texts) this.budget.spend(depth, text);
    return this.made(texts.join(""), depth);
  }

  private made(text: string, depth: number): string {
    this.budget.spend(depth, text);
    return text;
  }

  /** A value as a part of a text; one that has none makes the whole text unknown. */
  private text(node: Expression, key: string, depth: number): unknown {
    const value = this.valueOf(node, key, depth + 1);
    if (value === environment) return this.fail(node, key, "a variable of the environment");
    if (value === unknown || (typeof value === "object" && value !== null))
      return this.fail(node, key, "an expression that would have to run");
    return value;
  }

  private list(node: Extract<Expression, { type: "ArrayExpression" }>, key: string, depth: number) {
    return node.elements.flatMap((element, index) => {
      if (!element) return [];
      if (element.type !== "SpreadElement") return this.kept(element, `${key}[${index}]`, depth);
      const inner = this.valueOf(element.argument, `${key}[${index}]`, depth + 1);
      return Array.isArray(inner) ? inner : [];
    });
  }

  private kept(node: Expression, key: string, depth: number): unknown[] {
    const value = known(this.whole(node, key, depth));
    return value === undefined ? [] : [value];
  }

  /** A variable of the environment without a default is unknown. */
  private whole(node: Expression, key: string, depth: number): unknown {
    const value = this.valueOf(node, key, depth + 1);
    return value === environment ? this.fail(node, key, "a variable of the environment") : value;
  }

  private object(node: Extract<Expression, { type: "ObjectExpression" }>, key: string, depth: number) {
    const result = new Map<string, unknown>();
    for (const property of node.properties) {
      const isTop = key === "" && depth === 0;
      const read = () => this.property(property, key, depth);
      const entries = isTop ? this.budget.ofKey(read) : { value: read() };
      const name = property.type === "SpreadElement" ? "…" : nameOf(property);
      if (!entries) this.tooLarge(property, (name ?? "").slice(0, 60));
      for (const [name, value] of entries?.value ?? []) {
        const kept = known(value);
        if (kept === undefined) result.delete(name);
        else result.set(name, kept);
      }
    }
    return Object.fromEntries(result);
  }

  /** What was noted of a key before it became too large does not count. */
  private tooLarge(node: Expression, key: string): void {
    for (const path of this.unread.keys())
      if (path.startsWith(`${key}.`) || path.startsWith(`${key}[`)) this.unread.delete(path);
    this.fail(node, key, tooLarge);
  }

  private property(
    property: Extract<Expression, { type: "ObjectExpression" }>["properties"][number],
    key: string,
    depth: number,
  ): [name: string, value: unknown][] {
    if (property.type === "SpreadElement") {
      const inner = this.whole(property.argument, key ? `${key}.…` : "…", depth);
      return typeof inner === "object" && inner !== null ? Object.entries(inner) : [];
    }
    const name = nameOf(property);
    if (name === undefined) {
      this.fail(property, key, "a key that would have to be computed");
      return [];
    }
    const path = key ? `${key}.${name}` : name;
    this.budget.spend(depth, path);
    return [
      [
        name,
        property.type === "ObjectMethod"
          ? this.fail(property, path, "a function")
          : this.whole(property.value, path, depth),
      ],
    ];
  }

  private identifier(node: Extract<Expression, { type: "Identifier" }>, key: string, depth: number) {
    if (node.name === "undefined") return undefined;
    const constant = this.constants.get(node.name);
    if (!constant) return this.foreign(node, key, node.name);
    return this.valueOf(constant, key, depth + 1);
  }

  private member(
    node: Extract<Expression, { type: "MemberExpression" | "OptionalMemberExpression" }>,
    key: string,
    depth: number,
  ) {
    if (isEnvironment(node.object)) return environment;
    const property = node.property as Expression;
    const name = node.computed
      ? this.valueOf(property, key, depth + 1)
      : property.type === "Identifier"
        ? property.name
        : unknown;
    const object = bare(node.object);
    if (object.type === "Identifier" && !this.constants.has(object.name)) return this.foreign(node, key, object.name);
    const inner = this.valueOf(object, key, depth + 1);
    if (typeof inner === "object" && inner !== null && (typeof name === "string" || typeof name === "number"))
      if (Object.hasOwn(inner, name)) return (inner as Record<string, unknown>)[name];
    return this.fail(node, key, "an expression that would have to run");
  }

  private unary(
    { operator, argument, ...node }: Extract<Expression, { type: "UnaryExpression" }>,
    key: string,
    depth: number,
  ) {
    const value = this.valueOf(argument, key, depth + 1);
    if (operator === "-" && typeof value === "number") return -value;
    if (operator === "!" && typeof value !== "symbol") return !value;
    return this.fail({ operator, argument, ...node }, key, "an expression that would have to run");
  }

  /** `process.env.X || "default"`: nobody's environment is that of the site, so it is the default. */
  private either(
    { operator, left, right }: Extract<Expression, { type: "LogicalExpression" }>,
    key: string,
    depth: number,
  ) {
    const first = this.valueOf(left, key, depth + 1);
    if (operator === "&&")
      return first === environment || first === unknown ? unknown : first && this.valueOf(right, key, depth + 1);
    if (first === environment) this.defaults.set(key, left.loc?.start.line ?? 1);
    if (first === unknown) this.unread.delete(key);
    const isMissing =
      typeof first === "symbol" || first === undefined || first === null || (operator === "||" && !first);
    return isMissing ? this.valueOf(right, key, depth + 1) : first;
  }

  private sum(node: Extract<Expression, { type: "BinaryExpression" }>, key: string, depth: number) {
    if (node.operator !== "+") return this.fail(node, key, "an expression that would have to run");
    const [left, right] = [this.text(node.left, key, depth), this.text(node.right, key, depth)];
    return left === unknown || right === unknown ? unknown : this.made(`${left}${right}`, depth);
  }

  /** Calls that only name a file or write a value. */
  private call(node: Extract<Expression, { type: "CallExpression" }>, key: string, depth: number) {
    const callee = bare(node.callee as Expression);
    const argument = node.arguments.at(-1) as Expression | undefined;
    const name =
      callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.object.type === "Identifier"
        ? `${callee.object.name}.${callee.property.name}`
        : "";
    if (argument && /^(?:require\.resolve|path\.(?:resolve|join))$/.test(name)) {
      const file = this.valueOf(argument, key, depth + 1);
      if (typeof file === "string") return file;
    }
    if (argument && name === "JSON.stringify" && node.arguments.length === 1) {
      const value = this.whole(argument, key, depth);
      if (value !== unknown) return this.made(JSON.stringify(value) ?? "", depth);
    }
    return this.fail(node, key, "a function that would have to run");
  }
}

const known = (value: unknown) => (typeof value === "symbol" ? undefined : value);

/** An expression without what only says its type. */
function bare(node: Expression): Expression {
  let inner = node;
  while (
    inner.type === "TSAsExpression" ||
    inner.type === "TSSatisfiesExpression" ||
    inner.type === "TSNonNullExpression" ||
    inner.type === "TSTypeAssertion" ||
    inner.type === "ParenthesizedExpression"
  )
    inner = inner.expression;
  return inner;
}

function nameOf(property: Extract<Expression, { type: "ObjectProperty" | "ObjectMethod" }>): string | undefined {
  const { key, computed } = property;
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : undefined;
}

/** `process.env` and `import.meta.env`. */
function isEnvironment(node: Expression): boolean {
  const inner = bare(node);
  if (inner.type !== "MemberExpression" || inner.property.type !== "Identifier" || inner.property.name !== "env")
    return false;
  const owner = bare(inner.object);
  return (owner.type === "Identifier" && owner.name === "process") || owner.type === "MetaProperty";
}

/** The initial values of what is declared at the top of a file. One that is assigned again has none. */
function constantsIn(body: readonly Node[]): Map<string, Expression> {
  const constants = new Map<string, Expression>();
  for (const statement of body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration" && declared.id) constants.set(declared.id.name, declared);
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier" && init && declared.kind === "const" && !isRequire(init))
        constants.set(id.name, init);
  }
  return constants;
}

const isRequire = (node: Expression) =>
  node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require";

/** Names of imports, with the modules that they are from: also those of `require`. */
function importsIn(body: readonly Node[]): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of body) {
    if (statement.type === "ImportDeclaration")
      for (const { local } of statement.specifiers) imports.set(local.name, statement.source.value);
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      const [argument] = init?.type === "CallExpression" ? init.arguments : [];
      if (!init || !isRequire(init) || argument?.type !== "StringLiteral") continue;
      const names =
        id.type === "ObjectPattern"
          ? id.properties.map((one) => (one.type === "ObjectProperty" ? one.value : one))
          : [id];
      for (const name of names) if (name.type === "Identifier") imports.set(name.name, argument.value);
    }
  }
  return imports;
}

/** What a file exports: by default or as `module.exports`. */
function exportOf(body: readonly Node[]): Expression | undefined {
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration") return resolve(statement.declaration, body);
    if (statement.type === "TSExportAssignment") return resolve(statement.expression, body);
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue;
    const { left, right } = statement.expression;
    if (left.type === "MemberExpression" && left.object.type === "Identifier" && left.property.type === "Identifier")
      if (left.object.name === "module" && left.property.name === "exports") return resolve(right, body);
  }
  return undefined;
}

const resolve = (node: Expression, body: readonly Node[]): Expression => {
  const inner = bare(node);
  return (inner.type === "Identifier" && constantsIn(body).get(inner.name)) || inner;
};

/** The settings in what is exported: those that a call such as `defineConfig` gets, and those that a function returns. */
function settingsIn(exported: Expression): Expression {
  let node = bare(exported);
  for (let count = 0; count < mostWrappers; count++) {
    if (node.type === "CallExpression" && node.arguments[0]) node = bare(node.arguments[0] as Expression);
    else if (
      node.type === "FunctionDeclaration" ||
      node.type === "FunctionExpression" ||
      node.type === "ArrowFunctionExpression"
    ) {
      const { body } = node;
      if (body.type !== "BlockStatement") node = bare(body);
      else {
        const last = body.body.at(-1);
        if (last?.type !== "ReturnStatement" || !last.argument) return node;
        node = bare(last.argument);
      }
    } else return node;
  }
  return node;
}

/** The line of a key, or of the nearest key around it. */
export function lineOf({ lines }: Pick<ScriptData, "lines">, key: string): number {
  for (let path = key; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")))) {
    const line = lines.get(path);
    if (line !== undefined) return line;
  }
  return 1;
}
