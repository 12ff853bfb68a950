/**
 * An engine that runs SQL over a dataset, and the conversion of its JSON values.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import type { ColumnType } from "../../events/trace_sink.ts";

/** An engine cannot be reached, has an unsupported version, or rejects a statement. */
export class EngineError extends Error {
  /** Distinguishes this error from others without `instanceof`. */
  override readonly name: string = "EngineError";
}

/** Options of a statement. */
interface RunOptions {
  /** Cancels the statement in the engine. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the fraction done, from 0 to 1, if the engine reports it. */
  readonly progress?: ((done: number) => void) | undefined;
}

/** An opened engine. */
export interface SqlEngine {
  /** Runs a statement with these result columns and returns its rows. */
  run(sql: string, columns: readonly PlanColumn[], options?: RunOptions): Promise<ResultTable>;
  /** Releases the resources of the engine. */
  close(): void;
}

/** Makes a table from rows: a list of values for each column. */
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

/** Converts a JSON value to the type of its column. */
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
