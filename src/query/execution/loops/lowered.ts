/**
 * Lowers an expression for one block: its zone maps decide how wide numbers must be, where results could
 * overflow, and which rows can be null.
 * @module
 */

import { I64_MAX, I64_MIN, U32_MAX, U64_MAX } from "../../../base/u64.ts";
import { type Block, NullMode } from "../../../tables/block.ts";
import type { ArithmeticExpr, CompareExpr } from "../../plan/expressions.ts";
import type { CodeTable } from "./code_tables.ts";
import type { LoopNode, NumberKind } from "./loop_expression.ts";

/** Lanes, the kinds of local variables: unsigned numbers below 2^32, 64-bit words, doubles, booleans. */
export type Lane = "i32" | "i64" | "f64" | "truth";

/** The layout of a column in a block. */
export interface ColumnShape {
  readonly width: Block["width"];
  readonly nullMode: NullMode;
  /** Nothing is stored: the value is the origin plus the row number. */
  readonly isSequence?: boolean;
}

/** A layout with the range of values that are not null. */
export type ColumnFacts = ColumnShape & { readonly low: bigint; readonly high: bigint };

interface Computed {
  readonly lane: Lane;
  /** The range of whole-number values that are not null. */
  readonly low: bigint;
  readonly high: bigint;
  readonly nullable: boolean;
  /** Whether a row may overflow. */
  readonly canFail: boolean;
  /** Identifies the generated code: equal keys mean equal code. */
  readonly key: string;
}

/** A node with its lane and range. */
export type LoweredNode =
  & Computed
  & (
    | { readonly op: "column"; readonly at: number }
    | { readonly op: "constant"; readonly at: number; readonly value: bigint | null }
    | {
      readonly op: "arithmetic";
      readonly fn: ArithmeticExpr["fn"];
      /** The lane it is computed in. */
      readonly in: Lane;
      readonly isSigned: boolean;
      readonly isChecked: boolean;
      readonly left: LoweredNode;
      readonly right: LoweredNode;
    }
    | {
      readonly op: "lookup";
      /** Index of three constants of the table: its address, its origin, and the code for rows without one. */
      readonly at: number;
      readonly width: CodeTable["width"];
      readonly operand: LoweredNode;
    }
    | { readonly op: "convert"; readonly isSigned: boolean; readonly operand: LoweredNode }
    | {
      readonly op: "compare";
      readonly fn: CompareExpr["fn"];
      readonly in: Lane;
      readonly isSigned: boolean;
      readonly left: LoweredNode;
      readonly right: LoweredNode;
    }
    | { readonly op: "isNull"; readonly operand: LoweredNode }
    | { readonly op: "isTrue"; readonly operand: LoweredNode }
    /** 1 for true, 0 for false. */
    | { readonly op: "number"; readonly operand: LoweredNode }
    | { readonly op: "logical"; readonly fn: "and" | "or"; readonly operands: readonly LoweredNode[] }
    | { readonly op: "not"; readonly operand: LoweredNode }
    | {
      readonly op: "choose";
      readonly condition: LoweredNode;
      readonly yes: LoweredNode;
      readonly no: LoweredNode;
    }
  );

const TRUTH = { lane: "truth", low: 0n, high: 1n, nullable: false } as const;

/** Thrown if the results in a block can only be determined row by row. */
class NotHere extends Error {}

/** Lowers the nodes of an expression for a block. */
class Lowering {
  /** Layouts and value ranges of the columns, by index. */
  readonly #columns: readonly ColumnFacts[];

  constructor(columns: readonly ColumnFacts[]) {
    this.#columns = columns;
  }

  lower(node: LoopNode): LoweredNode {
    switch (node.op) {
      case "column": {
        const { low, high, width } = this.#columns[node.at]!;
        const lane = laneOf(node.kind, low, high);
        return this.#column(node.at, width === 8 && lane === "i32" ? "i64" : lane, low, high);
      }
      case "constant":
        return lowerConstant(node);
      case "arithmetic":
        return node.kind === "double" ? this.#fraction(node) : this.#whole(node);
      case "lookup":
        return this.#lookup(node);
      case "convert":
        return this.#convert(node);
      case "compare":
        return this.#compare(node);
      case "isNull": {
        const operand = this.#number(node.operand);
        return { ...TRUTH, op: "isNull", operand, canFail: operand.canFail, key: `null(${operand.key})` };
      }
      case "logical": {
        const operands = node.operands.map((each) => this.truth(each));
        const canFail = operands.some((each) => each.canFail);
        const key = `${node.fn}(${operands.map((each) => each.key).join()})`;
        return { ...TRUTH, op: "logical", fn: node.fn, operands, canFail, key };
      }
      case "not": {
        const operand = this.truth(node.operand);
        return { ...TRUTH, op: "not", operand, canFail: operand.canFail, key: `not(${operand.key})` };
      }
      case "choose":
        return this.#choose(node);
    }
  }

  /** Lowers a condition to a boolean: null is false. */
  truth(node: LoopNode): LoweredNode {
    const operand = this.lower(node);
    if (operand.lane === "truth") return operand;
    if (operand.lane === "f64") throw new NotHere();
    return { ...TRUTH, op: "isTrue", operand, canFail: operand.canFail, key: `true(${operand.key})` };
  }

  #column(at: number, lane: Lane, low: bigint, high: bigint): LoweredNode {
    const { nullMode, width, isSequence } = this.#columns[at]!;
    const nullable = nullMode !== NullMode.None;
    return {
      op: "column",
      at,
      lane,
      low,
      high,
      nullable,
      canFail: false,
      key: `c${at}.${isSequence ? "#" : width}.${nullMode}.${lane}`,
    };
  }

  #number(node: LoopNode): LoweredNode {
    const lowered = this.lower(node);
    if (lowered.lane !== "truth") return lowered;
    return { ...lowered, op: "number", operand: lowered, lane: "i32", key: `n(${lowered.key})` };
  }

  #fraction({ fn, left, right }: LoopNode & { readonly op: "arithmetic" }): LoweredNode {
    const [a, b] = [this.#number(left), this.#number(right)];
    const isKnown = fn === "+" || fn === "-" || fn === "*" || fn === "/";
    if (a.lane !== "f64" || b.lane !== "f64" || !isKnown) throw new NotHere();
    return {
      ...{ op: "arithmetic", fn, in: "f64", isSigned: true, isChecked: false, left: a, right: b },
      ...{ lane: "f64", low: 0n, high: 0n, canFail: a.canFail || b.canFail },
      nullable: a.nullable || b.nullable || fn === "/",
      key: `(${a.key}${fn}f${b.key})`,
    };
  }

  #whole({ fn, kind, left, right, isExact }: LoopNode & { readonly op: "arithmetic" }): LoweredNode {
    const b = this.#number(right);
    const a = this.#truncated(fn, left, b) ?? this.#number(left);
    if (a.lane === "f64" || b.lane === "f64") throw new NotHere();
    const [lowest, highest] = kind === "signed" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
    const { low, high } = resultRange(fn, a, b);
    const isSigned = a.low < 0n || b.low < 0n || (low < 0n && kind === "signed");
    if (isSigned && (a.high > I64_MAX || b.high > I64_MAX)) throw new NotHere();
    const isChecked = low < lowest || high > highest;
    if (isChecked && (isExact || isSigned || kind === "signed" || !"+-*".includes(fn))) throw new NotHere();
    const clipped = { low: low < lowest ? lowest : low, high: high > highest ? highest : high };
    const lane = laneOf(kind, clipped.low, clipped.high);
    const isShift = fn === "<<" || fn === ">>";
    const areNarrow = a.lane === "i32" && b.lane === "i32" && lane === "i32";
    const fits = areNarrow && !isChecked && !(isShift && b.high > 31n);
    const isDivision = fn === "/" || fn === "%";
    // Divisors and shift distances become immediates: the compiler has shorter code for them.
    const inCode = b.op === "constant" && (isDivision || isShift) ? `=${b.value}` : "";
    return {
      ...{ op: "arithmetic", fn, in: fits ? "i32" : "i64", isSigned, isChecked, left: a, right: b },
      ...{ lane, ...clipped, canFail: a.canFail || b.canFail || isChecked },
      nullable: a.nullable || b.nullable || (isDivision && b.low <= 0n && b.high >= 0n),
      key: `(${a.key}${fn}${fits ? "" : "w"}${isSigned ? "s" : ""}${
        isChecked ? "!" : ""
      }${lane}${b.key}${inCode})`,
    };
  }

  /**
   * Lowers a column that is masked to its lower 32 bits, so that the upper ones need not be read; undefined for
   * anything else.
   */
  #truncated(fn: string, left: LoopNode, right: LoweredNode): LoweredNode | undefined {
    if (fn !== "&" || left.op !== "column" || left.kind === "double") return undefined;
    if (right.op !== "constant" || right.value === null || right.value < 0n || right.value > U32_MAX) {
      return undefined;
    }
    return this.#columns[left.at]!.width <= 4 ? this.#column(left.at, "i32", 0n, U32_MAX) : undefined;
  }

  #lookup({ kind, operand, table, at }: LoopNode & { readonly op: "lookup" }): LoweredNode {
    const code = this.#number(operand);
    const { width, low, high } = table;
    const narrow = laneOf(kind, low, high);
    const lane = width === 8 && narrow === "i32" ? "i64" : narrow;
    const nullable = table.nullable || (code.nullable && table.absentIsNull);
    return {
      ...{ op: "lookup", at, width, operand: code, lane, low, high, nullable, canFail: code.canFail },
      key: `t${at}.${width}${nullable ? "n" : ""}${lane}(${code.key})`,
    };
  }

  #convert({ kind, operand }: LoopNode & { readonly op: "convert" }): LoweredNode {
    const from = this.#number(operand);
    if (kind === "double") {
      if (from.lane === "f64") return from;
      const isSigned = from.low < 0n;
      if (isSigned && from.high > I64_MAX) throw new NotHere();
      const key = `f64${isSigned ? "s" : ""}(${from.key})`;
      return { ...from, op: "convert", isSigned, operand: from, lane: "f64", key };
    }
    const [lowest, highest] = kind === "signed" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
    if (from.lane === "f64" || from.low < lowest || from.high > highest) throw new NotHere();
    return from;
  }

  #compare({ fn, left, right }: LoopNode & { readonly op: "compare" }): LoweredNode {
    const [a, b] = [this.#number(left), this.#number(right)];
    // Whole numbers would have to be rounded to be compared with fractions.
    if ((a.lane === "f64") !== (b.lane === "f64")) throw new NotHere();
    const isSigned = a.lane !== "f64" && (a.low < 0n || b.low < 0n);
    if (isSigned && (a.high > I64_MAX || b.high > I64_MAX)) throw new NotHere();
    const lane = a.lane === "f64" ? "f64" : a.lane === "i64" || b.lane === "i64" ? "i64" : "i32";
    return {
      ...{ ...TRUTH, op: "compare", fn, in: lane, isSigned, left: a, right: b },
      canFail: a.canFail || b.canFail,
      key: `(${a.key}${fn}${lane}${isSigned ? "s" : ""}${b.key})`,
    };
  }

  #choose({ condition, yes, no, kind, isCoalesce }: LoopNode & { readonly op: "choose" }): LoweredNode {
    const c = this.truth(condition);
    const [a, b] = [this.#number(yes), this.#number(no)];
    if ((a.lane === "f64") !== (b.lane === "f64")) throw new NotHere();
    const low = a.low < b.low ? a.low : b.low, high = a.high > b.high ? a.high : b.high;
    const lane = laneOf(kind, low, high);
    return {
      ...{ op: "choose", condition: c, yes: a, no: b, lane, low, high },
      nullable: a.nullable || (b.nullable && !isCoalesce),
      canFail: c.canFail || a.canFail || b.canFail,
      key: `if${isCoalesce ? "1" : ""}${lane}(${c.key},${a.key},${b.key})`,
    };
  }
}

function lowerConstant({ at, kind, value }: LoopNode & { readonly op: "constant" }): LoweredNode {
  const low = kind === "double" ? 0n : value ?? 0n;
  const lane = laneOf(kind, low, low);
  const nullable = value === null;
  return {
    ...{ op: "constant", at, value, lane, low, high: low, nullable, canFail: false },
    key: `k${at}.${lane}${nullable ? "n" : ""}`,
  };
}

function laneOf(kind: NumberKind, low: bigint, high: bigint): Lane {
  return kind === "double" ? "f64" : low >= 0n && high <= U32_MAX ? "i32" : "i64";
}

/** The range of exact results. */
function resultRange(
  fn: ArithmeticExpr["fn"],
  a: Pick<Computed, "low" | "high">,
  b: Pick<Computed, "low" | "high">,
): { readonly low: bigint; readonly high: bigint } {
  const isAbove = a.low >= 0n && b.low >= 0n;
  const among = (numbers: readonly bigint[]): { low: bigint; high: bigint } => ({
    low: numbers.reduce((least, each) => each < least ? each : least),
    high: numbers.reduce((most, each) => each > most ? each : most),
  });
  switch (fn) {
    case "+":
      return { low: a.low + b.low, high: a.high + b.high };
    case "-":
      return { low: a.low - b.high, high: a.high - b.low };
    case "*":
      return among([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]);
    case "/":
      if (isAbove) return { low: b.high === 0n ? 0n : a.low / b.high, high: a.high / (b.low || 1n) };
      // Dividing the smallest number by -1 overflows, even if a null stands for it.
      if (a.low <= I64_MIN + 1n) throw new NotHere();
      return among([-a.high, -a.low, a.low, a.high, 0n]);
    case "%":
      if (!isAbove && a.low <= I64_MIN + 1n) throw new NotHere();
      if (!isAbove) return among([a.low, a.high, 0n]);
      return { low: 0n, high: a.high < b.high ? a.high : b.high - (b.high > 0n ? 1n : 0n) };
    case "&":
      return isAbove ? { low: 0n, high: a.high < b.high ? a.high : b.high } : { low: I64_MIN, high: I64_MAX };
    case "|":
    case "^": {
      if (!isAbove) return { low: I64_MIN, high: I64_MAX };
      return { low: 0n, high: (1n << BigInt((a.high | b.high).toString(2).length)) - 1n };
    }
    case "<<":
      if (!isAbove || b.high > 63n) throw new NotHere();
      return { low: a.low << b.low, high: a.high << b.high };
    case ">>":
      if (!isAbove || b.high > 63n) throw new NotHere();
      return { low: a.low >> b.high, high: a.high >> b.low };
  }
}

/**
 * Facts about a result that are known without reading rows: a range of numbers; a boolean may be constant.
 */
interface ResultFacts {
  readonly low: bigint;
  readonly high: bigint;
  readonly nullable: boolean;
}

const YES: ResultFacts = { low: 1n, high: 1n, nullable: false };
const NO: ResultFacts = { low: 0n, high: 0n, nullable: false };
const OPEN: ResultFacts = { low: 0n, high: 1n, nullable: false };

/** Whether zone maps let all rows of a block pass, or none. */
export function decideBlock(
  root: LoweredNode,
  columns: readonly ColumnFacts[],
): "none" | "all" | "rows" {
  if (root.canFail) return "rows";
  const { low, high } = knownOf(root, columns);
  return low === 1n ? "all" : high === 0n ? "none" : "rows";
}

function knownOf(node: LoweredNode, columns: readonly ColumnFacts[]): ResultFacts {
  const of = (each: LoweredNode): ResultFacts => knownOf(each, columns);
  if (node.lane === "f64" || (node.op === "compare" && node.in === "f64")) return { ...node };
  switch (node.op) {
    case "column": {
      const { low, high, nullMode } = columns[node.at]!;
      // The node may use only the lower half of the column.
      const isWhole = node.high >= high && node.low <= low;
      return { ...(isWhole ? { low, high } : node), nullable: nullMode !== NullMode.None };
    }
    case "constant":
    case "lookup":
      return node;
    case "arithmetic": {
      const [a, b] = [of(node.left), of(node.right)];
      return { ...resultRange(node.fn, a, b), nullable: node.nullable };
    }
    case "compare": {
      const [a, b] = [of(node.left), of(node.right)];
      const holds = comparisonOf(node.fn, a, b);
      return holds === undefined || (holds && (a.nullable || b.nullable)) ? OPEN : holds ? YES : NO;
    }
    case "isNull":
      return node.operand.nullable ? OPEN : NO;
    case "isTrue": {
      const { low, high, nullable } = of(node.operand);
      return high === 0n && low === 0n ? NO : low > 0n && !nullable ? YES : OPEN;
    }
    case "number":
    case "convert":
      return of(node.operand);
    case "not": {
      const { low, high } = of(node.operand);
      return { low: 1n - high, high: 1n - low, nullable: false };
    }
    case "logical": {
      const all = node.operands.map(of);
      const [none, every] = node.fn === "and" ? [NO, YES] : [YES, NO];
      if (all.some(({ low, high }) => low === none.low && high === none.low)) return none;
      return all.every(({ low, high }) => low === every.low && high === every.low) ? every : OPEN;
    }
    case "choose": {
      const [c, a, b] = [of(node.condition), of(node.yes), of(node.no)];
      if (c.low === 1n) return a;
      if (c.high === 0n) return b;
      return {
        low: a.low < b.low ? a.low : b.low,
        high: a.high > b.high ? a.high : b.high,
        nullable: a.nullable || b.nullable,
      };
    }
  }
}

/** Whether a comparison is true for all numbers in two ranges, or for none; undefined if undecided. */
function comparisonOf(fn: CompareExpr["fn"], a: ResultFacts, b: ResultFacts): boolean | undefined {
  const isBelow = a.high < b.low, isAbove = a.low > b.high;
  const isAtMost = a.high <= b.low, isAtLeast = a.low >= b.high;
  const areOne = a.low === a.high && b.low === b.high && a.low === b.low;
  const pick = (yes: boolean, no: boolean): boolean | undefined => yes ? true : no ? false : undefined;
  switch (fn) {
    case "==":
      return pick(areOne, isBelow || isAbove);
    case "!=":
      return pick(isBelow || isAbove, areOne);
    case "<":
      return pick(isBelow, isAtLeast);
    case "<=":
      return pick(isAtMost, isAbove);
    case ">":
      return pick(isAbove, isAtMost);
    case ">=":
      return pick(isAtLeast, isBelow);
  }
}

/** Lowers an expression for a block with this layout; undefined if results could be wrong. */
export function lowerExpression(
  root: LoopNode,
  columns: readonly ColumnFacts[],
  asTruth: boolean,
): LoweredNode | undefined {
  try {
    const lowering = new Lowering(columns);
    return asTruth ? lowering.truth(root) : lowering.lower(root);
  } catch (error) {
    if (error instanceof NotHere) return undefined;
    throw error;
  }
}
