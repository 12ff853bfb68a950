/** What a reader needs at once, or keeps, follows the budget. */
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { TextStore } from "../../src/events/text_store.ts";
import { load } from "../../src/ingest/load.ts";
import { Arena, ReadingFullError } from "../../src/memory/arena.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { Heap } from "../../src/memory/heap.ts";
import { newPools } from "../../src/tables/pools.ts";
import { MadeStream } from "../formats/apitrace/made_stream.ts";

const MEGABYTE = 1 << 20;

/** A call, and another one whose first argument is a text of so many bytes, less than 2^28. */
function callOf(length: number): Uint8Array {
  const out = new MadeStream(6);
  const no = out.enter(0, "f", ["a"]);
  out.end();
  out.leave(no);
  out.end();
  out.enter(0, "f", ["a"]);
  const digits = [0, 7, 14].map((shift) => 0x80 | (length >>> shift & 0x7f));
  const head = Uint8Array.of(1, 0, 7, ...digits, length >>> 21);
  return joinBytes([out.take(), head, new Uint8Array(length).fill(97), new Uint8Array(1)]);
}

Deno.test("a record that is longer than the budget ends the trace, and what is before it is kept", async () => {
  const bytes = callOf(100 * MEGABYTE);
  const pools = withDataSettings({ budget: 64 * MEGABYTE }, () => newPools());
  const file = await load(sourceOf(bytes), pools, { name: "t" });
  try {
    const [trace] = file.traces;
    const full = trace!.problems.filter(({ code }) => code === "memory-full");
    assertEquals(full.length, 1);
    assertMatch(
      full[0]!.message,
      /^Cannot read on: a record would take \d+ bytes, more than --memory leaves for it$/,
    );
    assert(trace!.tables.get("calls")!.rowCount >= 1);
  } finally {
    file.close();
  }
});

Deno.test("a window grows where it lies, and is not in memory twice", async () => {
  const heap = new Heap(() => undefined);
  const window = new ByteWindow(sourceOf(new Uint8Array(64 * MEGABYTE)), new Arena("window", heap));
  assert(await window.need(64 * MEGABYTE));
  assert(heap.highWater < 72 * MEGABYTE, `${heap.highWater} bytes`);
  window.close();
  assertEquals(heap.used, 0);
});

Deno.test("texts end at the budget, and what has been read can still be finished", () => {
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
