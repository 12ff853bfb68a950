/**
 * The contestants: writers of other tools' formats, ours and those of packages, over the same rows.
 * @module
 */

import type { ByteSink, RowSource } from "../../../src/export/exporter.ts";
import type { SampleSet } from "../../../src/export/sample_set.ts";

/** The input of every writer; each reads what it needs. */
export interface Work {
  readonly rows: RowSource;
  readonly samples: SampleSet;
  /** Times and values of a counter. */
  readonly counters: readonly (readonly [time: bigint, value: bigint])[];
}

/** One writer. */
export interface Contestant {
  readonly format: "Parquet" | "Arrow" | "pprof" | "Perfetto";
  readonly name: string;
  /** The package, as in the list of imports; absent for our own. */
  readonly package?: string;
  /** The imported names of a package, or our file: for the size in a program. */
  readonly imports: string;
  write(work: Work, sink: ByteSink): Promise<void>;
}

/** The JavaScript values of a column in a batch, with null for missing ones. */
export function valuesOf({ table, pools }: RowSource, batch: Batch, column: number): unknown[] {
  const { type } = table.columns[column]!;
  const { words, halves, nulls } = batch.read(column);
  const doubles = new Float64Array(words.buffer, words.byteOffset, words.length);
  return Array.from({ length: batch.rows }, (_, row) => {
    if (nulls[row] !== 0) return null;
    switch (type) {
      case "text":
      case "bytes":
        return pools.strings.text(halves[2 * row]!);
      case "bool":
        return halves[2 * row] !== 0;
      case "f64":
        return doubles[row]!;
      case "i64":
        return BigInt.asIntN(64, words[row]!);
      default:
        return words[row]!;
    }
  });
}

type Batch = ReturnType<RowSource["batches"]> extends Iterable<infer T> ? T : never;
