/** Results of reading broken streams. */
import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { MadeStream } from "./made_stream.ts";
import { atFullEffort, byEffort, effort, entriesOf, seeds, someOf } from "../../support/effort.ts";
import type { MemorySink } from "../../support/memory_sink.ts";
import { askEveryWay } from "../../fuzz/every_way.ts";
import { inputsIn, keptFolder } from "../../fuzz/places.ts";
import { Random, randomStream } from "./random_stream.ts";
import { readStream, sampleNames, SAMPLES, streamOf } from "./support.ts";

/** A stream with two calls, the second of them open, and what `more` adds. */
function stream(more: (out: MadeStream) => void, version = 6): Uint8Array {
  const out = new MadeStream(version);
  const no = out.enter(4, "f", ["a"]);
  out.arg(0);
  out.int(1);
  out.end();
  out.leave(no);
  out.end();
  out.enter(4, "f", ["a"]);
  out.end();
  more(out);
  return out.take();
}

async function read(more: (out: MadeStream) => void): Promise<MemorySink> {
  return await readStream(stream(more));
}

const bytes = (...values: number[]) => (out: MadeStream) => out.raw(Uint8Array.from(values));

Deno.test("readApitrace() keeps the calls before bytes that it does not understand", async () => {
  const cases: readonly (readonly [string, (out: MadeStream) => void])[] = [
    ["unknown-event", bytes(2)],
    ["unknown-event", bytes(0x77, 1, 2, 3)],
    ["unknown-detail", bytes(0, 0, 4, 9)],
    ["unknown-detail", bytes(0, 0, 4, 3, 0, 0)],
    ["unknown-value", bytes(0, 0, 4, 1, 0, 0x10)],
    ["bad-enumeration", bytes(0, 0, 4, 1, 0, 9, 0, 0, 5)],
    ["unknown-frame-part", bytes(0, 0, 4, 4, 1, 0, 6)],
  ];
  for (const [code, more] of cases) {
    const sink = await read(more);
    assertEquals(sink.rows("calls").map((row) => row["incomplete"]), [0, 1], code);
    assertEquals(sink.codes, [code, "incomplete-calls"]);
    const start = stream(() => {}).length;
    assert(sink.problems[0]!.offset >= start, `${code} at ${sink.problems[0]!.offset}`);
  }
});

Deno.test("readApitrace() drops a cut enter event and keeps the call of a cut leave event", async () => {
  const enter = await read(bytes(0, 0, 4, 1, 0, 7, 100, 65));
  assertEquals(enter.codes, ["cut-record", "incomplete-calls"]);
  assertEquals(enter.rows("calls").map((row) => row["no"]), [0n, 1n]);
  const leave = await read(bytes(1, 1, 2, 4));
  assertEquals(leave.codes, ["cut-record", "incomplete-calls"]);
  assertEquals(leave.rows("calls").length, 2);
});

Deno.test("readApitrace() counts leave events without a call", async () => {
  const sink = await read((out) => {
    out.leave(1);
    out.end();
    out.leave(1);
    out.end();
    out.leave(77);
    out.end();
  });
  assertEquals(sink.codes, ["stray-leave"]);
  assertEquals(sink.rows("calls").map((row) => row["incomplete"]), [0, 0]);
});

Deno.test("readApitrace() never allocates memory for an unverified length", async () => {
  const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
  const cases: readonly (readonly number[])[] = [
    [0, 0, 4, 1, 0, 7, ...huge],
    [0, 0, 4, 1, 0, 8, ...huge],
    [0, 0, 4, 1, 0, 11, ...huge, 0],
    [0, 0, 4, 1, 0, 15, ...huge, 0],
    [0, 0, 4, 4, ...huge],
    [0, 0, 99, ...huge],
    [0, 0, 99, 1, 0x66, ...huge],
    [0, 0, 4, 1, 0, 9, 0, ...huge],
    [0, 0, 4, 1, 0, 12, 0, 1, 0x66, ...huge],
    [1, ...huge],
  ];
  for (const tail of cases) {
    const sink = await read(bytes(...tail));
    assertEquals(sink.count("calls"), 2);
    assert(["cut-record", "event-too-long"].includes(sink.codes[0]!), String(sink.codes));
    assert(sink.arena.used < 80_000_000);
  }
});

Deno.test("readApitrace() accepts numbers that are longer than they need to be", async () => {
  const sink = await read(bytes(0, 0, 4, 1, 0, 4, ...new Array(30).fill(0x80), 0, 0, 1, 2, 0));
  assertEquals(sink.codes, ["incomplete-calls"]);
  assertEquals(sink.count("calls"), 3);
});

Deno.test("readApitrace() reads values nested a hundred thousand levels deep", async () => {
  const sink = await read((out) => {
    out.enter(4, "f", ["a"]);
    out.arg(0);
    for (let depth = 0; depth < 100_000; depth++) out.array(1);
    out.null();
    out.end();
    out.leave(2);
    out.end();
  });
  const args = await sink.lazyRows("args");
  assertEquals(args.at(-1)!["value"], "&".repeat(100_000) + "NULL");
});

Deno.test("readApitrace() starts a new segment at a second header", async () => {
  const sink = await read((out) => out.raw(stream(() => {})));
  assertEquals(sink.segments.length, 2);
  const [first, second] = sink.segments;
  assertEquals(first!.codes, ["unknown-event", "incomplete-calls"]);
  assertEquals(first!.count("calls"), 2);
  assertEquals(second!.count("calls"), 2);
  assertEquals(second!.rows("calls")[0]!["no"], 0n);
  assertEquals((await second!.lazyRows("args")).map((row) => row["value"]), ["1"]);
});

Deno.test("readApitrace() shows an empty file as an empty recording", async () => {
  for (const head of [[], [6], [6, 6], [6, 6, 3, 97]]) {
    const sink = await readStream(Uint8Array.from(head));
    assertEquals(sink.count("calls"), 0);
    assertEquals(sink.codes.includes("empty-stream"), true);
  }
});

Deno.test("readApitrace() refuses unknown versions", async () => {
  await assertRejects(() => readStream(Uint8Array.of(7, 0, 0)), FormatError);
});

Deno.test("readApitrace() keeps arguments that the signature does not name", async () => {
  const numbers = [5n, 4_000_000_000n, 1n << 40n, (1n << 64n) - 1n];
  const whole = stream((out) => {
    out.enter(4, "f", ["a"]);
    for (const number of numbers) {
      out.byte(1);
      out.uint(number);
      out.int(number % 1000n);
    }
    out.end();
    out.leave(2);
    out.byte(1);
    out.uint(77);
    out.int(-7);
    out.end();
  });
  // Small windows: events are parsed again when more bytes have arrived.
  for (const piece of [Infinity, 3]) {
    const sink = await readStream(whole, piece, 16);
    const args = (await sink.lazyRows("args")).filter((row) => row["no"] === 2n);
    const found = args.map(({ arg, position, value }) => [arg, position, value]);
    assertEquals(found, [
      ...numbers.map((number) => [null, number, String(number % 1000n)]),
      [null, 77n, "-7"],
    ]);
    const problems = sink.problems.filter(({ code }) => code === "undeclared-argument");
    assertEquals(problems.map(({ offset }) => BigInt(offset)), args.map((row) => row["offset"]));
    assertEquals(problems.map(({ message }) => message), [
      ...[...numbers, 77n].map((number) =>
        `A call of "f" has an argument ${number}, and the function declares 1`
      ),
    ]);
  }
});

Deno.test("readApitrace() shows the arguments of a call whose leave event is cut", async () => {
  const whole = stream((out) => {
    out.enter(4, "f", ["a"]);
    out.arg(0);
    out.enum(0, [["A", 1], ["B", 2]], 2);
    out.end();
    out.leave(2);
    out.ret();
    out.text("gone");
    out.end();
  });
  for (let cut = 1; cut < 9; cut++) {
    const sink = await readStream(whole.subarray(0, whole.length - cut));
    const rows = await sink.lazyRows("args");
    assertEquals(rows.map(({ no, value }) => [no, value]), [[0n, "1"], [2n, "B"]], `${cut} bytes less`);
    assertEquals(sink.codes, ["cut-record", "incomplete-calls"]);
  }
});

/** Runs a reader on hostile bytes: only a FormatError may escape. */
async function readOrRefuse(hostile: Uint8Array): Promise<MemorySink | undefined> {
  try {
    const sink = await readStream(hostile, Infinity, 1 << 14);
    await sink.lazyRows("args");
    return sink;
  } catch (error) {
    assertInstanceOf(error, FormatError);
    return undefined;
  }
}

Deno.test(atFullEffort("readApitrace() survives every prefix of a stream"), async () => {
  for (const version of [1, 6]) {
    const { stream: whole } = randomStream(5, version);
    const calls = (await readOrRefuse(whole))!.rows("calls").length;
    let before = 0;
    for (let length = 0; length < whole.length; length += Math.ceil((length < 200 ? 2 : 29) / effort)) {
      const sink = await readOrRefuse(whole.subarray(0, length));
      const found = sink?.rows("calls").length ?? 0;
      assert(found >= before, `${length} bytes: ${found} calls, and ${before} of fewer bytes`);
      before = found;
    }
    assert(before > 0 && before <= calls, `${before} of ${calls} calls`);
  }
});

Deno.test("readApitrace() survives flipped bytes", async () => {
  let kept = 0;
  for (let seed = 1; seed <= seeds(30); seed++) {
    const random = new Random(seed);
    const { stream: hostile } = randomStream(seed % 7, seed % 7);
    for (let flips = 1 + random.below(4); flips > 0; flips--) {
      hostile[random.below(hostile.length)] = random.below(256);
    }
    if ((await readOrRefuse(hostile))?.rows("calls").length) kept++;
  }
  assert(kept > seeds(30) / 2, `calls of ${kept} damaged streams are kept`);
});

Deno.test(atFullEffort("containers survive cuts and flipped bytes"), async () => {
  let kept = 0;
  for (
    const sample of sampleNames().filter((name) => name.startsWith("cont-") && !name.includes("2frames"))
  ) {
    const file = Deno.readFileSync(new URL(sample, SAMPLES));
    const random = new Random(sample.length);
    for (const round of someOf(6, 0.15)) {
      const hostile = file.slice(0, round < 3 ? random.below(file.length) : file.length);
      if (round >= 3) hostile[random.below(hostile.length)] = random.below(256);
      try {
        if (await readOrRefuse((await streamOf(hostile)).bytes)) kept++;
      } catch (error) {
        assertInstanceOf(error, FormatError, sample);
      }
    }
  }
  assert(kept > byEffort(30, 5), `${kept} are kept`);
});

Deno.test(atFullEffort("arguments of intact calls are available if the last event is cut"), async () => {
  const kept = inputsIn(keptFolder("apitrace")).filter(({ name }) => name.startsWith("args-not-walked"));
  assertEquals(kept.length, 4);
  for (const { name, bytes } of entriesOf(kept, 0.2)) {
    const { refused, calls, problems } = await askEveryWay(bytes);
    assert(!refused && calls > 0 && problems > 0, `${name}: ${calls} calls, ${problems} problems`);
  }
});
