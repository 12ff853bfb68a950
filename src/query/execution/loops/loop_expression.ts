/**
 * What a loop computes: an expression as a tree of numbers, over columns and constants.
 * @module
 */

import type { ColumnType } from "../../../events/trace_sink.ts";
import type { Column } from "../../../tables/column.ts";
import { SumColumn } from "../../../tables/sum_column.ts";
import type { ArithmeticExpr, CallExpr, CompareExpr, Expr } from "../../plan/expressions.ts";
import { passingCodes } from "../passing_codes.ts";
import { ExpressionColumn, MaskedColumn } from "../expression_column.ts";
import type { CodeTable } from "./code_tables.ts";
import { LoopColumn } from "./loop_column.ts";
import type { Workspace } from "../relation.ts";
import { testOf } from "../text_memo.ts";
import { toWord } from "../column_words.ts";

/** How numbers compare; text is a code, which can only be compared for equality. */
export type NumberKind = "unsigned" | "signed" | "double" | "code";

/** A node of the expression tree. */
export type LoopNode =
  | { readonly op: "column"; readonly at: number; readonly kind: NumberKind }
  | { readonly op: "constant"; readonly at: number; readonly kind: NumberKind; readonly value: bigint | null }
  | {
    readonly op: "arithmetic";
    readonly fn: ArithmeticExpr["fn"];
    readonly kind: NumberKind;
    readonly left: LoopNode;
    readonly right: LoopNode;
    /**
     * Set if no loop may compute the node when it can overflow, because only the column itself then knows the result.
     */
    readonly isExact?: true;
  }
  | {
    /** Looks a code up in a table. */
    readonly op: "lookup";
    readonly kind: NumberKind;
    readonly operand: LoopNode;
    readonly table: CodeTable;
    /** Index of three constants of the table: its address, its origin, and the code for rows without one. */
    readonly at: number;
  }
  | { readonly op: "convert"; readonly kind: NumberKind; readonly operand: LoopNode }
  | {
    readonly op: "compare";
    readonly fn: CompareExpr["fn"];
    readonly left: LoopNode;
    readonly right: LoopNode;
  }
  | { readonly op: "isNull"; readonly operand: LoopNode }
  | { readonly op: "logical"; readonly fn: "and" | "or"; readonly operands: readonly LoopNode[] }
  | { readonly op: "not"; readonly operand: LoopNode }
  | {
    readonly op: "choose";
    readonly kind: NumberKind;
    readonly condition: LoopNode;
    readonly yes: LoopNode;
    readonly no: LoopNode;
    /** The condition is that `no` is null. */
    readonly isCoalesce?: true;
  };

/** A node with two number operands. */
type ArithmeticNode = LoopNode & { readonly op: "arithmetic" };

/** Maximum number of columns that one loop reads. */
const MOST_COLUMNS = 8;
/** Maximum number of nodes of one loop. */
const MOST_NODES = 64;

/** An expression that a loop can compute. */
export interface LoopExpression {
  readonly root: LoopNode;
  readonly columns: readonly Column[];
  /** Constants as words. */
  readonly constants: readonly bigint[];
}

/** Maximum number of dictionary values tested while a tree is built. */
const MOST_CODES = 65_536;
/** Maximum number of ranges of codes that a loop compares with. */
const MOST_RANGES = 4;

type ColumnOf = (index: number) => Column;
/** Makes a table of the results of an expression by code; undefined if it depends on more than codes. */
type TableOf = (expr: Expr, columnOf: ColumnOf) => CodeTable | undefined;

/** Thrown for an expression that no loop can compute. */
class NotALoop extends Error {}

function refuse(): never {
  throw new NotALoop();
}

/** How the words of a column compare. */
function kindOf(type: ColumnType): NumberKind {
  if (type === "i64") return "signed";
  if (type === "f64") return "double";
  return type === "text" || type === "bytes" ? "code" : "unsigned";
}

/** Builds trees from expressions. */
class TreeBuilder {
  readonly columns: Column[] = [];
  readonly constants: bigint[] = [];
  #columnOf: ColumnOf;
  readonly #work: Workspace;
  readonly #tableOf: TableOf;
  #nodes = 0;

  constructor(columnOf: ColumnOf, work: Workspace, tableOf: TableOf) {
    [this.#columnOf, this.#work, this.#tableOf] = [columnOf, work, tableOf];
  }

  tree(expr: Expr): LoopNode {
    if (++this.#nodes > MOST_NODES) throw new NotALoop();
    switch (expr.op) {
      case "column":
        return this.#column(this.#columnOf(expr.index));
      case "constant":
        if (expr.flags !== undefined) throw new NotALoop();
        return this.#constant(toWord(expr.value, expr.type, this.#work.pools), kindOf(expr.type));
      case "arithmetic":
        return this.#arithmetic(expr.fn, kindOf(expr.type), this.tree(expr.left), this.tree(expr.right));
      case "unary":
        return this.#unary(expr.fn, kindOf(expr.type), this.tree(expr.operand));
      case "cast":
        if (expr.isExact) throw new NotALoop();
        return { op: "convert", kind: kindOf(expr.type), operand: this.tree(expr.operand) };
      case "compare":
        return this.#coded(expr) ?? this.#compared(expr);
      case "match":
        return this.#match(expr);
      case "between":
        return this.#between(expr);
      case "oneOf":
        return this.#oneOf(expr);
      case "isNull":
        return { op: "isNull", operand: this.tree(expr.operand) };
      case "and":
      case "or":
        return { op: "logical", fn: expr.op, operands: expr.operands.map((each) => this.tree(each)) };
      case "not":
        return { op: "not", operand: this.tree(expr.operand) };
      case "call":
        return this.#call(expr);
      default:
        throw new NotALoop();
    }
  }

  /** Computed columns are expanded or refused, since they may fail on rows that a loop would not compute. */
  #column(column: Column): LoopNode {
    if (column instanceof LoopColumn) {
      const outer = this.#columnOf;
      this.#columnOf = column.columnOf;
      const node = this.tree(column.expr);
      this.#columnOf = outer;
      return node;
    }
    if (column instanceof SumColumn) {
      const [left, right] = column.addends.map((each) => this.#column(each));
      return { ...this.#arithmetic("+", "unsigned", left!, right!), isExact: true };
    }
    if (column instanceof ExpressionColumn || column instanceof MaskedColumn) throw new NotALoop();
    let at = this.columns.indexOf(column);
    if (at < 0) at = this.columns.push(column) - 1;
    if (this.columns.length > MOST_COLUMNS) throw new NotALoop();
    return { op: "column", at, kind: kindOf(column.type) };
  }

  #constant(word: bigint | null, kind: NumberKind): LoopNode {
    const at = this.constants.push(word ?? 0n) - 1;
    const value = word !== null && kind === "signed" ? BigInt.asIntN(64, word) : word;
    return { op: "constant", at, kind, value };
  }

  #arithmetic(fn: ArithmeticExpr["fn"], kind: NumberKind, left: LoopNode, right: LoopNode): ArithmeticNode {
    // Bit operations only apply to unsigned numbers.
    const areBits = fn !== "+" && fn !== "-" && fn !== "*" && fn !== "/" && fn !== "%";
    const isUnsigned = kind === "unsigned" && [left, right].every((each) => kindIn(each) === "unsigned");
    if (areBits && !isUnsigned) throw new NotALoop();
    return { op: "arithmetic", fn, kind, left, right };
  }

  #unary(fn: "-" | "~", kind: NumberKind, operand: LoopNode): LoopNode {
    // A negated zero keeps its sign, which subtraction from 0 loses.
    if (kind === "double") throw new NotALoop();
    if (fn === "-") return this.#arithmetic("-", kind, this.#constant(0n, kind), operand);
    return this.#arithmetic("^", kind, operand, this.#constant((1n << 64n) - 1n, kind));
  }

  /** Codes do not have the order of their texts, so order needs a table. */
  #compared(expr: CompareExpr): LoopNode {
    const { fn, left, right } = expr;
    const isOrder = fn !== "==" && fn !== "!=";
    if (isOrder && (left.type === "text" || right.type === "text")) return this.#lookup(expr);
    return this.#compare(fn, this.tree(left), this.tree(right));
  }

  #compare(fn: CompareExpr["fn"], left: LoopNode, right: LoopNode): LoopNode {
    const areCodes = isCode(left) || isCode(right);
    if (areCodes && fn !== "==" && fn !== "!=") throw new NotALoop();
    return { op: "compare", fn, left, right };
  }

  /** A dictionary column compared with a constant: each value is compared once. */
  #coded({ fn, left, right }: CompareExpr): LoopNode | undefined {
    if ((fn !== "==" && fn !== "!=") || right.op !== "constant" || left.type !== right.type) return undefined;
    if (left.type === "f64" || right.value === null) return undefined;
    const wanted = toWord(right.value, right.type, this.#work.pools);
    return this.#byCode(left, (word) => (word === wanted) === (fn === "=="));
  }

  #match(expr: Expr & { readonly op: "match" }): LoopNode {
    const test = testOf(this.#work, expr);
    return this.#byCode(expr.operand, (word) => test.passes(Number(word))) ?? this.#lookup(expr);
  }

  /** An expression computed once per code, through a table. */
  #lookup(expr: Expr): LoopNode {
    const table = this.#tableOf(expr, this.#columnOf) ?? refuse();
    const { codes, address, origin, absent } = table;
    const operand = this.#column(codes);
    const at = this.constants.push(BigInt(address), origin, BigInt(absent)) - 3;
    return { op: "lookup", kind: kindOf(expr.type), operand, table, at };
  }

  /** Whether the code of a row is among those whose value passes. */
  #byCode(operand: Expr, passes: (word: bigint) => boolean): LoopNode | undefined {
    if (operand.op !== "column") return undefined;
    const { dictionary } = this.#columnOf(operand.index);
    if (!dictionary || dictionary.count > MOST_CODES) return undefined;
    const codes = passingCodes(this.#work, dictionary, passes);
    const ranges: { first: bigint; last: bigint }[] = [];
    for (const code of codes.map(BigInt)) {
      const before = ranges.at(-1);
      if (before?.last === code - 1n) before.last = code;
      else ranges.push({ first: code, last: code });
    }
    if (ranges.length > MOST_RANGES) return undefined;
    const column = this.#column(dictionary.codes);
    const compare = (fn: CompareExpr["fn"], code: bigint): LoopNode => ({
      ...{ op: "compare", fn, left: column },
      right: this.#constant(code, "unsigned"),
    });
    const operands = ranges.map(({ first, last }): LoopNode =>
      first === last
        ? compare("==", first)
        : { op: "logical", fn: "and", operands: [compare(">=", first), compare("<=", last)] }
    );
    return { op: "logical", fn: "or", operands };
  }

  #between({ operand, low, high, closed }: Expr & { readonly op: "between" }): LoopNode {
    if (!low && !high) throw new NotALoop();
    const sides: LoopNode[] = [];
    if (low) sides.push(this.#compare(">=", this.tree(operand), this.tree(low)));
    if (high) sides.push(this.#compare(closed ? "<=" : "<", this.tree(operand), this.tree(high)));
    return sides.length === 1 ? sides[0]! : { op: "logical", fn: "and", operands: sides };
  }

  #oneOf({ operand, values }: Expr & { readonly op: "oneOf" }): LoopNode {
    const kind = kindOf(operand.type);
    if (kind === "double" || values.length === 0) throw new NotALoop();
    const operands = values.flatMap((value): LoopNode[] => {
      if (value === null) return [];
      const isLike = kind === "code"
        ? typeof value === "string"
        : typeof value === "bigint" && (kind === "signed" || value >= 0n);
      if (!isLike) throw new NotALoop();
      const word = toWord(value, operand.type, this.#work.pools);
      return [{ op: "compare", fn: "==", left: this.tree(operand), right: this.#constant(word, kind) }];
    });
    return { op: "logical", fn: "or", operands };
  }

  #call(expr: CallExpr): LoopNode {
    const { fn, args, type } = expr;
    if (fn.loop?.kind === "choice") {
      const [condition, yes, no] = args.map((each) => this.tree(each));
      return {
        op: "choose",
        kind: kindOf(type),
        condition: condition!,
        yes: yes!,
        no: no!,
      };
    }
    if (fn.loop?.kind === "firstNotNull") return this.#firstNotNull(args, kindOf(type));
    if (fn.loop?.kind === "roundDown") {
      const operand = this.tree(args[0]!);
      const by = fn.loop.by ?? args[1];
      const step = typeof by === "bigint" ? by : by?.op === "constant" ? by.value : null;
      if (typeof step !== "bigint" || step <= 0n || kindOf(type) !== "unsigned") throw new NotALoop();
      const rest = this.#arithmetic("%", "unsigned", operand, this.#constant(step, "unsigned"));
      return this.#arithmetic("-", "unsigned", operand, rest);
    }
    return this.#lookup(expr);
  }

  #firstNotNull([first, ...rest]: readonly Expr[], kind: NumberKind): LoopNode {
    const no = this.tree(first!);
    if (rest.length === 0) return no;
    const condition: LoopNode = { op: "isNull", operand: no };
    return { op: "choose", kind, condition, yes: this.#firstNotNull(rest, kind), no, isCoalesce: true };
  }
}

function isCode(node: LoopNode): boolean {
  return kindIn(node) === "code";
}

function kindIn(node: LoopNode): NumberKind | undefined {
  return "kind" in node ? node.kind : undefined;
}

/** The tree of an expression, given its columns by index; undefined if no loop can compute it. */
export function loopExpression(
  expr: Expr,
  columnOf: ColumnOf,
  work: Workspace,
  tableOf: TableOf,
): LoopExpression | undefined {
  const builder = new TreeBuilder(columnOf, work, tableOf);
  try {
    const root = builder.tree(expr);
    return { root, columns: builder.columns, constants: builder.constants };
  } catch (error) {
    if (error instanceof NotALoop) return undefined;
    throw error;
  }
}
