import { assertEquals } from "@std/assert";
import { BATCH_ROWS } from "../../../src/events/trace_sink.ts";
import { CALL_TIME } from "../../../src/formats/sp_rtrace/call_bits.ts";
import { CallLine } from "../../../src/formats/sp_rtrace/call_line.ts";
import { BUFFERED_BLOCKS, BufferedRows } from "../../../src/formats/sp_rtrace/held_rows.ts";
import { sortByKey } from "../../../src/formats/sp_rtrace/radix_sort.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { numbersOf } from "./random_report.ts";
import { atFullEffort } from "../../support/effort.ts";

/** Feeds calls with these indexes and returns them in the order in which they come out. */
function passThrough(
  indexes: Iterable<number>,
  arena: Arena,
): { out: number[]; late: number } {
  const rows = new BufferedRows(arena, false);
  const call = new CallLine();
  const out: number[] = [];
  const drain = (all: boolean): void => {
    rows.settle(all);
    while (
      rows.handOut(1000, (block, from, to) => {
        for (let row = from; row < to; row++) out.push(block.no[2 * row]!);
      })
    );
  };
  for (const no of indexes) {
    call.noLow = no;
    call.time = Math.floor(no / 100);
    call.flags = CALL_TIME;
    rows.append(call, 0, 0);
    if (rows.full) drain(false);
  }
  drain(true);
  return { out, late: rows.counts.late };
}

Deno.test(
  atFullEffort("BufferedRows sorts calls that are out of order by less than half of its capacity"),
  () => {
    const count = BUFFERED_BLOCKS * BATCH_ROWS + 5 * BATCH_ROWS + 7;
    const arena = new Arena();
    const before = arena.used;
    // Neighbouring runs of a thousand are swapped.
    const mixed = Array.from(
      { length: count },
      (_, at) => Math.floor(at / 1000) % 2 === 0 ? at + 1000 : at - 1000,
    );
    const { out, late } = passThrough(mixed, arena);
    assertEquals(late, 0);
    assertEquals(out.length, count);
    assertEquals(out.every((no, at) => at === 0 || no > out[at - 1]!), true);
    assertEquals(arena.used, before);
  },
);

Deno.test(atFullEffort("BufferedRows counts calls that come too late, and keeps them"), () => {
  const count = BUFFERED_BLOCKS * BATCH_ROWS;
  const indexes = Array.from({ length: count }, (_, at) => at + 10);
  const { out, late } = passThrough([...indexes, 3, 4], new Arena());
  assertEquals(late, 2);
  assertEquals(out.length, count + 2);
});

Deno.test("sortByKey() is a stable sort", () => {
  const next = numbersOf(5);
  for (const limit of [3, 5000, 2 ** 32]) {
    const keys = Uint32Array.from({ length: 3000 }, () => next(limit));
    const order = Uint32Array.from(keys, (_, at) => at);
    const expected = [...order].sort((a, b) => keys[a]! - keys[b]!);
    sortByKey(order, keys);
    assertEquals([...order], expected);
  }
});

Deno.test("BufferedRows sorts by all 64 bits of an index, also in reused memory", () => {
  const arena = new Arena();
  const rows = new BufferedRows(arena, false);
  const call = new CallLine();
  const through = (indexes: readonly bigint[]): bigint[] => {
    const out: bigint[] = [];
    for (const no of indexes) {
      call.noLow = Number(no & 0xffff_ffffn);
      call.noHigh = Number(no >> 32n);
      call.time = 7;
      call.flags = CALL_TIME;
      rows.append(call, 0, 0);
    }
    rows.settle(true);
    while (
      rows.handOut(2, (block, from, to) => {
        for (let row = from; row < to; row++) {
          out.push((BigInt(block.no[2 * row + 1]!) << 32n) | BigInt(block.no[2 * row]!));
        }
      })
    );
    return out;
  };
  const large = 1n << 32n;
  for (
    const indexes of [
      [100n, 101n, 102n, 103n, 104n],
      [large + 1n, 2n],
      [2n, large + 1n, 3n],
      [large + 5n, large + 4n, 4n, 3n * large, 9n],
    ]
  ) {
    assertEquals(through(indexes), indexes.toSorted((a, b) => a < b ? -1 : 1), indexes.join());
  }
});
