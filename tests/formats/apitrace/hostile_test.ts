/** Streams whose records are tiny: their costs stay in proportion to their length. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { MadeStream } from "./made_stream.ts";
import type { MemorySink } from "../../support/memory_sink.ts";
import { readStream } from "./support.ts";
import { assertProportional } from "../../support/cpu_ratio.ts";
import { atFullEffort, byEffort, entriesOf } from "../../support/effort.ts";

/** A complete call of `f`, and bytes after it. */
function stream(...pieces: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const out = new MadeStream(6);
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

Deno.test(
  atFullEffort("readApitrace() stops a stream whose names take more memory than its bytes justify"),
  async () => {
    // Functions without a name, empty frames, one function of many arguments, one enumeration of many names.
    const function_ = (no: number): number[] => [0, 0, ...uint(no + 200), 0, 0, 0];
    const cases = [
      stream(repeated(160_000, function_)),
      stream([0, 0, 0, 4], uint(160_000), repeated(160_000, (no) => [...uint(no + 200), 0])),
      stream([0, 0, ...uint(200), 1, 102], uint(2_000_000), new Uint8Array(2_000_000)),
    ];
    for (const bytes of entriesOf(cases, 1, 2)) {
      const sink = await readStream(bytes, Infinity, 1 << 20);
      const first = sink.problems.find(({ code }) => code === "too-many-signatures")!;
      assert(first, sink.codes.join());
      assert(first.offset > 0 && first.offset < bytes.length && first.record > 0);
      assertEquals(first.handling, "kept the calls before it");
      assert(isWhole(sink));
      assert(sink.arena.used < 64 * bytes.length, `${sink.arena.used} for ${bytes.length}`);
    }
  },
);

Deno.test(atFullEffort("readApitrace() stops at the limit of threads"), async () => {
  const sink = await readStream(
    stream(repeated(263_000, (no) => [0, ...uint(no), 0, 0, 1, ...uint(no + 1), 0])),
    Infinity,
    1 << 20,
  );
  assertEquals(sink.codes, ["too-many-threads"]);
  assertEquals(sink.count("threads"), 1 << 18);
  assert(isWhole(sink));
});

Deno.test(atFullEffort("readApitrace() stops at the limit of open calls"), async () => {
  const zeros = new Uint8Array(8 << 20);
  const sink = await readStream(stream(zeros), Infinity, 1 << 20);
  assertEquals(sink.codes, ["too-many-open-calls", "incomplete-calls"]);
  const { offset, record } = sink.problems[0]!;
  assert(offset < zeros.length, "all was read");
  assertEquals(sink.count("calls"), record);
  assert(isWhole(sink));
});

Deno.test(atFullEffort("readApitrace() refuses a header of endless properties"), async () => {
  const head = [6, 6, ...repeated(70_000, () => [1, 97, 0])];
  await assertRejects(() => readStream(Uint8Array.from(head)), FormatError, "too many properties");
});

Deno.test(
  atFullEffort("readApitrace() limits the tracked objects by the bytes of the stream, and reports that"),
  async () => {
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
  },
);

/** An enter event of `g` with one argument, and its leave event; the first call of a stream has number 0. */
function callOf(no: number, id: number, first: boolean, value: Uint8Array | readonly number[]): Uint8Array {
  const out = new MadeStream(6);
  out.take();
  out.byte(0);
  out.uint(0);
  out.uint(id);
  if (first) {
    out.string("g");
    out.uint(1);
    out.string("b");
  }
  out.arg(0);
  out.raw(value instanceof Uint8Array ? value : Uint8Array.from(value));
  out.end();
  out.leave(no);
  out.end();
  return out.take();
}

Deno.test(
  atFullEffort("the text of a value that is longer than a cell is cut, and marked as cut"),
  async () => {
    const count = 3_000_000;
    const array = new Uint8Array([11, ...uint(count), ...new Uint8Array(0)]);
    const value = new Uint8Array(array.length + count);
    value.set(array);
    const sink = await readStream(stream(callOf(1, 9, true, value)), Infinity, 1 << 20);
    const before = sink.arena.used;
    const rows = await sink.lazyRows("args");
    const text = String(rows.at(-1)!["value"]);
    assert(text.length > (1 << 20) - 100 && text.length <= (1 << 20) + 4, `${text.length} characters`);
    assert(/^\{(NULL, ){1000,}[NUL, ]* \.\.\.$/.test(text), `${text.slice(0, 20)} ${text.slice(-20)}`);
    assert((await sink.familyCells("calls", "arg", "b"))!.at(-1) === text);
    assert(sink.arena.used < before + (16 << 20), `${sink.arena.used - before} bytes more`);
  },
);

Deno.test(
  atFullEffort("texts of tiny calls take memory in proportion to the stream, however long names are"),
  async () => {
    // Each call would be shown with a name of half a megabyte.
    const name = "n".repeat(1 << 19);
    const out = new MadeStream(6);
    const calls = 2000;
    for (let call = 0; call < calls; call++) {
      const no = out.enter(0, "f", [name]);
      out.arg(0);
      out.int(call);
      out.end();
      out.leave(no);
      out.end();
    }
    const whole = out.take();
    const sink = await readStream(whole, Infinity, 1 << 20);
    const texts = (await sink.familyCells("calls", "args", ""))!;
    assertEquals(texts.length, calls);
    assert(texts.every((text) => String(text).endsWith(" ...")));
    const bytes = texts.reduce<number>((sum, text) => sum + String(text).length, 0);
    assert(bytes < 32 * whole.length, `${bytes} for ${whole.length}`);
    assertEquals((await sink.lazyRows("args")).at(-1)!["value"], String(calls - 1));
  },
);

Deno.test(
  atFullEffort("a value that is nested too deeply is cut, and other calls keep their values"),
  async () => {
    const depth = (1 << 20) + 500;
    // Nested values of human-readable views: nothing is written on the way down.
    const value = new Uint8Array(2 * depth + 1).fill(14, 0, depth);
    const sink = await readStream(
      stream(callOf(1, 9, true, value), callOf(2, 9, false, [4, 77])),
      Infinity,
      1 << 20,
    );
    const values = (await sink.lazyRows("args")).map((row) => row["value"]);
    assertEquals(values.map((value) => String(value).slice(0, 100)), [" ...", "77"]);
  },
);

Deno.test("endless backtraces keep their innermost frames", async () => {
  const frames = 200_000;
  const sink = await readStream(
    stream([0, 0, 0, 4], uint(frames), [7, 2, 1, 65, 0], new Uint8Array(frames - 1).fill(7), [0, 1, 1, 0]),
    Infinity,
    1 << 20,
  );
  assertEquals(sink.codes, ["long-backtrace"]);
  assertEquals(sink.problems[0]!.message, `A backtrace has ${frames} frames`);
  assertEquals(sink.stacks.depth(Number(sink.rows("calls").at(-1)!["stack"])), 1 << 16);
});

Deno.test(atFullEffort("mipmap levels that no texture has cost no time"), async () => {
  const names = ["target", "level", "internalformat", "width", "height"];
  const recording = (levels: number): Uint8Array => {
    const out = new MadeStream(6);
    const call = (id: number, name: string, args: string[], values: readonly number[]): void => {
      const no = out.enter(id, name, args);
      values.forEach((value, at) => {
        out.arg(at);
        out.int(value);
      });
      out.end();
      out.leave(no);
      out.end();
    };
    call(0, "glBindTexture", ["target", "texture"], [0x0de1, 5]);
    for (let level = 0; level < levels; level++) {
      call(1, "glTexImage2D", names, [0x0de1, level, 0x1908, 4, 4]);
    }
    return out.take();
  };
  // All pairs of 20,000 levels would take 200 million steps: three seconds instead of a tenth.
  const levels = byEffort(5000, 2000);
  const streams = { 1: recording(levels), 4: recording(4 * levels) };
  await assertProportional(async (times) => {
    const sink = await readStream(streams[times], Infinity, 1 << 20);
    assertEquals(sink.count("objects"), 1);
    assertEquals(sink.count("calls"), levels * times + 1);
  }, "reading levels");
});
