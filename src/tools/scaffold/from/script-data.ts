/**
 * Reads a configuration in JavaScript or TypeScript as data: it is parsed, and never run. Literals, lists, objects, joined texts, constants of the same
 * file, spreads, and the default of an environment variable have a value; everything else is reported with its line.
 */
import type { AnyNode, Program, Property, SpreadElement } from "acorn";
import { loadLibrary } from "../../../platform/library.js";
import { isTooLong, type OldData, tooLarge, type Unread, unreadFile } from "./old-data.js";

type ParserLibrary = typeof import("./script-parser.js");

/** The maximum depth of a value, and number of calls and functions around the settings. */
const maxDepth = 60;
/**
 * The maximum depth of brackets in the file: deeper ones nearly fill the stack of the parser, and V8 ends a process that compiles a regular
 * expression when the stack has no room for it.
 */
const maxBrackets = 120;
/** The maximum number of values and characters: constants and joined texts can expand a few lines to any size. */
const maxSize = 1_000_000;

class BudgetSpent extends Error {}

/** @param text of a module. @returns its settings. If it has no readable export, or is too large, all of the file is reported as unread. */
export async function readScript(text: string): Promise<OldData> {
  if (isTooLong(text) || hasDeepBrackets(text)) return unreadFile(tooLarge);
  const library = await loadLibrary<ParserLibrary>("parser");
  let body: Program["body"];
  try {
    body = parse(text, library);
  } catch (error) {
    const { loc } = error as { loc?: { line: number } };
    return unreadFile("not valid JavaScript", loc?.line);
  }
  const constants = constantsIn(body);
  const exported = exportIn(body);
  if (!exported) return unreadFile("a file without an export that can be read");
  try {
    return new Reader(constants).read(settingsIn(exported, constants));
  } catch (error) {
    if (error instanceof BudgetSpent) return unreadFile(tooLarge);
    throw error;
  }
}

/** Counts brackets in texts and comments as well, which have few. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[([{}\])]/g)) {
    depth = "([{".includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxBrackets) return true;
  }
  return false;
}

/** Parses the file as a module or, if that fails, as a script. @throws the error of the module. */
function parse(text: string, { Parser, tsPlugin }: ParserLibrary): Program["body"] {
  const parser = Parser.extend(tsPlugin({ jsx: true }));
  const options = { ecmaVersion: "latest", locations: true, allowReturnOutsideFunction: true } as const;
  try {
    return parser.parse(text, { ...options, sourceType: "module" }).body;
  } catch (error) {
    try {
      return parser.parse(text, { ...options, sourceType: "script" }).body;
    } catch {
      throw error;
    }
  }
}

/** Reads values of a syntax tree. A value that only running the file would give is read as undefined. */
class Reader {
  private size = 0;
  private readonly unread = new Map<string, Unread>();
  private readonly lines = new Map<string, number>();

  constructor(private readonly constants: ReadonlyMap<string, AnyNode>) {}

  read(settings: AnyNode): OldData {
    const value: Record<string, unknown> = {};
    if (settings.type !== "ObjectExpression") this.fail(settings, "", "an expression that would have to run");
    for (const property of settings.type === "ObjectExpression" ? settings.properties : [])
      for (const [name, inner] of this.property(property, "", 1)) {
        this.lines.set(name, lineOf(property));
        setKey(value, name, inner);
      }
    return { value, unread: [...this.unread.values()], lines: this.lines };
  }

  private spend(depth: number, text: string): void {
    this.size += 1 + text.length;
    if (this.size > maxSize || depth > maxDepth) throw new BudgetSpent();
  }

  private fail(node: AnyNode, key: string, description: string): undefined {
    if (!this.unread.has(key)) this.unread.set(key, { key, line: lineOf(node), description });
  }

  private valueOf(written: AnyNode, key: string, depth: number): unknown {
    const node = bare(written);
    this.spend(depth, key);
    const inner = (expression: AnyNode) => this.valueOf(expression, key, depth + 1);
    switch (node.type) {
      case "Literal":
        if (typeof node.value === "string") return this.joined([node.value], depth);
        if (node.value === null || typeof node.value === "number" || typeof node.value === "boolean") return node.value;
        break;
      case "TemplateLiteral": {
        const parts = node.quasis.flatMap(({ value }, index) => {
          const expression = node.expressions[index];
          return [value.cooked ?? "", ...(expression ? [inner(expression)] : [])];
        });
        return this.joined(parts, depth);
      }
      case "BinaryExpression":
        if (node.operator === "+") {
          const [left, right] = [inner(node.left), inner(node.right)];
          return typeof left === "number" && typeof right === "number"
            ? left + right
            : this.joined([left, right], depth);
        }
        break;
      case "UnaryExpression": {
        const value = node.operator === "-" ? inner(node.argument) : undefined;
        if (typeof value === "number") return -value;
        break;
      }
      case "ArrayExpression":
        return node.elements.flatMap((element, index) => this.element(element, `${key}[${index}]`, depth + 1));
      case "ObjectExpression": {
        const value: Record<string, unknown> = {};
        for (const property of node.properties)
          for (const [name, member] of this.property(property, key, depth + 1)) setKey(value, name, member);
        return value;
      }
      case "Identifier": {
        const constant = this.constants.get(node.name);
        if (constant) return inner(constant);
        return node.name === "undefined" ? undefined : this.fail(node, key, `${node.name}, which this file only names`);
      }
      case "LogicalExpression": {
        // The environment of the old site is unknown, so `process.env.X || "default"` is the default.
        const first = inner(node.left);
        if (node.operator === "&&") return first && inner(node.right);
        if (first || (node.operator === "??" && first !== undefined && first !== null)) return first;
        this.unread.delete(key);
        return inner(node.right);
      }
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression":
        return this.fail(node, key, "a function");
    }
    return this.fail(node, key, "an expression that would have to run");
  }

  /** Joins the parts of a text. If a part has no value, the text has none. */
  private joined(parts: readonly unknown[], depth: number): string | undefined {
    if (parts.some((part) => part === undefined || (typeof part === "object" && part !== null))) return undefined;
    const text = parts.map(String).join("");
    this.spend(depth, text);
    return text;
  }

  private element(node: AnyNode | null, key: string, depth: number): unknown[] {
    if (!node) return [];
    const value = this.valueOf(node.type === "SpreadElement" ? node.argument : node, key, depth);
    if (node.type === "SpreadElement") return Array.isArray(value) ? value : [];
    return value === undefined ? [] : [value];
  }

  private property(property: Property | SpreadElement, key: string, depth: number): [name: string, value: unknown][] {
    if (property.type === "SpreadElement") {
      const value = this.valueOf(property.argument, key ? `${key}.…` : "…", depth);
      return typeof value === "object" && value !== null ? Object.entries(value) : [];
    }
    const name = nameOf(property);
    const path = key && name ? `${key}.${name}` : (name ?? key);
    if (name === undefined) this.fail(property, path, "a key that would have to be computed");
    else if (property.method || property.kind !== "init") this.fail(property, path, "a function");
    else return [[name, this.valueOf(property.value, path, depth)]];
    return name === undefined ? [] : [[name, undefined]];
  }
}

const lineOf = (node: AnyNode) => node.loc?.start.line ?? 1;

/** Sets a key; as in JavaScript, the last value of a key counts, even if it is undefined. */
function setKey(object: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete object[name];
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The expression in a node of one of these types, which TypeScript adds and acorn's types do not have. */
function expressionIn(node: AnyNode, types: readonly string[]): AnyNode | undefined {
  return types.includes(node.type) ? (node as unknown as { expression: AnyNode }).expression : undefined;
}

const typedExpressions = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];

/** The expression within assertions of its type, such as `x as Config`. */
function bare(node: AnyNode): AnyNode {
  let expression = node;
  for (;;) {
    const inner = expressionIn(expression, typedExpressions);
    if (!inner) return expression;
    expression = inner;
  }
}

function nameOf({ key, computed }: Property): string | undefined {
  if (key.type === "Literal" && typeof key.value !== "object") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : undefined;
}

/** The constants and functions at the top of a file, by name. */
function constantsIn(body: Program["body"]): Map<string, AnyNode> {
  const constants = new Map<string, AnyNode>();
  for (const statement of body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration" && declared.id) constants.set(declared.id.name, declared);
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier" && init) constants.set(id.name, init);
  }
  return constants;
}

/** The default export of a file, or `module.exports`. */
function exportIn(body: Program["body"]): AnyNode | undefined {
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration") return statement.declaration;
    const assigned = expressionIn(statement, ["TSExportAssignment"]);
    if (assigned) return assigned;
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue;
    const { left, right } = statement.expression;
    if (left.type === "MemberExpression" && left.object.type === "Identifier" && left.property.type === "Identifier")
      if (left.object.name === "module" && left.property.name === "exports") return right;
  }
  return undefined;
}

/** Finds the settings in an export: the argument of a call such as `defineConfig`, or the value that a function returns. */
function settingsIn(exported: AnyNode, constants: ReadonlyMap<string, AnyNode>): AnyNode {
  let node = bare(exported);
  for (let count = 0; count < maxDepth; count++) {
    let next: AnyNode | null | undefined;
    if (node.type === "Identifier") next = constants.get(node.name);
    else if (node.type === "CallExpression") next = node.arguments[0];
    else if (
      node.type === "FunctionDeclaration" ||
      node.type === "FunctionExpression" ||
      node.type === "ArrowFunctionExpression"
    ) {
      const last = node.body.type === "BlockStatement" ? node.body.body.at(-1) : node.body;
      if (last?.type === "ReturnStatement") next = last.argument;
      else if (last === node.body) next = last;
    }
    if (!next) break;
    node = bare(next);
  }
  return node;
}
