/** Generated source traces, and bytes that only seem to have many records. */
import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { MOST_TRACES } from "../../../src/formats/trace_count_limit.ts";
import { START_MARKER } from "../../../src/formats/gnatcov_src/base64_log.ts";
import { gnatcovSource } from "../../../src/formats/gnatcov_src/mod.ts";
import { read as readWith } from "../gnatcov/reading.ts";
import { bytesOf } from "../gnatcov/samples.ts";

const SAMPLE = bytesOf("shop-x86_64.srctrace");
const HEAD = SAMPLE.subarray(0, 40);
const read = (bytes: Uint8Array, piece = Infinity) => readWith(bytes, { format: gnatcovSource, piece });

Deno.test("readGnatcovSource() reads a second trace after the first as a separate trace", async () => {
  const alone = (await read(SAMPLE)).rows("units");
  for (const piece of [Infinity, 7]) {
    const { segments } = await read(joinBytes([SAMPLE, SAMPLE]), piece);
    assertEquals(segments.map(({ codes }) => codes), [[], []]);
    for (const segment of segments) assertEquals(segment.rows("units"), alone);
  }
});

Deno.test("readGnatcovSource() keeps the first trace when the second cannot be read", async () => {
  const bad = HEAD.slice();
  bad[36] = 7;
  const { segments } = await read(joinBytes([SAMPLE, bad]));
  assertEquals(segments.map(({ codes }) => codes), [[], ["unreadable-trace"]]);
  assertEquals(segments[1]!.problems[0]!.offset, SAMPLE.length);
});

Deno.test("readGnatcovSource() stops reading an endless list of infos", async () => {
  const info = Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0]);
  const infos = new Uint8Array(info.length * 20_000);
  for (let at = 0; at < infos.length; at += info.length) infos.set(info, at);
  const sink = await read(joinBytes([HEAD, infos]));
  assertEquals(sink.codes, ["too-many-infos"]);
  assert(sink.tags.length < 5000, `${sink.tags.length} tags`);
});

Deno.test("readGnatcovSource() holds few traces of a log open at once", async () => {
  const lines = Array.from({ length: 2 * MOST_TRACES }, (_, no) => `${no}${START_MARKER}\n`).join("");
  const { segments } = await read(new TextEncoder().encode(lines));
  assertEquals(segments.length, MOST_TRACES);
});

Deno.test("readGnatcovSource() reports the line of a log at which a trace is truncated", async () => {
  const text = new TextDecoder().decode(bytesOf("shop-console.base64.txt"));
  const lines = `boot\n${text}`.split("\n");
  const first = lines.findIndex((line) => line.trim().endsWith(START_MARKER));
  const log = lines.slice(0, first + 4).join("\n");
  const sink = await read(new TextEncoder().encode(log));
  assertEquals(sink.codes[0], "cut-base64");
  for (const { offset } of sink.problems.slice(1)) {
    assert(offset >= lines.slice(0, first + 1).join("\n").length, `${offset}`);
    assert(offset === 0 || log[offset - 1] === "\n", `${offset} begins no line`);
  }
  assert(sink.problems.length > 1);
});
