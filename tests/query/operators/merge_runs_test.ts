/** Sorted runs that are longer than a block are merged in order. */
import { assertEquals } from "@std/assert";
import { ChunkColumn } from "../../../src/query/execution/chunk_column.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { finishSteps } from "../../../src/query/operators/operator.ts";
import { mergeRuns, type SortedRun } from "../../../src/query/operators/partition/merge_runs.ts";
import { BLOCK_ROWS } from "../../../src/tables/block.ts";
import { newPools } from "../../support/pools.ts";

const COLUMN = { name: "value", type: "u64", display: "plain" } as const;

/** A run of the numbers from 0 up to `end` that pass a test, and their squares. */
function runOf(work: Workspace, end: number, picks: (number: number) => boolean): SortedRun {
  const [order, value] = [0, 1].map(() => new ChunkColumn(work, COLUMN)) as [ChunkColumn, ChunkColumn];
  const numbers = Array.from({ length: end }, (_, at) => at).filter(picks);
  const words = work.take(numbers.length * 8);
  for (const [column, of] of [[order, (n: number) => n], [value, (n: number) => n * n]] as const) {
    numbers.forEach((number, at) => work.arena.u64[(words >>> 3) + at] = BigInt(of(number)));
    column.add(words, 0, numbers.length);
    column.finish();
  }
  work.give(words);
  return { order, columns: [value], count: numbers.length };
}

Deno.test("mergeRuns() returns the rows of all runs in order, whether runs are consecutive or interleaved", () => {
  const end = 2 * BLOCK_ROWS + 100;
  for (
    const picks of [
      [() => true],
      [(at: number) => at < BLOCK_ROWS + 50, (at: number) => at >= BLOCK_ROWS + 50],
      [(at: number) => at % 3 === 0, (at: number) => at % 3 !== 0],
    ]
  ) {
    const work = new Workspace(newPools());
    const [merged] = finishSteps(mergeRuns(work, [COLUMN], picks.map((each) => runOf(work, end, each))));
    const [words, nulls] = [work.take(BLOCK_ROWS * 8), work.take(BLOCK_ROWS)];
    for (let first = 0; first < end; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, end - first);
      merged!.decode(first / BLOCK_ROWS, count, words, nulls);
      for (let at = 0; at < count; at++) {
        const value = work.arena.u64[(words >>> 3) + at]!;
        if (value !== BigInt(first + at) ** 2n) {
          assertEquals(value, BigInt(first + at) ** 2n, `row ${first + at}`);
        }
      }
    }
    work.release();
  }
});
