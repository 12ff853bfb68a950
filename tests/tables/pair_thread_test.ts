/** Pairing beside the reader, on a thread, against pairing batch by batch. */
import { assert, assertEquals } from "@std/assert";
import { BATCH_ROWS, EVENT_KINDS, type Pairing } from "../../src/events/trace_sink.ts";
import { KernelThread } from "../../src/memory/kernel_thread.ts";
import type { Table } from "../../src/tables/table.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { newPools } from "../support/pools.ts";
import { Random } from "../support/random.ts";

const BATCHES = 11;
const [ALLOC, REALLOC, FREE] = ["alloc", "realloc", "free"].map((kind) =>
  EVENT_KINDS.indexOf(kind as typeof EVENT_KINDS[number])
);

/** The thread that was started last. */
let started: KernelThread | undefined;

/** Random events with everything that pairing reports: unknown, repeated and double ones. */
async function build(pairing: Exclude<Pairing, "none">, revive: boolean): Promise<Trace> {
  const random = new Random(42);
  const pools = newPools();
  const sink = new TraceBuilder(pools, true);
  sink.describe({ format: "test", version: "1", wordBits: 64, byteOrder: "little", mainTable: "events" });
  const mem = pools.strings.internText("mem");
  const ref = pools.strings.internText("ref");
  const writer = sink.events(
    [
      { name: "kind", type: "u32" },
      { name: "type", type: "text" },
      { name: "addr", type: "u64", nullable: true },
      { name: "size", type: "u64", nullable: true },
      ...(pairing === "index" ? [{ name: "index", type: "u64" } as const] : []),
    ],
    pairing,
    { revive, refcounted: new Set([ref]) },
  );
  const [kind, type, addr, size] = ["kind", "type", "addr", "size"].map((name) => writer.column(name));
  const index = pairing === "index" ? writer.column("index") : undefined;
  let next = 1;
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = batch < BATCHES - 1 ? BATCH_ROWS : 12345;
    for (let row = 0; row < rows; row++) {
      const choice = random.below(100);
      kind!.u32[row] = choice < 45 ? ALLOC! : choice < 60 ? REALLOC! : FREE!;
      type!.u32[row] = random.oneIn(9) ? ref : mem;
      addr!.u32[2 * row] = random.below(30_000) * 16;
      addr!.u32[2 * row + 1] = 0x55d0;
      size!.u32[2 * row] = random.below(4000);
      size!.u32[2 * row + 1] = 0;
      if (index) {
        // Now and then an index of long ago, or one that never was.
        const old = Math.max(1, next - 1 - random.below(random.oneIn(500) ? next : 20_000));
        index.u32[2 * row] = choice < 45 && !random.oneIn(1000) ? next++ : old;
        index.u32[2 * row + 1] = random.oneIn(20_000) ? 7 : 0;
      }
    }
    writer.count = rows;
    writer.flush();
    // A reader waits for bytes now and then; the thread starts in the meantime.
    do await new Promise((resolve) => setTimeout(resolve, 5)); while (
      batch === 8 && started && !started.ready
    );
  }
  return sink.finish("t")[0]!;
}

/** A sum over all cells of each column: words, and which of them are null. */
async function sumsOf(table: Table): Promise<[name: string, sum: string][]> {
  const { arena } = table.pools;
  const values = arena.alloc(BATCH_ROWS * 8);
  const nulls = arena.alloc(BATCH_ROWS);
  const sums: [string, string][] = [];
  for (const column of table.columns) {
    const pieces: Uint8Array[] = [];
    for (let block = 0; block < table.blockCount; block++) {
      const rows = table.blockRows(block);
      const some = column.decode(block, rows, values, nulls);
      const none = some ? arena.u8.slice(nulls, nulls + rows) : new Uint8Array(rows);
      const words = arena.u64.slice(values >>> 3, (values >>> 3) + rows);
      none.forEach((each, row) => {
        if (each) words[row] = 0n;
      });
      pieces.push(none, new Uint8Array(words.buffer));
    }
    const sum = await crypto.subtle.digest("SHA-256", await new Blob(pieces as BlobPart[]).arrayBuffer());
    sums.push([column.name, new Uint8Array(sum).toHex()]);
  }
  arena.free(values);
  arena.free(nulls);
  return sums;
}

for (
  const [pairing, revive] of [["index", false], ["index", true], ["resource", false], [
    "address",
    false,
  ]] as const
) {
  Deno.test(`PairIndex.begin() gives on a thread what it gives without: by ${pairing}${revive ? ", revived" : ""}`, async () => {
    const cores = navigator.hardwareConcurrency;
    const { start } = KernelThread;
    KernelThread.start = (...args) => started = start.apply(KernelThread, args);
    const begin = KernelThread.prototype.begin;
    let calls = 0;
    KernelThread.prototype.begin = function (...args) {
      calls++;
      return begin.apply(this, args);
    };
    const traces: Trace[] = [];
    try {
      for (const some of [1, 2]) {
        Object.defineProperty(navigator, "hardwareConcurrency", { value: some, configurable: true });
        traces.push(await build(pairing, revive));
        assertEquals(calls > 0, some === 2);
      }
    } finally {
      KernelThread.start = start;
      KernelThread.prototype.begin = begin;
      Object.defineProperty(navigator, "hardwareConcurrency", { value: cores, configurable: true });
    }
    const [alone, beside] = traces;
    assertEquals(beside!.problemCounts, alone!.problemCounts);
    assertEquals(beside!.problems, alone!.problems);
    assert(alone!.problems.length > 0);
    for (const name of ["events", "allocs"]) {
      assertEquals(await sumsOf(beside!.tables.get(name)!), await sumsOf(alone!.tables.get(name)!));
    }
    const { totals, blocksBefore, bytesBefore } = alone!.lives!;
    assertEquals({ totals, blocksBefore, bytesBefore }, {
      totals: beside!.lives!.totals,
      blocksBefore: beside!.lives!.blocksBefore,
      bytesBefore: beside!.lives!.bytesBefore,
    });
  });
}
