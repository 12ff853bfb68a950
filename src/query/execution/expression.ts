/**
 * Expressions as columns. Kernels compute their rows on demand, block by block.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { type Column, ConstantColumn } from "../../tables/column.ts";
import { columnsIn } from "../plan/columns_in.ts";
import type { Compute, ComputeRows } from "../plan/row_function.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { arithmeticColumn, castColumn, unaryColumn } from "./arithmetic.ts";
import { callColumn } from "./calls.ts";
import {
  betweenColumn,
  compareColumn,
  isNullColumn,
  logicalColumn,
  matchColumn,
  oneOfColumn,
} from "./comparisons.ts";
import { failAt, type RunContext } from "./context.ts";
import {
  type ComputeBoth,
  ExpressionColumn,
  type ExpressionMaker,
  MaskedColumn,
} from "./expression_column.ts";
import { kernelsOf } from "./kernels.ts";
import { BlockLoop } from "./loops/block_loop.ts";
import { type CodeTable, codeTable } from "./loops/code_tables.ts";
import { LoopColumn } from "./loops/loop_column.ts";
import { loopExpression } from "./loops/loop_expression.ts";
import { overlapsAsLogic } from "./overlaps.ts";
import { type Part, relationRows, selectedRows } from "./relation.ts";
import { readFirstColumn, readSingle } from "./single_values.ts";
import { isStrategyAllowed } from "./strategies.ts";
import { toWord } from "./column_words.ts";

/** Compiles expressions over the columns of one part to columns. */
export class ExpressionCompiler implements ExpressionMaker {
  readonly context: RunContext;
  readonly #part: Part;
  readonly #columnOf: (index: number) => Column;

  /** Compiles expressions over the rows of `part`. */
  constructor(context: RunContext, part: Part) {
    this.context = context;
    this.#part = part;
    this.#columnOf = (index) => part.columns[index]!;
  }

  /** The input column of a plain column expression. */
  input(index: number): Column {
    return this.#columnOf(index);
  }

  /** The column that an expression computes. */
  compile(expr: Expr): Column {
    const column = this.#stepByStep(expr);
    if (expr.op === "column" || expr.op === "constant") return column;
    const loop = this.loop(expr, "values");
    return loop
      ? new LoopColumn(expr.type, this.context, { expr, columnOf: this.#columnOf, behind: column, loop })
      : column;
  }

  /** A generated loop that computes an expression, or tests its rows; undefined if that is not possible. */
  loop(expr: Expr, use: "test" | "values"): BlockLoop | undefined {
    const { work } = this.context;
    if (!isStrategyAllowed("generated loop")) return undefined;
    const tree = loopExpression(
      expr,
      this.#columnOf,
      work,
      (each, columnOf) => this.#tableOf(each, columnOf),
    );
    return tree && tree.columns.length > 0 ? new BlockLoop(work, tree, use) : undefined;
  }

  #tableOf(expr: Expr, columnOf: (index: number) => Column): CodeTable | undefined {
    const { context } = this;
    return codeTable(expr, columnOf, {
      context,
      rows: selectedRows(this.#part),
      compile(expr, columnOf, rowCount) {
        const columns: Column[] = [];
        for (const index of columnsIn(expr)) columns[index] = columnOf(index);
        const part: Part = { columns, rowCount, selection: { kind: "all" }, source: null };
        return new ExpressionCompiler(context, part).compile(expr);
      },
    });
  }

  #stepByStep(expr: Expr): Column {
    switch (expr.op) {
      case "column":
        return this.#columnOf(expr.index);
      case "constant":
        return this.#constant(expr.value, expr.type);
      case "arithmetic":
        return arithmeticColumn(this, expr);
      case "unary":
        return unaryColumn(this, expr);
      case "cast":
        return castColumn(this, expr);
      case "compare":
        return compareColumn(this, expr);
      case "between":
        return betweenColumn(this, expr);
      case "overlaps":
        return this.compile(overlapsAsLogic(expr));
      case "oneOf":
        return oneOfColumn(this, expr);
      case "match":
        return matchColumn(this, expr);
      case "isNull":
        return isNullColumn(this, this.compile(expr.operand));
      case "and":
      case "or":
        return logicalColumn(this, expr.op, expr.operands);
      case "not": {
        const operand = this.compile(expr.operand);
        return this.make("bool", (read, count, values, nulls) => {
          const nullsAt = read(operand, values, nulls);
          kernelsOf(this.context.work.arena).compute.invertTruth(values, nullsAt, count, values);
          return false;
        });
      }
      case "call":
        return callColumn(this, expr);
      case "family":
        return this.context.family(expr, this.#part.source);
      case "inPlan": {
        const values = readFirstColumn(this.context, expr.plan);
        return oneOfColumn(this, { operand: expr.operand, values });
      }
      case "scalarPlan": {
        const relation = this.context.run(expr.plan);
        if (relationRows(relation) > 1) {
          failAt(this.context, "Q404", "The query in parentheses has more than one row", expr.span);
        }
        return this.#constant(readSingle(this.context, relation), expr.type);
      }
    }
  }

  /** The arena of the run; see `ColumnMaker`. */
  get arena(): Arena {
    return this.context.work.arena;
  }

  /** Makes a column that computes rows of a list; see `ColumnMaker`. */
  makeMasked(type: ColumnType, compute: ComputeRows): Column {
    return new MaskedColumn(type, this.context, compute);
  }

  /** Makes a column that computes pieces; see `ColumnMaker`. */
  make(type: ColumnType, compute: Compute): Column {
    return new ExpressionColumn(type, this.context, compute);
  }

  /** Makes a column by the kernel `mapValues`; see `ColumnMaker`. */
  makeMapped(type: ColumnType, operand: Column, how: number, argument: bigint): Column {
    const { arena } = this.context.work;
    return this.make(type, (read, count, values, nulls) => {
      const nullsAt = read(operand, values, nulls);
      kernelsOf(arena).compute.mapValues(how, argument, values, count, values);
      return nullsAt !== 0;
    });
  }

  #constant(value: Constant, type: ColumnType): Column {
    const { pools } = this.context.work;
    return new ConstantColumn({ name: "", type }, pools.arena, toWord(value, type, pools));
  }

  /** Makes a column from two operands that are read together. */
  binary(
    type: ColumnType,
    left: Column,
    right: Column,
    run: ComputeBoth,
  ): Column {
    const { arena } = this.context.work;
    const compute: Compute = (read, count, values, nulls) => {
      const a = arena.alloc(count * 8);
      const an = arena.alloc(count);
      const b = arena.alloc(count * 8);
      const bn = arena.alloc(count);
      try {
        return run(a, read(left, a, an), b, read(right, b, bn), count, values, nulls);
      } finally {
        arena.free(a);
        arena.free(an);
        arena.free(b);
        arena.free(bn);
      }
    };
    return new ExpressionColumn(type, this.context, compute);
  }
}
