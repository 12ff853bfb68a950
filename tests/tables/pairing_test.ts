/** The pair index compared with a slow and simple replay, at every point of random streams. */
import { sizeBatches, SIZES_COLUMNS } from "../../src/engine/dataset/sizes.ts";
import { assertEquals } from "@std/assert";
import { EVENT_KINDS, type RowWriter } from "../../src/events/trace_sink.ts";
import { columnsAt, liveBits, rowOfPoint } from "../../src/engine/points.ts";
import { kernelsOf } from "../../src/query/execution/kernels.ts";
import { Workspace } from "../../src/query/execution/relation.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { seeds } from "../support/effort.ts";
import { newPools } from "../support/pools.ts";
import { Random } from "../support/random.ts";

interface Event {
  readonly kind: "alloc" | "realloc" | "free" | "reserve";
  readonly key: bigint;
  readonly addr: bigint;
  readonly size: bigint;
  readonly type: string;
}

interface Life {
  readonly start: number;
  key: string;
  addr: bigint;
  size: bigint;
  readonly first: bigint;
  max: bigint;
  resizes: number;
  moves: number;
  end: number | null;
  refs: number;
}

/** The live blocks after each event, computed as simply as possible. */
function replay(events: readonly Event[], mode: "index" | "resource" | "revive"): {
  lives: Life[];
  states: { size: bigint; addr: bigint; life: number }[][];
  live: { blocks: number; bytes: bigint }[];
} {
  const lives: Life[] = [];
  const open = new Map<string, number>();
  const last = new Map<string, number>();
  const alive = new Set<number>();
  const states: { size: bigint; addr: bigint; life: number }[][] = [];
  const live: { blocks: number; bytes: bigint }[] = [];
  events.forEach((event, row) => {
    const key = mode === "resource" ? `${event.type} ${event.addr}` : `${event.key}`;
    const life = open.get(key);
    if (event.kind === "alloc") {
      if (mode === "resource" && event.type === "ref" && life !== undefined) lives[life]!.refs++;
      else if (mode === "revive" && life === undefined && last.has(key)) {
        const again = last.get(key)!;
        resize(lives[again]!, event);
        lives[again]!.end = null;
        open.set(key, again);
        alive.add(again);
      } else {
        const { addr, size } = event;
        lives.push({
          start: row,
          key,
          addr,
          size,
          first: size,
          max: size,
          resizes: 0,
          moves: 0,
          end: null,
          refs: 1,
        });
        open.set(key, lives.length - 1);
        last.set(key, lives.length - 1);
        alive.add(lives.length - 1);
      }
    } else if (event.kind === "realloc" && life !== undefined) resize(lives[life]!, event);
    else if (event.kind === "free" && life !== undefined) {
      const block = lives[life]!;
      if (--block.refs === 0 || mode !== "resource") {
        block.end = row;
        open.delete(key);
        alive.delete(life);
        block.refs = mode === "revive" ? 1 : 0;
      }
    }
    states.push(
      [...alive].sort((a, b) => a - b).map((each) => ({
        size: lives[each]!.size,
        addr: lives[each]!.addr,
        life: each,
      })),
    );
    let bytes = 0n;
    for (const each of alive) bytes += lives[each]!.size;
    live.push({ blocks: alive.size, bytes });
  });
  return { lives, states, live };
}

function resize(life: Life, { addr, size }: Event): void {
  life.resizes++;
  if (addr !== life.addr) life.moves++;
  life.addr = addr;
  life.size = size;
  if (size > life.max) life.max = size;
}

function randomEvents(random: Random, count: number, mode: "index" | "resource" | "revive"): Event[] {
  const events: Event[] = [];
  let next = 1;
  const open: bigint[] = [];
  const freed: bigint[] = [];
  for (let at = 0; at < count; at++) {
    const addr = 0x5500_0000_0000n + BigInt(random.below(40) * 16);
    const size = random.oneIn(10) ? 0n : BigInt(random.below(5000));
    const type = random.pick(["mem", "ref", "file"]);
    const base = { addr, size, type };
    const choice = random.below(10);
    if (mode === "index" && choice === 9) events.push({ kind: "reserve", key: 0n, ...base });
    else if (choice < 5 || open.length === 0) {
      if (mode === "revive" && freed.length > 0 && random.oneIn(3)) {
        const key = freed.splice(random.below(freed.length), 1)[0]!;
        open.push(key);
        events.push({ kind: "alloc", key, ...base });
      } else {
        // Sometimes an index that is already live.
        const key = mode === "index" && open.length > 0 && random.oneIn(15)
          ? random.pick(open)
          : BigInt(next++);
        open.push(key);
        events.push({ kind: "alloc", key, ...base });
      }
    } else if (choice < 7 && mode === "index") {
      events.push({ kind: "realloc", key: random.pick(open), ...base });
    } else {
      const key = random.oneIn(12) ? BigInt(next + 5) : open.splice(random.below(open.length), 1)[0]!;
      if (key < BigInt(next)) freed.push(key);
      events.push({ kind: "free", key, ...base });
    }
  }
  return events;
}

function write(events: readonly Event[], mode: "index" | "resource" | "revive"): Trace {
  const builder = new TraceBuilder(newPools());
  builder.describe({ format: "test", version: "1", wordBits: 64, byteOrder: "little", mainTable: "events" });
  const refcounted = new Set([builder.strings.internText("ref")]);
  const writer: RowWriter = builder.events(
    [
      { name: "kind", type: "u32" },
      { name: "type", type: "text" },
      { name: "addr", type: "u64", nullable: true },
      { name: "size", type: "u64", nullable: true },
      { name: "index", type: "u64", nullable: true },
    ],
    mode === "resource" ? "resource" : "index",
    { refcounted, revive: mode === "revive" },
  );
  const put = (name: string, value: bigint): void => {
    const { u32 } = writer.column(name);
    u32[2 * writer.count] = Number(value & 0xffff_ffffn);
    u32[2 * writer.count + 1] = Number(value >> 32n);
  };
  for (const event of events) {
    writer.column("kind").u32[writer.count] = EVENT_KINDS.indexOf(event.kind);
    writer.column("type").u32[writer.count] = builder.strings.internText(event.type);
    put("addr", event.addr);
    put("size", event.kind === "free" ? 0n : event.size);
    put("index", event.key);
    if (event.kind === "free") {
      writer.column("size").nulls[writer.count] = 1;
      if (mode !== "resource") writer.column("addr").nulls[writer.count] = 1;
    }
    if (++writer.count === 65536) writer.flush();
  }
  return builder.finish("test")[0]!;
}

/** Blocks live after an event row, with place and size. */
function aliveAt(trace: Trace, at: number): { life: number; addr: bigint; size: bigint }[] {
  const work = Workspace.beside("test", trace.pools);
  const lives = trace.lives!;
  const { arena } = work;
  const changed = columnsAt(trace, at);
  const allocs = trace.tables.get("allocs")!;
  const found: { life: number; addr: bigint; size: bigint }[] = [];
  liveBits(work, lives, at).forEach((bits, block) => {
    const rows = allocs.blockRows(block);
    const list = work.take(rows * 4);
    let count = bits.count;
    if (bits.pointer) kernelsOf(arena).select.bitsToRows(bits.pointer, rows, block * 65536, list);
    else if (count > 0) {
      for (let row = 0; row < rows; row++) arena.u32[(list >>> 2) + row] = block * 65536 + row;
    }
    const values = work.take(rows * 8);
    const nulls = work.take(rows);
    const read = (name: string): bigint[] => {
      (changed.get(name) ?? allocs.column(name)!).gather(list, count, values, nulls);
      return Array.from(arena.u64.subarray(values >>> 3, (values >>> 3) + count));
    };
    const addrs = read("addr");
    const sizes = read("size");
    for (let each = 0; each < count; each++) {
      found.push({ life: arena.u32[(list >>> 2) + each]!, addr: addrs[each]!, size: sizes[each]! });
    }
    count = 0;
  });
  work.release();
  return found;
}

/** The rows of the table `sizes` of a dataset, for every range of every block. */
function stretches(trace: Trace): { life: number; addr: bigint; size: bigint; from: number; to: number }[] {
  return [...sizeBatches(trace)].flatMap((batch) => {
    const [alloc, addr, size, from, to] = SIZES_COLUMNS.map((_, column) => batch.read(column));
    return Array.from({ length: batch.rows }, (_, row) => ({
      life: Number(alloc!.words[row]) - 1,
      addr: addr!.words[row]!,
      size: size!.words[row]!,
      from: Number(from!.words[row]),
      to: to!.nulls[row] ? Infinity : Number(to!.words[row]),
    }));
  });
}

for (const mode of ["index", "resource", "revive"] as const) {
  Deno.test(`PairIndex (${mode}) agrees with a replay at every point`, () => {
    for (let seed = 1; seed <= seeds(20); seed++) {
      const random = new Random(seed);
      const events = randomEvents(random, 20 + random.below(120), mode);
      const expected = replay(events, mode);
      const trace = write(events, mode);
      const label = `seed ${seed}`;
      const rows = [...trace.tables.get("allocs")!.rows()];
      assertEquals(rows.length, expected.lives.length, label);
      rows.forEach((row, at) => {
        const life = expected.lives[at]!;
        assertEquals(
          [
            row["seq"],
            row["addr"],
            row["size"],
            row["first_size"],
            row["max_size"],
            row["resizes"],
            row["moves"],
          ],
          [
            BigInt(life.start + 1),
            life.addr,
            life.size,
            life.first,
            life.max,
            BigInt(life.resizes),
            BigInt(life.moves),
          ],
          `${label}, life ${at}`,
        );
        assertEquals(row["freed"], life.end === null ? null : BigInt(life.end + 1), `${label}, life ${at}`);
        assertEquals(row["leaked"], life.end === null, `${label}, life ${at}`);
        if (mode === "resource") assertEquals(row["refs"], BigInt(life.refs), `${label}, life ${at}`);
      });
      const table = trace.tables.get("events")!;
      const blocks = table.cells("live_blocks");
      const bytes = table.cells("live_bytes");
      const sizes = stretches(trace);
      events.forEach((_, at) => {
        assertEquals(
          sizes.filter(({ from, to }) => from <= at + 1 && at + 1 < to)
            .map(({ life, addr, size }) => ({ life, addr, size }))
            .sort((left, right) => left.life - right.life),
          expected.states[at]!.map(({ life, addr, size }) => ({ life, addr, size })),
          `${label}, sizes at event ${at}`,
        );
        assertEquals(
          [blocks[at], bytes[at]],
          [BigInt(expected.live[at]!.blocks), expected.live[at]!.bytes],
          `${label}, event ${at}`,
        );
        assertEquals(
          aliveAt(trace, at),
          expected.states[at]!.map(({ life, addr, size }) => ({ life, addr, size })),
          `${label}, event ${at}`,
        );
      });
      checkPeak(trace, expected.live, label);
    }
  });
}

/** The peak is the first event with the most live bytes; only allocations and reallocations are checked. */
function checkPeak(trace: Trace, live: readonly { blocks: number; bytes: bigint }[], label: string): void {
  let best = 0n;
  let row = -1;
  live.forEach(({ bytes }, at) => {
    if (bytes > best) {
      best = bytes;
      row = at;
    }
  });
  assertEquals(rowOfPoint(trace, { at: "peak" }), row, label);
  assertEquals(trace.lives!.totals.peakBytes, best, label);
}
