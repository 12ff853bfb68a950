/** Values decoded block by block equal those gathered row by row: of resized blocks, and of others. */
import { assert, assertEquals } from "@std/assert";
import { BLOCK_ROWS, blockKernels } from "../../src/tables/block.ts";
import { generatedSession } from "../support/generated_session.ts";

Deno.test("blocks of computed columns have the values of their rows", async () => {
  const { traces: [open] } = await generatedSession(300_000);
  const { lives, tables } = open!.trace;
  assert(lives!.recordCount > 0, "some blocks are resized");
  const table = tables.get("allocs")!;
  const { arena } = table.pools;
  const [rows, nulls] = [arena.alloc(BLOCK_ROWS * 4), arena.alloc(BLOCK_ROWS)];
  const values = arena.alloc(BLOCK_ROWS * 8);
  const read = (isNull: boolean, count: number): (bigint | null)[] =>
    Array.from(
      { length: count },
      (_, at) => isNull && arena.u8[nulls + at] ? null : arena.u64[(values >>> 3) + at]!,
    );
  for (let block = 0; block < Math.ceil(table.rowCount / BLOCK_ROWS); block++) {
    const count = Math.min(BLOCK_ROWS, table.rowCount - block * BLOCK_ROWS);
    // Address and size come from the same rows, one after the other, and again.
    for (const name of ["addr", "size", "leaked", "addr", "max_size"]) {
      const column = table.column(name)!;
      const decoded = read(column.decode(block, count, values, nulls), count);
      blockKernels(arena).fillSequence(block * BLOCK_ROWS, count, rows);
      const gathered = read(column.gather(rows, count, values, nulls) > 0, count);
      assertEquals(decoded, gathered, `${name} of block ${block}`);
    }
  }
});
