/**
 * An engine that runs SQL over a dataset, and its values, which come as JSON.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import type { ColumnType } from "../../events/trace_sink.ts";

/** An engine cannot be reached, is of a wrong version, or refuses a statement. */
export class EngineError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "EngineError";
}

/** How a statement is run. */
interface RunOptions {
  /** Cancels the statement in the engine. */
  readonly signal?: AbortSignal | undefined;
  /** Told of the part that is done, from 0 to 1, where the engine says so. */
  readonly progress?: ((done: number) => void) | undefined;
}

/** An engine that is ready. */
export interface SqlEngine {
  /** The rows of a statement, whose columns are these. */
  run(sql: string, columns: readonly PlanColumn[], options?: RunOptions): Promise<ResultTable>;
  /** Gives up what it holds. */
  close(): void;
}

/** Rows as a table: a list of values for each column. */
export function tableOf(
  columns: readonly PlanColumn[],
  values: readonly (readonly unknown[])[],
): ResultTable {
  return {
    columns,
    rowCount: values[0]?.length ?? 0,
    value: (row, column) => (values[column]![row] ?? null) as ReturnType<ResultTable["value"]>,
  };
}

/** A value of JSON as the column has it. */
export function valueOf(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "u64":
    case "u32":
    case "i64":
    case "time":
      return BigInt(value as string | number);
    case "f64":
      return value === "inf" ? Infinity : value === "-inf" ? -Infinity : Number(value);
    case "bool":
      return value === true || value === 1 || value === "1";
    default:
      return value;
  }
}
