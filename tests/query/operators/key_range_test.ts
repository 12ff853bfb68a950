/** Rows with one value of a computed column. */
import { assertEquals } from "@std/assert";
import { ChunkColumn } from "../../../src/query/execution/chunk_column.ts";
import type { KernelCalls } from "../../../src/query/execution/kernel_calls.ts";
import { BITMAP_BYTES, type Part, Workspace } from "../../../src/query/execution/relation.ts";
import { KeyRange } from "../../../src/query/operators/top/key_range.ts";
import { newPools } from "../../support/pools.ts";

const ROWS = 1000;

Deno.test("KeyRange selects the rows of one key among those that are selected already, never nulls", () => {
  const work = new Workspace(newPools());
  const { arena } = work;
  const column = new ChunkColumn(work, { name: "k", type: "u64" });
  const [words, nulls] = [work.take(ROWS * 8), work.takeZeroed(ROWS)];
  for (let row = 0; row < ROWS; row++) {
    arena.u64[(words >>> 3) + row] = BigInt(row % 7);
    arena.u8[nulls + row] = row % 11 === 0 ? 1 : 0;
  }
  column.add(words, nulls, ROWS);
  column.finish();
  for (const descending of [false, true]) {
    for (const isBefore of [() => true, (row: number) => row % 3 === 0]) {
      const range = new KeyRange(work, { rowCount: ROWS } as Part, { column, descending });
      // A descending order has inverted keys.
      assertEquals(range.only(descending ? BigInt.asUintN(64, ~5n) : 5n), true);
      const bits = work.takeZeroed(BITMAP_BYTES);
      for (let row = 0; row < ROWS; row++) if (isBefore(row)) arena.u8[bits + (row >>> 3)]! |= 1 << (row & 7);
      assertEquals(range.narrow(0, ROWS, bits, {} as KernelCalls), "rows");
      const rows = Array.from({ length: ROWS }, (_, row) => row);
      assertEquals(
        rows.filter((row) => (arena.u8[bits + (row >>> 3)]! >>> (row & 7)) & 1),
        rows.filter((row) => row % 7 === 5 && row % 11 !== 0 && isBefore(row)),
      );
    }
  }
  work.release();
});
