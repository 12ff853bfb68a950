/** Columns of computed words know their smallest and largest values in the order of their type. */
import { assertEquals } from "@std/assert";
import { storeWords } from "../../../src/query/operators/columns/materialize.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { BLOCK_ROWS, NO_ROW } from "../../../src/tables/block.ts";
import { CachedColumn } from "../../../src/tables/cached_column.ts";
import type { Column } from "../../../src/tables/column.ts";
import { newPools } from "../../support/pools.ts";

/** A double as the word stored in columns. */
function wordOf(value: number): bigint {
  return new BigUint64Array(new Float64Array([value]).buffer)[0]!;
}

const TYPES = {
  i64: [-5n, 12n, -1n, 2n ** 62n, -(2n ** 63n), 0n].map((value) => BigInt.asUintN(64, value)),
  u64: [5n, 2n ** 64n - 1n, 2n ** 63n, 0n, 77n, 1n],
  f64: [-1.5, 0.25, -1e300, 1e300, 0, 2].map(wordOf),
} as const;

const ROWS = BLOCK_ROWS + 10;

/** Words and nulls read back, block by block. */
function readBack(
  column: Column,
  arena: ReturnType<typeof newPools>["arena"],
  rows: number,
): (bigint | null)[] {
  const found: (bigint | null)[] = [];
  const values = arena.alloc(BLOCK_ROWS * 8), nulls = arena.alloc(BLOCK_ROWS);
  for (let from = 0; from < rows; from += BLOCK_ROWS) {
    const count = Math.min(BLOCK_ROWS, rows - from);
    const someNull = column.decode(from / BLOCK_ROWS, count, values, nulls);
    for (let at = 0; at < count; at++) {
      found.push(someNull && arena.u8[nulls + at] ? null : arena.u64[(values >>> 3) + at]!);
    }
  }
  arena.free(values);
  arena.free(nulls);
  return found;
}

/** The value of each row, null for some. */
const wordAt = (words: readonly bigint[], row: number): bigint | null =>
  row % 7 === 3 ? null : words[row % 6]!;

for (const [type, words] of Object.entries(TYPES)) {
  const wanted = Array.from({ length: ROWS }, (_, row) => wordAt(words, row));
  const checkOrder = (column: Column): void => {
    const { min, max, nullCount } = column.stored(0)!;
    // Doubles are not ordered like words.
    if (type === "f64") return;
    const values = words.map((word) => type === "i64" ? BigInt.asIntN(64, word) : word);
    const least = values.reduce((best, value) => value < best ? value : best);
    const greatest = values.reduce((best, value) => value > best ? value : best);
    assertEquals([min, max], [least, greatest], type);
    assertEquals(nullCount, wanted.slice(0, BLOCK_ROWS).filter((word) => word === null).length);
  };

  Deno.test(`storeWords() stores ${type} words`, () => {
    const pools = newPools();
    const { arena } = pools;
    const work = Workspace.beside("test", pools);
    const pointer = work.take(ROWS * 8), nulls = work.takeZeroed(ROWS);
    wanted.forEach((word, row) => {
      arena.u64[(pointer >>> 3) + row] = word ?? 0n;
      arena.u8[nulls + row] = word === null ? 1 : 0;
    });
    const column = storeWords(
      work,
      { name: "x", type: type as "i64", display: "plain" } as never,
      pointer,
      nulls,
      ROWS,
    );
    checkOrder(column);
    assertEquals(readBack(column, arena, ROWS), wanted);
    column.free();
    work.release();
  });

  Deno.test(`CachedColumn computes a block of ${type} words on first use, and only once`, () => {
    const { arena } = newPools();
    const made: number[] = [];
    const rowsOf = (block: number): number => Math.max(0, Math.min(BLOCK_ROWS, ROWS - block * BLOCK_ROWS));
    const column = new CachedColumn(
      { name: "x", type: type as "i64" },
      arena,
      rowsOf,
      (block, count, values, nulls) => {
        made.push(block);
        for (let at = 0; at < count; at++) {
          const word = wanted[block * BLOCK_ROWS + at]!;
          arena.u64[(values >>> 3) + at] = word ?? 0n;
          if (word === null) arena.u8[nulls + at] = 1;
        }
      },
    );
    assertEquals(column.bytes, 0);
    checkOrder(column);
    assertEquals(made, [0]);
    assertEquals(readBack(column, arena, ROWS), wanted);
    assertEquals(readBack(column, arena, ROWS), wanted);
    assertEquals(made, [0, 1]);
    column.free();
    assertEquals([column.bytes, column.acceptsNoRow], [0, true]);
    assertEquals(readBack(column, arena, ROWS).slice(-3), wanted.slice(-3));
    // Blocks that were dropped are computed again.
    assertEquals(made, [0, 1, 0, 1]);
    column.free();
  });
}

Deno.test("CachedColumn gathers rows of all blocks, and null for a missing row, also from an empty table", () => {
  const { arena } = newPools();
  const words = TYPES.u64;
  const column = (rows: number): CachedColumn =>
    new CachedColumn(
      { name: "x", type: "u64" },
      arena,
      (block) => Math.max(0, Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS)),
      (block, count, values, nulls) => {
        for (let at = 0; at < count; at++) {
          const word = wordAt(words, block * BLOCK_ROWS + at);
          arena.u64[(values >>> 3) + at] = word ?? 0n;
          if (word === null) arena.u8[nulls + at] = 1;
        }
      },
    );
  const gathered = (from: CachedColumn, wanted: readonly number[]): [(bigint | null)[], number] => {
    const count = wanted.length;
    const rows = arena.alloc(4 * count), values = arena.alloc(8 * count), nulls = arena.alloc(count);
    arena.u8.fill(7, nulls, nulls + count);
    wanted.forEach((row, at) => arena.u32[(rows >>> 2) + at] = row);
    const empty = from.gather(rows, count, values, nulls);
    const found = wanted.map((_, at) =>
      empty && arena.u8[nulls + at] === 1 ? null : arena.u64[(values >>> 3) + at]!
    );
    for (const piece of [rows, values, nulls]) arena.free(piece);
    return [found, empty];
  };
  const rows = [0, 3, BLOCK_ROWS + 9, NO_ROW, 5, BLOCK_ROWS, 3];
  const values = rows.map((row) => row === NO_ROW ? null : wordAt(words, row));
  assertEquals(gathered(column(ROWS), rows), [values, values.filter((value) => value === null).length]);
  assertEquals(gathered(column(0), [NO_ROW, NO_ROW]), [[null, null], 2]);
  assertEquals(gathered(column(ROWS), [NO_ROW]), [[null], 1]);
});
