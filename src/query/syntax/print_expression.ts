/**
 * Prints expressions with as few parentheses as the grammar allows.
 * @module
 */
import type {
  Expression,
  Identifier,
  NamedExpression,
  NameExpression,
  Pipeline,
  StringLiteral,
  Word,
} from "./ast.ts";
import { isValueWord } from "./lexer.ts";
import { productText } from "./loose_text.ts";

/** Binding strength of expressions; an operand that binds more loosely than its place needs parentheses. */
export const LEVELS = {
  filtered: 0,
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  range: 5,
  arithmetic: 6,
  unary: 11,
  primary: 12,
} as const;

const BINARY_LEVELS = {
  "^": 6,
  "&": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
} as const;

/** Prints a pipeline on one line; passed in, because pipelines contain expressions. */
type PrintPipeline = (pipeline: Pipeline) => string;

/** Prints an expression; `minimum` is the binding strength that its position requires. */
export function printExpression(node: Expression, printPipeline: PrintPipeline, minimum = 0): string {
  const text = print(node, (child, level) => printExpression(child, printPipeline, level), printPipeline);
  return levelOf(node) < minimum ? `(${text})` : text;
}

/** Prints `[NAME =] expr`; if a word follows, an open range at the end is put in brackets. */
export function printNamed(
  node: NamedExpression,
  printPipeline: PrintPipeline,
  minimum: number,
  wordFollows: boolean,
): string {
  const close = wordFollows ? closeRange : (text: string): string => text;
  const { value } = node;
  if (node.name !== null) minimum = LEVELS.filtered;
  let text: string;
  if (value.kind === "filtered") {
    const condition = close(printExpression(value.condition, printPipeline, LEVELS.or));
    text = `${printExpression(value.value, printPipeline, Math.max(minimum, LEVELS.or))} if ${condition}`;
  } else {
    text = close(printExpression(value, printPipeline, minimum));
  }
  return node.name === null ? text : `${printName(node.name)} = ${text}`;
}

/** Prints a name as written, with backticks if it had them. */
export function printName(node: Identifier | NameExpression): string {
  return node.quoted ? `\`${node.name}\`` : node.name;
}

const SHORT_ESCAPES = new Map([["\n", "\\n"], ["\t", "\\t"], ["\r", "\\r"], ["\\", "\\\\"]]);

/** Prints a string with the kind of quotes that needs fewer escapes. */
export function printString(value: string): string {
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
  const body = value.replace(/[\\\p{Cc}\u2028\u2029\ud800-\udfff"']/gu, (found) => {
    if (found === '"' || found === "'") return found === quote ? `\\${found}` : found;
    const code = found.charCodeAt(0).toString(16);
    return SHORT_ESCAPES.get(found) ?? (code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code}`);
  });
  return quote + body + quote;
}

/** Puts an open range in brackets, so that a word after it is not read as its upper bound. */
export function closeRange(text: string): string {
  return text.endsWith("..") ? `(${text})` : text;
}

function levelOf(node: Expression): number {
  switch (node.kind) {
    case "filtered":
      return LEVELS.filtered;
    case "logical":
      return node.op === "or" ? LEVELS.or : LEVELS.and;
    case "not":
      return LEVELS.not;
    case "comparison":
    case "in":
    case "overlaps":
    case "has":
    case "isNull":
    case "match":
      return LEVELS.comparison;
    case "range":
      return LEVELS.range;
    case "binary":
      return BINARY_LEVELS[node.op];
    case "unary":
      return LEVELS.unary;
    default:
      return LEVELS.primary;
  }
}

type PrintChild = (node: Expression, minimum: number) => string;

function print(node: Expression, child: PrintChild, printPipeline: PrintPipeline): string {
  const negation = "negated" in node && node.negated ? "not " : "";
  const side = LEVELS.range;
  switch (node.kind) {
    case "name":
      return printName(node);
    case "integer":
    case "float":
    case "duration":
    case "time":
    case "percent":
    case "word":
      return node.text;
    case "string":
      return printString(node.value);
    case "regex":
      return `/${node.source}/${node.flags}`;
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
    case "range": {
      const sign = node.mode === "exclusive" ? ".." : node.mode === "inclusive" ? "..=" : "..+";
      const [start, end] = [node.start, node.end].map((part) =>
        part === null ? "" : child(part, LEVELS.arithmetic)
      );
      return `${start}${sign}${end}`;
    }
    case "set":
      return `{${node.values.map((value) => productText(value) ?? child(value, side)).join(", ")}}`;
    case "unary": {
      const operand = child(node.operand, LEVELS.unary);
      // Two minus signs in a row would begin a comment.
      return operand.startsWith("-") ? `${node.op}(${operand})` : node.op + operand;
    }
    case "binary": {
      const level = BINARY_LEVELS[node.op];
      return `${child(node.left, level)} ${node.op} ${child(node.right, level + 1)}`;
    }
    case "not":
      return `not ${child(node.operand, LEVELS.not)}`;
    case "logical": {
      const level = node.op === "or" ? LEVELS.and : LEVELS.not;
      return node.operands.map((operand) => child(operand, level)).join(` ${node.op} `);
    }
    case "comparison":
      return `${child(node.left, side)} ${negation}${node.op} ${child(node.right, side)}`;
    case "in":
      return `${child(node.value, side)} ${negation}in ${child(node.choices, side)}`;
    case "overlaps":
      return `${child(node.value, side)} ${negation}overlaps ${child(node.range, side)}`;
    case "has":
      return `${child(node.value, side)} ${negation}has ${child(node.flag, side)}`;
    case "isNull":
      return `${child(node.value, side)} is ${negation}null`;
    case "match":
      return `${child(node.value, LEVELS.primary)}:${printPattern(node.pattern, child)}`;
    case "call":
      return `${printName(node.name)}(${node.args.map((arg) => child(arg, LEVELS.filtered)).join(", ")})`;
    case "filtered":
      return `${child(node.value, LEVELS.or)} if ${child(node.condition, LEVELS.or)}`;
    case "subquery":
      return `(${printPipeline(node.pipeline)})`;
    case "error":
      return "<error>";
  }
}

/** Prints the pattern after a colon; expressions of other kinds would be read as a word. */
function printPattern(node: Expression, child: PrintChild): string {
  const text = child(node, LEVELS.range);
  const stands = ["word", "string", "regex", "set", "subquery"].includes(node.kind) || isValueWord(text);
  return stands ? text : `(${text})`;
}

/** Prints the name of a trace, a context or something similar. */
export function printNameWord(word: Word | StringLiteral | { readonly kind: "error" }): string {
  if (word.kind === "error") return "<error>";
  return word.kind === "word" ? word.text : printString(word.value);
}
