/** Streams whose records are tiny: what they cost stays in proportion to their length. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { StreamWriter } from "../../../src/formats/apitrace/writer.ts";
import type { MemorySink } from "../../support/memory_sink.ts";
import { readStream } from "./support.ts";

/** A whole call of `f`, and bytes behind it. */
function stream(...pieces: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const out = new StreamWriter(6);
  const no = out.enter(0, "f", ["a"]);
  out.end();
  out.leave(no);
  out.end();
  for (const piece of pieces) out.raw(piece instanceof Uint8Array ? piece : Uint8Array.from(piece));
  return out.take();
}

function uint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

function repeated(count: number, piece: (no: number) => readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let no = 0; no < count; no++) for (const byte of piece(no)) bytes.push(byte);
  return Uint8Array.from(bytes);
}

const isWhole = (sink: MemorySink): boolean => {
  const at = sink.cells("calls", "no").indexOf(0n);
  return at >= 0 && sink.cells("calls", "incomplete")[at] === 0;
};

Deno.test("readApitrace() ends a stream whose names cost more than its bytes justify", async () => {
  // Functions without a name, frames that say nothing, one function of many arguments, one enumeration of many names.
  const function_ = (no: number): number[] => [0, 0, ...uint(no + 200), 0, 0, 0];
  const cases = [
    stream(repeated(160_000, function_)),
    stream([0, 0, 0, 4], uint(160_000), repeated(160_000, (no) => [...uint(no + 200), 0])),
    stream([0, 0, ...uint(200), 1, 102], uint(2_000_000), new Uint8Array(2_000_000)),
  ];
  for (const bytes of cases) {
    const sink = await readStream(bytes, Infinity, 1 << 20);
    const first = sink.problems.find(({ code }) => code === "too-many-signatures")!;
    assert(first, sink.codes.join());
    assert(first.offset > 0 && first.offset < bytes.length && first.record > 0);
    assertEquals(first.handling, "kept the calls before it");
    assert(isWhole(sink));
    assert(sink.arena.used < 64 * bytes.length, `${sink.arena.used} for ${bytes.length}`);
  }
});

Deno.test("readApitrace() ends a stream with more threads than programs have", async () => {
  const sink = await readStream(
    stream(repeated(263_000, (no) => [0, ...uint(no), 0, 0, 1, ...uint(no + 1), 0])),
    Infinity,
    1 << 20,
  );
  assertEquals(sink.codes, ["too-many-threads"]);
  assertEquals(sink.count("threads"), 1 << 18);
  assert(isWhole(sink));
});

Deno.test("readApitrace() ends a stream whose calls never return", async () => {
  const zeros = new Uint8Array(8 << 20);
  const sink = await readStream(stream(zeros), Infinity, 1 << 20);
  assertEquals(sink.codes, ["too-many-open-calls", "incomplete-calls"]);
  const { offset, record } = sink.problems[0]!;
  assert(offset < zeros.length, "all was read");
  assertEquals(sink.count("calls"), record);
  assert(isWhole(sink));
});

Deno.test("readApitrace() refuses a head of endless properties", async () => {
  const head = [6, 6, ...repeated(70_000, () => [1, 97, 0])];
  await assertRejects(() => readStream(Uint8Array.from(head)), FormatError, "more properties than any");
});

Deno.test("readApitrace() follows no more objects than the stream justifies, and says so", async () => {
  const names = 300_000;
  const sink = await readStream(
    stream(
      [0, 0, ...uint(200), 13, ...new TextEncoder().encode("glGenTextures"), 2, 1, 110, 1, 116, 0],
      [1, 1, 1, 1, 11, ...uint(names)],
      new Uint8Array(names).fill(2),
      [0],
    ),
    Infinity,
    1 << 20,
  );
  assertEquals(sink.codes, ["too-many-objects"]);
  assertEquals([sink.problems[0]!.record, sink.problems[0]!.message.split(" ")[0]], [1, `${names}`]);
  assertEquals(sink.count("objects"), 0);
  assertEquals(sink.count("calls"), 2);
});
