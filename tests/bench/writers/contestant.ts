/**
 * What is compared: writers of formats of other tools, ours and those of packages, over the same rows.
 * @module
 */

import type { ByteSink, RowSource } from "../../../src/export/exporter.ts";
import type { SampleSet } from "../../../src/export/sample_set.ts";

/** What every writer gets; each reads what it wants. */
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
  /** What is imported of it, or the file of ours: for the size in a program. */
  readonly imports: string;
  write(work: Work, sink: ByteSink): Promise<void>;
}

/** Values of a column in a batch as JavaScript has them, null where there is none. */
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
