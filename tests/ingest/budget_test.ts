/** Memory that a reader needs at once, or keeps, is limited by the budget. */
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { StackStore } from "../../src/events/stack_store.ts";
import { TextStore } from "../../src/events/text_store.ts";
import { StringPool } from "../../src/events/string_pool.ts";
import { readHeader } from "../../src/formats/apitrace/header.ts";
import * as S from "../../src/formats/apitrace/kernel/state.ts";
import { StreamKernel } from "../../src/formats/apitrace/stream_kernel.ts";
import { Tag, ValueReader } from "../../src/formats/apitrace/values.ts";
import { load } from "../../src/ingest/load.ts";
import { Arena, ReadingFullError } from "../../src/memory/arena.ts";
import { dataSettings, setDataSettings, withDataSettings } from "../../src/memory/data_settings.ts";
import { guardsWanted } from "../../src/memory/guards.ts";
import { Heap } from "../../src/memory/heap.ts";
import { newPools } from "../../src/tables/pools.ts";
import { byEffort } from "../support/effort.ts";
import { MadeStream } from "../formats/apitrace/made_stream.ts";

const MEGABYTE = 1 << 20;

/** A call, and another one whose first argument is a text of this many bytes, less than 2^28. */
function callOf(length: number): Uint8Array {
  const out = new MadeStream(6);
  const no = out.enter(0, "f", ["a"]);
  out.end();
  out.leave(no);
  out.end();
  out.enter(0, "f", ["a"]);
  return joinBytes([out.take(), longText(length), new Uint8Array(1)]);
}

/** The encoded first argument of a call: a text of this many bytes. */
function longText(length: number): Uint8Array {
  const digits = [0, 7, 14].map((shift) => 0x80 | (length >>> shift & 0x7f));
  return joinBytes([Uint8Array.of(1, 0, 7, ...digits, length >>> 21), new Uint8Array(length).fill(97)]);
}

Deno.test("a record that is longer than the budget ends the trace, and the records before it are kept", async () => {
  const bytes = callOf(100 * MEGABYTE);
  const pools = withDataSettings({ budget: 64 * MEGABYTE }, () => newPools());
  const file = await load(sourceOf(bytes), pools, { name: "t" });
  try {
    const [trace] = file.traces;
    const full = trace!.problems.filter(({ code }) => code === "memory-full");
    assertEquals(full.length, 1);
    assertMatch(
      full[0]!.message,
      /^Cannot continue reading: a record would take \d+ bytes, more than --memory leaves for it$/,
    );
    assert(trace!.tables.get("calls")!.rowCount >= 1);
  } finally {
    file.close();
  }
});

Deno.test("a window grows in place, without a second copy in memory", async () => {
  const heap = new Heap(() => undefined);
  const window = new ByteWindow(sourceOf(new Uint8Array(64 * MEGABYTE)), new Arena("window", heap));
  assert(await window.need(64 * MEGABYTE));
  assert(heap.highWater < 72 * MEGABYTE, `${heap.highWater} bytes`);
  window.close();
  assertEquals(heap.used, 0);
});

Deno.test("reading stops when texts exceed the budget, and the rows read so far stay usable", () => {
  const texts = withDataSettings({ budget: 1 }, () => new TextStore());
  const text = new Uint8Array(8 * MEGABYTE);
  const add = (no: number): number => {
    text[0] = no;
    return texts.numberOf(text, 0, text.length, true);
  };
  let count = 0;
  assertThrows(
    () => {
      while (count < 20) add(++count);
    },
    ReadingFullError,
    "the texts of the traces would take",
  );
  assert(count > 2 && count < 10, `${count} texts`);
  assertEquals(add(count), count);
});

Deno.test("arguments of an open call are kept in place, without a second copy in memory", async () => {
  const out = new MadeStream(6);
  const open = out.enter(0, "f", ["a", "b"]);
  const pieces = [out.take(), longText(70 * MEGABYTE), Uint8Array.of(1, 1, Tag.True, 0)];
  // Other calls advance the window before it returns.
  for (let count = 0; count < 200_000; count++) {
    const no = out.enter(1, "g", []);
    out.end();
    out.leave(no);
    out.end();
  }
  out.leave(open);
  out.end();
  pieces.push(out.take());
  // Guarded memory never grows in place.
  const [heap, most] = guardsWanted() ? [new Heap(), 300] : [new Heap(() => undefined), 140];
  const arena = new Arena("kept", heap);
  const seen: unknown[] = [];
  const kernel: StreamKernel = new StreamKernel(
    { arena, strings: new StringPool(), version: 6, mode: S.MODE_CALLS },
    {
      call() {
        if (kernel.get(S.CALL_NO) !== open) return;
        const reader = new ValueReader(arena, kernel, 6);
        seen.push(reader.argCount, reader.placeArg(1) && reader.peek());
      },
    },
  );
  const window = new ByteWindow(sourceOf(joinBytes(pieces)), arena);
  await readHeader(window);
  const { how } = await kernel.run(window);
  kernel.close();
  window.close();
  assertEquals([how, seen], ["end", [2, Tag.True]]);
  assert(heap.highWater < most * MEGABYTE, `${heap.highWater >> 20} MB`);
  assertEquals(heap.used, 0);
});

Deno.test("reading stops when backtraces exceed the budget, and the rows read so far stay usable", () => {
  const stacks = withDataSettings({ budget: 1 }, () => new StackStore());
  const frames = new Uint32Array(1 << 20);
  const add = (no: number): number => {
    frames[0] = no;
    return stacks.stack(frames, 0, frames.length);
  };
  let count = 0;
  assertThrows(
    () => {
      while (count < 40) add(++count);
    },
    ReadingFullError,
    "the backtraces of the traces would take",
  );
  assert(count > 4 && count < 20, `${count} backtraces`);
  assert(add(count) > 0);
});

Deno.test("heaptrack lines that only extend lists end the trace at the budget", async () => {
  for (const line of byEffort(["a 10 1\n", "t 1 1\n"], ["t 1 1\n"])) {
    const head = "v 10400 3\nX prog\nI 1000 4000\ns 4 main\ns 5 a.out\ni 1000 2 1\nt 1 0\na 10 1\n+ 0\n";
    const bytes = new TextEncoder().encode(head + line.repeat(12_000_000));
    const before = dataSettings();
    setDataSettings({ budget: 64 * MEGABYTE });
    try {
      const file = await load(sourceOf(bytes), newPools(), { name: "t" });
      const [trace] = file.traces;
      assertEquals(trace!.problems.map(({ code }) => code), ["memory-full"]);
      assertEquals(trace!.tables.get("events")!.rowCount, 1);
      file.close();
    } finally {
      setDataSettings(before);
    }
  }
});
