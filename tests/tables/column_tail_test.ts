/** A column that grows by single rows, or by fields of structures, has the same rows. */
import { assertEquals } from "@std/assert";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import { ColumnTail } from "../../src/tables/column_tail.ts";
import type { StoredColumn } from "../../src/tables/stored_column.ts";
import type { Arena } from "../../src/memory/arena.ts";
import { newPools } from "../support/pools.ts";
import { randomFrom } from "../formats/mtrc/support.ts";

/** Number of words of a structure. */
const STRIDE = 5;
/** Numbers of structures appended at a time: none, one, across the end of a block, a whole block and more. */
const RUNS = [0, 1, 255, 2, 40_000, 40_000, BLOCK_ROWS, 3 * BLOCK_ROWS + 7, 0, 9];

/** Blocks: how they are packed, and their rows. */
function rowsOf(arena: Arena, column: StoredColumn): unknown[] {
  const to = arena.alloc(BLOCK_ROWS * 8);
  const blocks: unknown[] = [];
  for (let block = 0; block < column.blockCount; block++) {
    const { rows, width, min, max } = column.stored(block)!;
    column.decode(block, rows, to, 0);
    blocks.push({ rows, width, min, max, values: arena.u64.slice(to >>> 3, (to >>> 3) + rows) });
  }
  arena.free(to);
  return blocks;
}

for (const type of ["u32", "u64"] as const) {
  Deno.test(`fields of structures give the same rows as single pushes, ${type}`, () => {
    const { arena } = newPools();
    const random = randomFrom(7);
    const [single, fields] = [new ColumnTail("a", arena, type), new ColumnTail("a", arena, type)];
    for (const count of RUNS) {
      const words = Uint32Array.from({ length: count * STRIDE + 3 }, () => random());
      for (let each = 0, at = 3; each < count; each++, at += STRIDE) {
        single.push(words[at]!, type === "u64" ? words[at + 1] : 0);
      }
      fields.pushField(words, 3, STRIDE, count);
    }
    assertEquals(rowsOf(arena, fields.finish()), rowsOf(arena, single.finish()));
  });
}
