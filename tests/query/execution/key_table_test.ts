/** Numbering of keys, which are looked up on any thread. */
import { assertEquals } from "@std/assert";
import { KeyTable } from "../../../src/query/execution/key_table.ts";
import { kernelsOf } from "../../../src/query/execution/kernels.ts";
import { newPools } from "../../support/pools.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";

const ROWS = 1024;

for (const isDirect of [true, false]) {
  Deno.test(`keys and nulls are found in a full table, ${isDirect ? "direct" : "hashed"}`, () => {
    const work = new Workspace(newPools());
    const { arena } = work;
    const table = new KeyTable(work, isDirect ? { low: 0n, size: ROWS } : undefined);
    const [words, nulls, ids] = [work.take(ROWS * 8), work.takeZeroed(ROWS), work.take(ROWS * 4)];
    for (let row = 0; row < ROWS; row++) arena.u64[(words >>> 3) + row] = BigInt(row);
    table.assign(words, 0, ROWS, ids, { rows: 0, base: 0, add: true, nullsAreNone: true });
    assertEquals(table.count, ROWS);
    for (let row = 0; row < ROWS; row += 3) arena.u8[nulls + row] = 1;
    arena.u32.fill(7, ids >>> 2, (ids >>> 2) + ROWS);
    const { keyed } = kernelsOf(arena);
    table.lookUp(keyed, words, nulls, ROWS, ids);
    const found = Array.from({ length: ROWS }, (_, row) => arena.u32[(ids >>> 2) + row]);
    assertEquals(found, Array.from({ length: ROWS }, (_, row) => row % 3 === 0 ? 0xffff_ffff : row));
    work.release();
  });
}
