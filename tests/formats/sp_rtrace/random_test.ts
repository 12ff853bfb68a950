import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { ReportReader } from "../../../src/formats/sp_rtrace/report_reader.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { plainOf, readPlainly } from "./obvious_reader.ts";
import { numbersOf, randomReport } from "./random_report.ts";
import { readBytes, sample, samplesWith } from "./read_sample.ts";
import { atFullEffort, effort, entriesOf, seeds } from "../../support/effort.ts";

const encoder = new TextEncoder();

/** Reads without the kernel. */
async function readSlowly(bytes: Uint8Array): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena, 1 << 16);
  await new ReportReader(sink, { fileOrder: true }, false).read(window);
  return sink;
}

Deno.test("spRtrace.read() agrees with a simple reader on random reports", async () => {
  for (let seed = 1; seed <= seeds(60); seed++) {
    const text = randomReport(seed, 150);
    const sink = await readBytes(encoder.encode(text), { fileOrder: true });
    assertEquals(plainOf(sink), readPlainly(text), `seed ${seed}`);
  }
});

Deno.test(atFullEffort("spRtrace.read() gives the same rows with and without the kernel"), async () => {
  const texts = samplesWith(".txt").filter((name) => !/c0[1467]|\.(ctx|res\d|leaks)/.test(name))
    .map((name) => sample(name + ".txt"));
  for (let seed = 100; seed < 120; seed++) {
    texts.push(encoder.encode(randomReport(seed, 300)));
  }
  for (const bytes of entriesOf(texts, 0.45)) {
    const fast = await readBytes(bytes, { fileOrder: true });
    const slow = await readSlowly(bytes);
    assertEquals(plainOf(fast), plainOf(slow));
    assertEquals(fast.problems, slow.problems);
  }
});

Deno.test("spRtrace.read() gives calls without a type the first type registered before them", async () => {
  const calls = Array.from({ length: 200 }, (_, at) => `${at + 1}. malloc(8) = 0x${16 * at}\n\n`);
  calls.splice(100, 0, "<1> : memory (memory)\n");
  const bytes = encoder.encode(`version=2.0, arch=x86_64, pid=7, \n${calls.join("")}`);
  const fast = await readBytes(bytes, { fileOrder: true });
  assertEquals(plainOf(fast), plainOf(await readSlowly(bytes)));
});

Deno.test(atFullEffort("spRtrace.read() gives the same rows for any split of the input"), async () => {
  for (const name of ["c03-gobject.txt", "c05-shm.txt", "c11-libwriter.txt"]) {
    const bytes = sample(name);
    const whole = plainOf(await readBytes(bytes));
    for (const piece of [1, 7, 61, 1000]) {
      assertEquals(
        plainOf(await readBytes(bytes, { piece, capacity: 256 })),
        whole,
        `${name} in pieces of ${piece}`,
      );
    }
  }
});

/** Reads hostile bytes: any text can be read. */
async function survives(bytes: Uint8Array): Promise<void> {
  if (bytes.length > 0) await readBytes(bytes);
}

Deno.test("spRtrace.read() survives every prefix", async () => {
  for (
    const name of ["c03-gobject.txt", "c05-shm.leaks-compress-resolved-bfd.txt"]
  ) {
    const bytes = sample(name);
    for (let length = 0; length < Math.min(bytes.length, 3000); length += Math.ceil(41 / effort)) {
      await survives(bytes.subarray(0, length));
    }
    for (let length = 3000; length < bytes.length; length += Math.ceil(997 / effort)) {
      await survives(bytes.subarray(0, length));
    }
  }
});

Deno.test("spRtrace.read() survives flipped bytes", async () => {
  const next = numbersOf(4711);
  for (
    const name of [
      "c03-gobject.txt",
      "c05-shm.txt",
      "c11-libwriter.resolved.txt",
    ]
  ) {
    const bytes = sample(name);
    for (let round = 0; round < seeds(8); round++) {
      const broken = bytes.slice();
      for (let flip = 0; flip < 20; flip++) {
        broken[next(broken.length)] = next(256);
      }
      const fast = await readBytes(broken, { fileOrder: true });
      const slow = await readSlowly(broken);
      assertEquals(plainOf(fast), plainOf(slow), `${name}, round ${round}`);
      assertEquals(fast.problems, slow.problems);
    }
  }
});
