/** Pairing beside the reader, on a thread, compared with pairing batch by batch. */
import { assert, assertEquals } from "@std/assert";
import { BATCH_ROWS, EVENT_KINDS, type Pairing } from "../../src/events/trace_sink.ts";
import { KernelThread } from "../../src/memory/kernel_thread.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import type { Column } from "../../src/tables/column.ts";
import type { Table } from "../../src/tables/table.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { atFullEffort } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";
import { Random } from "../support/random.ts";

const BATCHES = 11;
const FIRST_BESIDE = 7;
const [ALLOC, REALLOC, FREE] = ["alloc", "realloc", "free"].map((kind) =>
  EVENT_KINDS.indexOf(kind as typeof EVENT_KINDS[number])
);

/** The thread that was started last. */
let started: KernelThread | undefined;

/** Random events with everything that pairing reports: unknown, repeated and double frees. */
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
    // Rows of one pairing move with each batch, like those of the fastest readers.
    { revive, refcounted: new Set([ref]), moving: pairing === "heap" },
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
        // Sometimes an index from long ago, or one that never existed.
        const old = Math.max(1, next - 1 - random.below(random.oneIn(500) ? next : 20_000));
        index.u32[2 * row] = choice < 45 && !random.oneIn(1000) ? next++ : old;
        index.u32[2 * row + 1] = random.oneIn(20_000) ? 7 : 0;
      }
    }
    writer.count = rows;
    writer.flush();
    // A reader sometimes waits for bytes; the thread starts meanwhile.
    do await new Promise((resolve) => setTimeout(resolve, 5)); while (
      batch === 8 && started && !started.ready
    );
  }
  return sink.finish("t")[0]!;
}

/** The cells of one block of a column: two words each, zero if missing, and their nulls. */
class BlockReader {
  readonly #table: Table;
  readonly #values: number;
  readonly #nulls: number;

  constructor(table: Table) {
    this.#table = table;
    this.#values = table.pools.arena.alloc(BATCH_ROWS * 8);
    this.#nulls = table.pools.arena.alloc(BATCH_ROWS);
  }

  read(column: Column, block: number): { words: Uint32Array; nulls: Uint32Array } {
    const { arena } = this.#table.pools;
    const rows = this.#table.blockRows(block);
    const isNull = column.decode(block, rows, this.#values, this.#nulls);
    const at = this.#values >>> 2;
    const words = arena.u32.subarray(at, at + 2 * rows);
    const nulls = new Uint32Array(isNull ? rows : 0);
    if (isNull) {
      nulls.set(arena.u8.subarray(this.#nulls, this.#nulls + rows));
      for (let row = 0; row < rows; row++) if (nulls[row] !== 0) words[2 * row] = words[2 * row + 1] = 0;
    }
    return { words, nulls };
  }
}

/**
 * Index of the first difference of two arrays; -1 if there is none. `assertEquals` would take minutes for millions of
 * cells.
 */
function differAt(one: Uint32Array, other: Uint32Array): number {
  if (one.length !== other.length) return Math.min(one.length, other.length);
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return at;
  return -1;
}

/** Compares every cell of every column, from a block on. */
function assertSameCells(one: Table, other: Table, first: number): void {
  const [columns, others] = [[...one.columns], [...other.columns]];
  assertEquals(columns.map(({ name }) => name), others.map(({ name }) => name));
  assertEquals(one.rowCount, other.rowCount);
  const [left, right] = [new BlockReader(one), new BlockReader(other)];
  columns.forEach((column, at) => {
    for (let block = first; block < one.blockCount; block++) {
      const [here, there] = [left.read(column, block), right.read(others[at]!, block)];
      const places = [differAt(here.nulls, there.nulls), differAt(here.words, there.words)];
      assertEquals(places, [-1, -1], `${column.name}, block ${block}`);
    }
  });
}

const PAIRINGS = [["index", false], ["resource", false], ["index", true], ["address", false], [
  "heap",
  false,
]] as const;

for (const [pairing, revive] of PAIRINGS) {
  const how = `${pairing}${revive ? ", revived" : ""}`;
  Deno.test(
    atFullEffort(`PairIndex.begin() gives the same pairs with and without a thread: by ${how}`),
    async () => {
      const { wanted } = threadSettings();
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
          setThreads(some);
          traces.push(await build(pairing, revive));
          assertEquals(calls > 0, some === 2);
        }
      } finally {
        KernelThread.start = start;
        KernelThread.prototype.begin = begin;
        setThreads(wanted);
      }
      const [alone, beside] = traces;
      assertEquals(beside!.problemCounts, alone!.problemCounts);
      assertEquals(beside!.problems, alone!.problems);
      assert(alone!.problems.length > 0);
      // The thread takes no batch before this one; but its frees are anywhere.
      assertSameCells(beside!.tables.get("events")!, alone!.tables.get("events")!, FIRST_BESIDE);
      assertSameCells(beside!.tables.get("allocs")!, alone!.tables.get("allocs")!, 0);
      const { totals, blocksBefore, bytesBefore } = alone!.lives!;
      assertEquals({ totals, blocksBefore, bytesBefore }, {
        totals: beside!.lives!.totals,
        blocksBefore: beside!.lives!.blocksBefore,
        bytesBefore: beside!.lives!.bytesBefore,
      });
    },
  );
}
