/**
 * Columns computed by a generated loop where possible.
 * @module
 */

import type { ColumnType } from "../../../events/trace_sink.ts";
import { Column } from "../../../tables/column.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { RunContext } from "../context.ts";
import type { Workspace } from "../relation.ts";
import { ImmediateCalls, type LoopCalls } from "../kernel_calls.ts";

/** Computes the rows of a block; see `BlockLoop`. */
interface Loop {
  readonly columns: readonly Column[];
  knows(block: number): boolean;
  run(
    block: number,
    rows: number,
    values: number,
    nulls: number,
    calls: LoopCalls,
  ): { readonly nullable: boolean } | undefined;
  gather: Loop["run"];
}

/** A column computed from an expression by a loop. */
export class LoopColumn extends Column {
  readonly expr: Expr;
  /** The input columns, by index. */
  readonly columnOf: (index: number) => Column;
  /** Computes the same values step by step, without a generated loop. */
  readonly behind: Column;
  readonly loop: Loop;
  readonly #work: Workspace;
  readonly #calls: ImmediateCalls;

  constructor(
    type: ColumnType,
    { work }: RunContext,
    { expr, columnOf, behind, loop }: Pick<LoopColumn, "expr" | "columnOf" | "behind" | "loop">,
  ) {
    super({ name: "", type });
    [this.expr, this.columnOf, this.behind, this.loop] = [expr, columnOf, behind, loop];
    this.#work = work;
    this.#calls = new ImmediateCalls(work);
  }

  gather(rows: number, count: number, values: number, nulls: number): number {
    const computed = this.loop.gather(rows, count, values, nulls, this.#calls);
    if (!computed) return this.behind.gather(rows, count, values, nulls);
    this.#work.ways.add("generated loop");
    const { u8 } = this.#work.arena;
    let nullCount = 0;
    if (computed.nullable) { for (let at = 0; at < count; at++) nullCount += u8[nulls + at]!; }
    else u8.fill(0, nulls, nulls + count);
    return nullCount;
  }

  decode(block: number, count: number, values: number, nulls: number): boolean {
    const computed = this.loop.run(block, count, values, nulls, this.#calls);
    if (computed) this.#work.ways.add("generated loop");
    return computed ? computed.nullable : this.behind.decode(block, count, values, nulls);
  }
}
