/**
 * Results cached by combinations of values equal those computed row by row, with few or many equal rows, and none comes
 * from a discarded row.
 */
import { assertEquals, assertGreater, assertLess, assertThrows } from "@std/assert";
import { ValueResultCache } from "../../../src/query/execution/value_result_cache.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import { newPools } from "../../support/pools.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

/** A value of an argument; null if missing. */
type Cell = bigint | null;

/** Columns of some rows in memory. */
class Rows {
  readonly #work = new Workspace(newPools());
  #cells: readonly (readonly Cell[])[] = [];
  calls = 0;
  fails: (row: readonly Cell[]) => boolean = () => false;
  readonly known = new ValueResultCache(this.#work, (row) => {
    this.calls++;
    const cells = this.#cells.map((column) => column[row]!);
    if (this.fails(cells)) throw new RangeError("fails");
    return resultOf(cells);
  });

  /** Results of some rows; undefined if there are too many combinations. */
  put(columns: readonly (readonly Cell[])[]): Cell[] | undefined {
    this.#cells = columns;
    const count = columns[0]!.length;
    const args = columns.map((column) => {
      const words = this.#work.take(count * 8), nulls = this.#work.takeZeroed(count);
      const { u8, u64 } = this.#work.arena;
      column.forEach((cell, at) => {
        u64[(words >>> 3) + at] = cell ?? 77n;
        u8[nulls + at] = cell === null ? 1 : 0;
      });
      return { words, nulls: column.includes(null) ? nulls : 0 };
    });
    const values = this.#work.take(count * 8), nulls = this.#work.take(count);
    if (!this.known.put(args, count, values, nulls)) return undefined;
    const { u8, u64 } = this.#work.arena;
    return Array.from({ length: count }, (_, at) => u8[nulls + at] ? null : u64[(values >>> 3) + at]!);
  }
}

function resultOf(cells: readonly Cell[]): Cell {
  const sum = cells.reduce((sum: bigint, each) => 31n * sum + (each ?? 5n), 7n);
  return sum % 3n === 0n ? null : BigInt.asUintN(64, sum);
}

Deno.test("results cached by combination equal those computed row by row", () => {
  for (let seed = 1; seed <= seeds(60); seed++) {
    const random = new Random(seed);
    const rows = new Rows();
    const args = 1 + random.below(4), kinds = random.pick([2, 10, 5000]);
    let seen = 0;
    for (let piece = 0; piece < 4; piece++) {
      const count = 1 + random.below(2000);
      const columns = Array.from(
        { length: args },
        () =>
          Array.from(
            { length: count },
            (): Cell => random.oneIn(9) ? null : BigInt(random.below(kinds)) * random.pick([1n, 1n << 40n]),
          ),
      );
      const expected = columns[0]!.map((_, row) => resultOf(columns.map((each) => each[row]!)));
      assertEquals(rows.put(columns), expected, `seed ${seed}`);
      seen += count;
    }
    if (kinds === 2 && args === 1) assertLess(rows.calls, seen);
  }
});

Deno.test("too many combinations turn the cache off", () => {
  const rows = new Rows();
  const numbers = (from: number): Cell[] => Array.from({ length: 65_536 }, (_, at) => BigInt(from + at));
  for (let piece = 0; piece < 4; piece++) assertGreater(rows.put([numbers(piece << 16)])!.length, 0);
  assertEquals(rows.put([numbers(4 << 16)]), undefined);
  assertEquals(rows.put([[1n]]), undefined);
});

Deno.test("a failure leaves no result of a discarded row in the cache", () => {
  const rows = new Rows();
  rows.fails = ([cell]) => cell === 3n;
  assertThrows(() => rows.put([[1n, 2n, 3n, 4n]]), RangeError);
  rows.fails = () => false;
  assertEquals(rows.put([[9n, 8n, 7n, 6n]]), undefined);
});
