/** A column of few rows, compared with a list. */
import { assertEquals } from "@std/assert";
import { FewRowsColumn } from "../../src/engine/few_rows_column.ts";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import { newPools } from "../support/pools.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { fillTable } from "../../src/tables/fill_table.ts";

const ROWS = BLOCK_ROWS + 20;

Deno.test("FewRowsColumn has the values of its rows and null elsewhere, and frees its scratch memory", () => {
  for (let seed = 1; seed <= seeds(40); seed++) {
    const random = new Random(seed);
    const pools = newPools();
    const { arena } = pools;
    const wanted = new Map<number, bigint | null>();
    for (let left = random.below(6); left > 0; left--) {
      const row = random.pick([random.below(20), BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + random.below(20)]);
      wanted.set(row, random.oneIn(3) ? null : random.u64());
    }
    const rows = [...wanted.keys()].sort((left, right) => left - right);
    const spec = { name: "x", type: "u64", nullable: true } as const;
    const table = fillTable("t", pools, [spec], rows.length, (at) => [wanted.get(rows[at]!)!]);
    const column = new FewRowsColumn(arena, rows, table.column("x")!);
    const label = `seed ${seed}, rows ${rows}`;
    const asked = Array.from(
      { length: random.below(8) },
      () => random.oneIn(2) && rows.length > 0 ? random.pick(rows) : random.below(ROWS),
    );
    const [list, values, nulls] = [4, 8, 1].map((bytes) => arena.alloc(BLOCK_ROWS * bytes));
    // Fresh memory has arbitrary contents.
    arena.u8.fill(0xa5, values, values! + 8 * BLOCK_ROWS).fill(0xa5, nulls, nulls! + BLOCK_ROWS);
    arena.u32.set(asked, list! >>> 2);
    const { used } = arena;
    const cellsOf = (count: number, none: boolean): (bigint | null)[] =>
      Array.from(
        { length: count },
        (_, at) => none && arena.u8[nulls! + at] ? null : arena.u64[(values! >>> 3) + at]!,
      );
    const empty = column.gather(list!, asked.length, values!, nulls!);
    const answers = asked.map((row) => wanted.get(row) ?? null);
    assertEquals(cellsOf(asked.length, empty > 0), answers, label);
    assertEquals(empty, answers.filter((value) => value === null).length, label);
    for (const [block, count] of [[0, BLOCK_ROWS], [1, 20], [1, 1]] as const) {
      const none = column.decode(block, count, values!, nulls!);
      const cells = cellsOf(count, none);
      const [from, to] = [block * BLOCK_ROWS, block * BLOCK_ROWS + count];
      const here = [...wanted].filter(([row]) => row >= from && row < to);
      assertEquals(none, here.filter(([, value]) => value !== null).length < count, label);
      for (const [row, value] of here) assertEquals(cells[row - from], value, label);
      const known = here.filter(([, value]) => value !== null).length;
      assertEquals(cells.filter((cell) => cell !== null).length, known, label);
    }
    assertEquals([arena.used, column.acceptsNoRow, column.bytes], [used, true, table.column("x")!.bytes]);
  }
});
