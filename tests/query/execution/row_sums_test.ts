/** Rows and sums in one cell, compared with those of bigints. */
import { assertEquals } from "@std/assert";
import { kernelsOf } from "../../../src/query/execution/kernels.ts";
import { RowSumCell } from "../../../src/query/execution/kernels/keyed_layout.ts";
import { newPools } from "../../support/pools.ts";
import { Random } from "../../support/random.ts";
import { anyWord } from "./scratch.ts";

const ROWS = 3000;
const GROUPS = 40;

Deno.test("rows and sums of groups equal those of bigints, also if two threads computed them", () => {
  const random = new Random(5);
  const { arena } = newPools();
  const { keyed, partitions } = kernelsOf(arena);
  const [groups, ids] = [arena.alloc(ROWS * 4), arena.alloc(GROUPS * 4)];
  const [values, nulls] = [arena.alloc(ROWS * 8), arena.alloc(ROWS)];
  const tables = [0, 1].map(() => arena.allocZeroed(GROUPS * RowSumCell.Bytes));
  const rows: bigint[] = Array(GROUPS).fill(0n), sums: bigint[] = Array(GROUPS).fill(0n);
  const known: boolean[] = Array(GROUPS).fill(false);
  for (let group = 0; group < GROUPS; group++) arena.u32[(ids >>> 2) + group] = group;
  for (const cells of tables) {
    for (let row = 0; row < ROWS; row++) {
      // The last group has no row, and some have no value, or small ones.
      const group = random.below(GROUPS - 1);
      const isNull = group % 8 === 0 || random.oneIn(3);
      const value = group % 4 === 1 ? BigInt(random.below(100)) : anyWord(random);
      arena.u32[(groups >>> 2) + row] = group;
      arena.u64[(values >>> 3) + row] = value;
      arena.u8[nulls + row] = isNull ? 1 : 0;
      rows[group]!++;
      if (isNull) continue;
      sums[group]! += value;
      known[group] = true;
    }
    keyed.rowSumsKeyed(groups, values, nulls, ROWS, cells);
  }
  const [cells, others] = tables as [number, number];
  partitions.addRowSums(ids, others, GROUPS, cells);
  const [words, none] = [arena.alloc(GROUPS * 8), arena.alloc(GROUPS)];
  keyed.rowsOfSums(cells, GROUPS, words);
  assertEquals([...arena.u64.subarray(words >>> 3, (words >>> 3) + GROUPS)], rows);
  for (let group = 0; group < GROUPS; group++) {
    const cell = cells + group * RowSumCell.Bytes;
    const isLarge = sums[group]! >> 64n !== 0n;
    assertEquals(keyed.hasLargeSum(cell, 1), isLarge ? 1 : 0, `group ${group}`);
    keyed.sumsOfRows(cell, 1, words, none);
    assertEquals(arena.u8[none] === 0, known[group], `group ${group}`);
    assertEquals(arena.u64[words >>> 3], BigInt.asUintN(64, sums[group]!), `group ${group}`);
  }
  arena.close();
});
