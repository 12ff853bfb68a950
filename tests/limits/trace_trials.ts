import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../src/base/errors.ts";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { Session } from "../../src/engine/session.ts";
import type { Format } from "../../src/formats/format.ts";
import { heaptrackRaw } from "../../src/formats/heaptrack_raw/mod.ts";
import { memray } from "../../src/formats/memray/mod.ts";
import { dhat } from "../../src/formats/dhat/mod.ts";
import { gfxr } from "../../src/formats/gfxr/mod.ts";
import { pprof } from "../../src/formats/pprof/mod.ts";
import { lcov } from "../../src/formats/lcov/mod.ts";
import { mptl } from "../../src/formats/mptl/mod.ts";
import { mtrc } from "../../src/formats/mtrc/mod.ts";
import { spRtrace } from "../../src/formats/sp_rtrace/mod.ts";
import { spRtraceBin } from "../../src/formats/sp_rtrace_bin/mod.ts";
import { torch } from "../../src/formats/torch/mod.ts";
import { load } from "../../src/ingest/load.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { caseFile } from "../formats/mtrc/support.ts";
import { ALLOCATOR, MemrayWriter } from "../formats/memray/generate.ts";
import { PickleWriter } from "../formats/torch/generate.ts";
import { makeLog } from "../formats/sp_rtrace_bin/make_log.ts";
import { effort } from "../support/effort.ts";
import { MemorySink } from "../support/memory_sink.ts";
import type { Trials } from "./trial.ts";

const ENCODER = new TextEncoder();
const RAW = "v 10400 3\nx 6 ./made\n";
const REPORT = "version=2.0, arch=x86_64, pid=1, \n";
const LOG = makeLog({ pointerSize: 8, littleEndian: true }, []);
// Offsets of numbers in this 32-bit profile, and the number of words of a call site.
const PROFILE = { bins: 0x18, sites: 0x20b0, symbols: 0x212c, siteWords: 6 };

/** The beginning of a pickle with a dictionary. */
function pickle(): PickleWriter {
  return new PickleWriter().raw(0x80, 2, 0x7d, 0x28);
}

async function read(format: Format, bytes: Uint8Array): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena, 1 << 20);
  try {
    await window.more();
    await format.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function codes(format: Format, bytes: Uint8Array): Promise<readonly string[]> {
  return (await read(format, bytes)).segments.flatMap((segment) => segment.codes);
}

function mtrcTrace(index: number, func = "f"): Uint8Array {
  const source = { thread: 1, func, file: "a.c", line: 1 };
  return new MtrcWriter().head().alloc(index, 4096, 16, source).trailer().take();
}

/**
 * A profile whose first part is unchanged, with other words from `offset` on and the remaining bytes from `from` on.
 */
function profileWith(words: readonly number[], offset: number, from: number): Uint8Array {
  const sample = caseFile("pass1-le32", "profile.mptl");
  const bytes = new Uint8Array(4 * words.length);
  words.forEach((word, at) => new DataView(bytes.buffer).setUint32(4 * at, word, true));
  return joinBytes([sample.subarray(0, offset), bytes, sample.subarray(from)]);
}

/** Trials of the limits of traces of all formats, and of memory traces. */
export const TRACE_TRIALS: Trials = {
  async problems(most) {
    const kept = async (count: number): Promise<[number, number | undefined]> => {
      const session = new Session();
      const bytes = ENCODER.encode(`${REPORT}1. f(1) = 0x1\n\n${"?\n".repeat(count)}`);
      const { traces: [trace] } = await load(sourceOf(bytes), session.pools, { name: "t" });
      return [trace!.problems.length, trace!.problemCounts.get("unknown-line")];
    };
    assertEquals(await kept(most), [most, most]);
    assertEquals(await kept(most + 1), [most, most + 1]);
  },
  async tracesInFile(most) {
    const traces = async (count: number): Promise<[number, boolean]> => {
      const bytes = joinBytes(Array.from({ length: count }, () => LOG));
      const file = await load(sourceOf(bytes), new Session().pools, { name: "t" });
      const last = file.traces.at(-1)!;
      return [file.traces.length, last.problemCounts.has("too-many-traces")];
    };
    if (effort > 1) assertEquals(await traces(most), [most, false]);
    assertEquals(await traces(most + 1), [most, true]);
  },
  async mtrcTraces(most) {
    const traces = (count: number): Uint8Array =>
      joinBytes(Array.from({ length: count }, (_, at) => mtrcTrace(at + 1)));
    const whole = await read(mtrc, traces(most));
    assertEquals([whole.segments.length, whole.segments.flatMap((each) => each.codes)], [most, []]);
    const more = await read(mtrc, traces(most + 1));
    assertEquals([more.segments.length, more.segments.flatMap((each) => each.codes)], [most, [
      "trailing-bytes",
    ]]);
  },
  async mtrcRecord(most) {
    assertEquals(await codes(mtrc, mtrcTrace(1, "n".repeat(most - 100))), []);
    // A name that ends within the window is not checked again: only one without an end is too long.
    assertEquals(await codes(mtrc, mtrcTrace(1, "n".repeat(3 * most)).subarray(0, -8)), ["overlong-record"]);
  },
  async modules(most) {
    const modules = (count: number): Uint8Array =>
      ENCODER.encode(
        `${RAW}${
          Array.from({ length: count }, (_, at) => `m 1 a ${(4096 * (at + 1)).toString(16)} 0 100\n`).join("")
        }t 1 0\n`,
      );
    assertEquals(await codes(heaptrackRaw, modules(most)), []);
    assertEquals(await codes(heaptrackRaw, modules(most + 1)), ["many-modules"]);
  },
  async placesAnew(most) {
    // The absence of a trace also takes a number.
    const traces = 1 << 16;
    const list = (name: string): string => `m 1 -\nm 1 ${name} 1000 0 1000\n`;
    const changing = (count: number): Uint8Array =>
      ENCODER.encode(
        RAW + "t 1000 0\n".repeat(traces - 1) + list("a") + `+ 1 1 5\n` +
          Array.from({ length: count }, (_, at) => `${list(at % 2 === 0 ? "b" : "a")}+ 1 1 5\n`).join(""),
      );
    const modules = async (count: number): Promise<string[]> => {
      const { problems, ...sink } = await read(heaptrackRaw, changing(count)).then((each) => ({
        problems: each.codes.filter((code) => code !== "double-allocation"),
        rows: each.rows("events"),
      }));
      return [...problems, ...sink.rows.slice(-1).map(({ module }) => String(module))];
    };
    const count = most / traces;
    const last = (at: number): string => at % 2 === 0 ? "a" : "b";
    assertEquals(await modules(count), [last(count)]);
    assertEquals(await modules(count + 1), ["many-modules", last(count)]);
  },
  async profileBins(most) {
    const bins = (count: number): Uint8Array =>
      profileWith([count, ...new Array(count).fill(0)], PROFILE.bins, 0x1c);
    assertEquals((await codes(mptl, bins(most))).includes("impossible-count"), false);
    assertEquals((await codes(mptl, bins(most + 1))).includes("impossible-count"), true);
  },
  async profileFrames(most) {
    const chain = (count: number): Uint8Array => {
      const sites = Array.from({ length: count }, (_, at) => [at + 1, at, 4096 + at, 0, 0, 0]);
      return profileWith([count, ...sites.flat()], PROFILE.sites, PROFILE.symbols);
    };
    const frames = (count: number): number => count * (count + 1) / 2;
    let longest = 1;
    while (frames(longest + 1) <= most + 64 * (longest + 1)) longest++;
    assertEquals((await codes(mptl, chain(longest))).includes("deep-stacks"), false);
    assertEquals((await codes(mptl, chain(longest + 1))).includes("deep-stacks"), true);
  },
  async reportLine(most) {
    const line = (bytes: number): Uint8Array => ENCODER.encode(`${REPORT}${"x".repeat(bytes - 1)}\n`);
    assertEquals((await codes(spRtrace, line(most))).includes("long-line"), false);
    assertEquals((await codes(spRtrace, line(most + 2))).includes("long-line"), true);
  },
  async packet(most) {
    const packet = (bytes: number): Uint8Array => {
      const head = new Uint8Array(8 + bytes);
      head.set(ENCODER.encode("ABCD"));
      new DataView(head.buffer).setUint32(4, bytes, true);
      return joinBytes([LOG, head]);
    };
    assertEquals(await codes(spRtraceBin, packet(most)), ["unknown-packet"]);
    assertEquals(await codes(spRtraceBin, packet(most + 1)), ["lost-packets"]);
    assert(most > 8192, "the original writes packets of 8 KB");
  },
  async captureText(most) {
    const capture = (bytes: number): Uint8Array =>
      joinBytes([
        new MemrayWriter().head({ end: 1 }).thread(1).raw(10).bytes,
        new Uint8Array(bytes).fill(0x61),
        Uint8Array.of(0, 1),
      ]);
    assertEquals(await codes(memray, capture(most)), []);
    assertEquals(await codes(memray, capture(most + 1)), ["long-text"]);
  },
  async mappings(most) {
    const capture = (count: number): Uint8Array => {
      const writer = new MemrayWriter().head({ end: 1, allocations: count });
      for (let at = 0; at < count; at++) writer.event(ALLOCATOR.mmap, 0x7000_0000_0000 + 8192 * at, 4096);
      return writer.raw(1).bytes;
    };
    assertEquals(await codes(memray, capture(most)), []);
    assertEquals(await codes(memray, capture(most + 1)), ["many-mappings"]);
  },
  async text(most) {
    const text = (bytes: number): Uint8Array =>
      pickle().text("segments").text("x".repeat(bytes)).raw(0x75, 0x2e).bytes;
    assertEquals(await codes(torch, text(most)), []);
    assertEquals(await codes(torch, text(most + 1)), ["long-text"]);
  },
  async nesting(most) {
    const nested = (depth: number): Uint8Array =>
      pickle().text("x").raw(
        ...new Uint8Array(depth).fill(0x5d),
        ...new Uint8Array(depth - 1).fill(0x61),
        0x75,
        0x2e,
      )
        .bytes;
    assertEquals(await codes(torch, nested(most)), []);
    await assertRejects(() => codes(torch, nested(most + 1)), FormatError, "nested");
  },
  async values(most) {
    // A dictionary, a mark, a key, a list, its mark, and the list that does not fit.
    const values = (count: number): Uint8Array => {
      const head = pickle().text("x").raw(0x5d, 0x28).bytes;
      return joinBytes([head, new Uint8Array(count - 5).fill(0x4e), Uint8Array.of(0x5d)]);
    };
    assertEquals(await codes(torch, values(most - 1)), ["cut-record"]);
    await assertRejects(() => codes(torch, values(most)), FormatError, "values");
  },
  async coverageDepth(most) {
    const nested = (depth: number): string =>
      `{"gcc_version":"12","files":[{"file":"a.c"},{"file":"b.c","x":${"[".repeat(depth - 3)}${
        "]".repeat(depth - 3)
      }}]}`;
    const encoder = new TextEncoder();
    assertEquals(await codes(lcov, encoder.encode(nested(most))), []);
    assertEquals(await codes(lcov, encoder.encode(nested(most + 2))), ["bad-structure"]);
  },
  async coverageText(most) {
    const text = (bytes: number): Uint8Array =>
      new TextEncoder().encode(
        `{"gcc_version":"12","files":[{"file":"a.c","lines":[]},"${"x".repeat(bytes)}`,
      );
    assertEquals(await codes(lcov, text(most - 1000)), ["cut-record"]);
    assertEquals(await codes(lcov, text(most + 1000)), ["long-text"]);
  },
  async coverageValues(most) {
    const values = (count: number): Uint8Array => {
      const head = new TextEncoder().encode('{"gcc_version":"12","files":[{"file":"a.c"},{"x":[');
      const list = new Uint8Array(count * 2).fill(0x2c);
      for (let at = 0; at < list.length; at += 2) list[at] = 0x31;
      return joinBytes([head, list]);
    };
    assertEquals(await codes(lcov, values(1000)), ["cut-record"]);
    assertEquals(await codes(lcov, values(most + 10)), ["bad-structure"]);
  },
  async dhatDepth(most) {
    const nested = (depth: number): Uint8Array =>
      ENCODER.encode(`{"dhatFileVersion":2,"x":${"[".repeat(depth)}${"]".repeat(depth)},"pps":[],"ftbl":[]}`);
    assertEquals(await codes(dhat, nested(most)), []);
    assertEquals(await codes(dhat, nested(most + 2)), ["bad-structure"]);
  },
  async dhatRecord(most) {
    const text = (bytes: number): Uint8Array =>
      ENCODER.encode(`{"dhatFileVersion":2,"pps":[],"ftbl":["[root]","${"x".repeat(bytes)}`);
    assertEquals(await codes(dhat, text(most - 1000)), ["cut-record"]);
    assertEquals(await codes(dhat, text(most + 1000)), ["long-text"]);
  },
  async gfxrRecord(most) {
    const call = (bytes: number): Uint8Array => {
      const frame = '{"index":1,"vkFunc":{"name":"vkA","args":{"a":""}}}\n';
      return ENCODER.encode(frame.replace('""', `"${"x".repeat(bytes - frame.length)}"`) + frame);
    };
    assertEquals(await codes(gfxr, call(most)), []);
    assertEquals(await codes(gfxr, call(most + (1 << 21))), ["long-line"]);
  },
  async gfxrDepth(most) {
    // The nesting includes the record, the call and its arguments.
    const nested = (depth: number): Uint8Array => {
      const value = "[".repeat(depth) + "1" + "]".repeat(depth);
      const call = (args: string): string => `{"index":1,"vkFunc":{"name":"vkA","args":${args}}}\n`;
      return ENCODER.encode(call(`{"a":${value}}`) + call("{}"));
    };
    assertEquals(await codes(gfxr, nested(most - 3)), []);
    assertEquals(await codes(gfxr, nested(most - 2)), ["bad-line"]);
  },
  async gfxrPaths(most) {
    const keys = (count: number): Uint8Array => {
      const values = Array.from({ length: count }, (_, at) => `"k${at}":1`);
      return ENCODER.encode(`{"index":1,"vkFunc":{"name":"vkA","args":{${values.join(",")}}}}\n`);
    };
    // Some keys belong to the reader.
    assertEquals(await codes(gfxr, keys(most - 18)), []);
    assertEquals(await codes(gfxr, keys(most + 1)), ["many-paths"]);
  },
  async profileMessage(most) {
    const text = (bytes: number): Uint8Array =>
      joinBytes([
        Uint8Array.of(0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x12, 0x02, 0x10, 0x05),
        lengthOf(bytes),
        new Uint8Array(bytes - 1000),
      ]);
    // The field claims to be longer than the bytes after it.
    const lengthOf = (bytes: number): Uint8Array =>
      Uint8Array.of(0x32, ...[0, 7, 14, 21].map((shift) => (bytes >> shift & 127) | 128), bytes >> 28);
    assertEquals((await codes(pprof, text(most - 10)))[0], "cut-record");
    assertEquals((await codes(pprof, text(most + 2000)))[0], "bad-structure");
  },
  async profileWeights(most) {
    const weights = (count: number): Uint8Array =>
      Uint8Array.from([
        ...Array.from({ length: count }, () => [0x0a, 0x02, 0x08, 0x01]).flat(),
        ...[0x12, 2 + count, 0x12, count, ...new Array<number>(count).fill(1)],
        ...[0x32, 0, 0x32, 1, 0x61],
      ]);
    assertEquals(await codes(pprof, weights(most)), []);
    assertEquals((await codes(pprof, weights(most + 1)))[0], "many-weights");
  },
};
