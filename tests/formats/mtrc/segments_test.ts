import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { MtrcWriter } from "./mtrc_writer.ts";
import { caseFile, readBytes } from "./support.ts";

function trace(first: number, records: number): Uint8Array {
  const writer = new MtrcWriter().head();
  for (let at = 0; at < records; at++) writer.alloc(first + at, 4096, 16);
  return writer.trailer().take();
}

Deno.test("readMtrc() offers concatenated files as segments", async () => {
  const files = ["tutorial2-le64", "grow-be32", "pass1-le32"].map((name) => caseFile(name, "trace.mtrc"));
  const sink = await readBytes(joinBytes(files));
  assertEquals(sink.segments.length, 3);
  for (const [at, segment] of sink.segments.entries()) {
    assertEquals(segment.rows("events"), (await readBytes(files[at]!)).rows("events"));
    assertEquals(segment.codes, []);
    assert(!segment.discarded);
  }
});

Deno.test("readMtrc() drops a first trace that the second one repeats", async () => {
  const whole = trace(1, 50);
  const prefix = whole.subarray(0, whole.length - 4 - 20 * 9);
  for (const bytes of [joinBytes([prefix, whole]), joinBytes([prefix, prefix, whole])]) {
    const sink = await readBytes(bytes);
    const kept = sink.segments.filter((segment) => !segment.discarded);
    assertEquals(kept.length, 1);
    assertEquals(kept[0]!.rows("events").length, 50);
    assertEquals(kept[0]!.codes, ["repeated-prefix"]);
  }
});

Deno.test("readMtrc() keeps a first trace that differs from the second one", async () => {
  const first = trace(1, 50);
  const sink = await readBytes(joinBytes([first.subarray(0, first.length - 4), trace(100, 20)]));
  assertEquals(sink.segments.map((segment) => segment.discarded), [false, false]);
  assertEquals(sink.segments.map((segment) => segment.count("events")), [50, 20]);
  assertEquals(sink.codes, ["missing-trailer"]);
});

Deno.test("readMtrc() keeps two complete files that are equal", async () => {
  const sink = await readBytes(joinBytes([trace(1, 5), trace(1, 5)]));
  assertEquals(sink.segments.map((segment) => segment.discarded), [false, false]);
});

Deno.test("readMtrc() finds a trace after damage or unrelated bytes", async () => {
  const first = trace(1, 30);
  const broken = joinBytes([
    first.subarray(0, first.length - 4),
    new Uint8Array([0x5a, 1, 2, 0x4d, 3]),
    trace(100, 20),
  ]);
  const sink = await readBytes(broken, { window: 128 });
  assertEquals(sink.segments.map((segment) => segment.count("events")), [30, 20]);
  assertEquals(sink.codes, ["unknown-record", "trailing-bytes"]);
});

Deno.test("readMtrc() does not mistake a few letters for a trace", async () => {
  const sink = await readBytes(joinBytes([trace(1, 3), new TextEncoder().encode("MTRC and more text")]));
  assertEquals(sink.segments.length, 1);
  assertEquals(sink.codes, ["trailing-bytes"]);
});

Deno.test("readMtrc() forgets names between segments", async () => {
  const named = new MtrcWriter().head().alloc(1, 1, 1, { thread: 1, func: "f", file: "a.c", line: 1 })
    .trailer().take();
  const unnamed = new MtrcWriter().head().raw(0x41, 1, 1, 1, 1, 1, 1, 1).trailer().take();
  const [, second] = (await readBytes(joinBytes([named, unnamed]))).segments;
  assertEquals(second!.codes, ["undefined-name", "undefined-name"]);
  assertEquals(second!.rows("events")[0]!["func"], null);
});

Deno.test("readMtrc() stops at a maximum number of segments", async () => {
  const sink = await readBytes(joinBytes(Array.from({ length: 40 }, () => trace(1, 1))));
  assertEquals(sink.segments.length, 32);
  assertEquals(sink.segments.at(-1)!.codes, ["trailing-bytes"]);
});
