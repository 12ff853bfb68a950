import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { DumpError } from "../../../src/compat/gnatcov/dump_error.ts";
import type { Format } from "../../../src/formats/format.ts";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { gnatcovSource } from "../../../src/formats/gnatcov_src/mod.ts";
import { run } from "../../compat/gnatcov/running.ts";
import { FuzzSink } from "./fuzz_sink.ts";
import { randomOf } from "./random_trace.ts";
import { bytesOf, names, traces } from "./samples.ts";

const sink = new FuzzSink();

/** Reads hostile bytes: only a FormatError may escape, and nothing may be left behind in the arena. */
async function readOrRefuse(
  format: Format,
  bytes: Uint8Array,
  piece = Infinity,
): Promise<void> {
  sink.reset();
  const window = new ByteWindow(sourceOf(bytes, piece), sink.arena, 4096);
  try {
    await window.more();
    await format.read(window, sink, {});
    await sink.fillAll();
    assert((sink.counts.get("events") ?? 0) * 8 <= bytes.length);
  } catch (error) {
    assertInstanceOf(error, FormatError);
  } finally {
    window.close();
  }
}

function* prefixLengths(length: number): Generator<number> {
  const step = length < 800 ? 1 : Math.ceil(length / 60);
  for (let at = 0; at < length; at += step) yield at;
}

const samples = names.filter((name) => /\.(trace|dmap|srctrace|base64\.txt)$/.test(name));

for (const name of samples) {
  const format = traces.includes(name) ? gnatcov : gnatcovSource;

  Deno.test(`read() survives every prefix of ${name}, and damage`, async () => {
    const bytes = bytesOf(name).slice(0, 20_000);
    await readOrRefuse(format, bytes);
    let before = 0;
    for (const length of prefixLengths(bytes.length)) {
      await readOrRefuse(format, bytes.subarray(0, length));
      const rows = (sink.counts.get("events") ?? 0) +
        (sink.counts.get("units") ?? 0);
      assert(rows >= before, `a longer prefix gives fewer rows at ${length}`);
      before = rows;
    }
    const random = randomOf(bytes.length);
    for (let seed = 0; seed < 60; seed++) {
      const damaged = bytes.slice();
      for (let flips = 1 + random(4); flips > 0; flips--) {
        // Half of the damage goes where the structure is.
        const at = random(
          random(2) === 0 ? Math.min(200, bytes.length) : bytes.length,
        );
        damaged[at] = random(2) === 0 ? random(256) : damaged[at]! ^ (1 << random(8));
      }
      await readOrRefuse(format, damaged, 1 + random(300));
    }
  });
}

Deno.test("read() leaves no memory behind", async () => {
  const bytes = bytesOf("qemu-x86_64-so-load-unload.trace");
  await readOrRefuse(gnatcov, bytes);
  const { used } = sink.arena;
  for (let round = 0; round < 3; round++) await readOrRefuse(gnatcov, bytes);
  assertEquals(sink.arena.used, used);
});

Deno.test("the stand-in ends damaged files with a message", async () => {
  for (
    const name of [
      "qemu-x86_64-so-load-unload.trace",
      "syn-all-infos-32.trace",
      "shop-ppc.srctrace",
    ]
  ) {
    const bytes = bytesOf(name).slice(0, 4000);
    const random = randomOf(7);
    for (let seed = 0; seed < 40; seed++) {
      const damaged = bytes.slice(0, random(bytes.length));
      if (damaged.length > 0) damaged[random(damaged.length)] = random(256);
      const files = new Map([["damaged", damaged]]);
      for (
        const command of [
          "dump-trace",
          "dump-trace-raw",
          "dump-trace-base",
          "dump-src-trace",
        ]
      ) {
        const { status, errors } = await run([command, "damaged"], files).catch(
          (error) => {
            assertInstanceOf(error, DumpError);
            return { status: 1, errors: "x" };
          },
        );
        assertEquals(status === 1, errors !== "", `${command} ${name} ${seed}`);
      }
    }
  }
});
