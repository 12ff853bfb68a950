/** Allocations numbered consecutively are paired by number, with the same result as by lookup. */
import { assertEquals } from "@std/assert";
import { BATCH_ROWS, EVENT_KINDS } from "../../src/events/trace_sink.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { byEffort } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";
import { Random } from "../support/random.ts";

const ROWS = byEffort(5 * BATCH_ROWS + 77, 30_077);
const [ALLOC, FREE] = ["alloc", "free"].map((kind) =>
  EVENT_KINDS.indexOf(kind as typeof EVENT_KINDS[number])
);

/** Allocations, frees of live blocks, most of them recent, and sometimes frees of no block. */
function build(counted: boolean): Trace {
  const random = new Random(7);
  const sink = new TraceBuilder(newPools(), false);
  sink.describe({ format: "test", version: "1", wordBits: 64, byteOrder: "little", mainTable: "events" });
  const columns = [
    { name: "kind", type: "u32" },
    { name: "index", type: "u64" },
    { name: "size", type: "u64", nullable: true },
  ] as const;
  const writer = sink.events(columns, "index", { counted });
  const [kind, index, size] = columns.map(({ name }) => writer.column(name));
  const sizes: number[] = [];
  const live: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    const at = writer.count;
    const isAlloc = live.length === 0 || random.below(100) < (row < ROWS / 2 ? 60 : 45);
    kind!.u32[at] = isAlloc ? ALLOC! : FREE!;
    let number = 0;
    if (isAlloc) {
      // Sizes beyond 32 bits, and none.
      sizes.push(random.oneIn(50) ? 0 : random.below(1 << 30) * (random.oneIn(9) ? 40 : 1));
      live.push(number = sizes.length);
    } else if (!random.oneIn(2000)) {
      const near = Math.min(live.length, random.oneIn(30) ? live.length : 50);
      const [gone] = live.splice(live.length - 1 - random.below(near), 1);
      number = gone!;
    }
    index!.u32[2 * at] = number;
    index!.u32[2 * at + 1] = 0;
    const bytes = number === 0 ? 0 : sizes[number - 1]!;
    size!.u32[2 * at] = bytes % 2 ** 32;
    size!.u32[2 * at + 1] = Math.floor(bytes / 2 ** 32);
    size!.nulls[at] = number === 0 ? 1 : 0;
    if (++writer.count === BATCH_ROWS) writer.flush();
  }
  return sink.finish("t")[0]!;
}

Deno.test("pairing by count gives the same frees, sums and problems as pairing by lookup", () => {
  const [counted, found] = [build(true), build(false)];
  for (const name of ["events", "allocs"]) {
    const [here, there] = [counted.tables.get(name)!, found.tables.get(name)!];
    assertEquals(here.rowCount, there.rowCount);
    for (const column of there.columns) {
      assertEquals(here.cells(column.name).join() === there.cells(column.name).join(), true, column.name);
    }
  }
  const { lives } = counted.packed!.events!, other = found.packed!.events!.lives;
  assertEquals(lives!.totals, other!.totals);
  assertEquals([lives!.blocksBefore, lives!.bytesBefore], [other!.blocksBefore, other!.bytesBefore]);
  assertEquals(counted.problems, found.problems);
});
