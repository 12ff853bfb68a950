/** Every sample compared with the counts of an independent reader. */
import { assert, assertEquals } from "@std/assert";
import { apitrace } from "../../../src/formats/apitrace/mod.ts";
import { atFullEffort, later } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { readStream, reference, sampleNames, SAMPLES, streamOf } from "./support.ts";

interface Stats {
  streamVersion: number;
  semanticVersion: number;
  properties?: Record<string, string>;
  uncompressedBytes: number;
  strayLeaves: number;
  calls: number;
  incompleteCalls: number;
  fakeCalls: number;
  threads: Record<string, number>;
  frames: number;
  blobBytes: number;
  signatures: { functions: number; structs: number; enums: number; bitmasks: number; stackFrames: number };
  callsByFunction: Record<string, number>;
}

interface Info {
  API: string;
  ContainerType: string;
  Frames: { FirstCallId?: number; LastCallId?: number; TotalCalls?: number; SizeInBytes?: number }[];
}

/** Every sample has both references: one that is missing is a failure. */
async function json<T>(name: string): Promise<T> {
  const bytes = await reference(name);
  if (!bytes) throw new Error(`${name} is missing`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

for (const sample of sampleNames()) {
  const file = Deno.readFileSync(new URL(sample, SAMPLES));
  const left = file.length > 200_000 ? later : null;
  Deno.test(
    unless([left], `readApitrace() agrees with the independent reader on the counts of ${sample}`),
    async () => {
      const { bytes } = await streamOf(file);
      const base = sample.replace(/\.trace$/, "");
      const stats = await json<Stats>(`${base}.stats.json`);
      assertEquals(apitrace.sniff(bytes.subarray(0, 4096)), true);
      const sink = await readStream(bytes);
      const calls = sink.rows("calls");
      assertEquals(bytes.length, stats.uncompressedBytes);
      assertEquals(calls.length, stats.calls);
      assertEquals(calls.filter((call) => call["incomplete"] === 1).length, stats.incompleteCalls);
      assertEquals(calls.filter((call) => call["fake"] === 1).length, stats.fakeCalls);
      assertEquals(sink.rows("frames").filter((frame) => frame["ended"] === 1).length, stats.frames);
      // The other reader counts blobs of an event that is cut off by the end of the file.
      const cut = sink.codes.includes("cut-record");
      if (!cut) assertEquals(sum(calls.map((call) => call["blob_bytes"] as bigint)), BigInt(stats.blobBytes));
      const { signatures } = stats;
      assertEquals(sink.stats.get("functions"), signatures.functions);
      assertEquals(sink.stats.get("structures"), signatures.structs);
      assertEquals(sink.stats.get("bit masks"), signatures.bitmasks);
      assertEquals(sink.stats.get("enumerations"), signatures.enums);
      assertEquals(sink.stats.get("stack frames"), signatures.stackFrames);
      assertEquals(sink.codes.includes("stray-leave"), stats.strayLeaves > 0);
      const byName: Record<string, number> = {};
      for (const row of sink.rows("functions")) {
        const name = String(row["name"] ?? "");
        if (row["calls"] !== 0n) byName[name] = (byName[name] ?? 0) + Number(row["calls"]);
      }
      assertEquals(byName, stats.callsByFunction);
      const threads = sink.rows("threads").map((row) => [String(row["thread"]), Number(row["calls"])]);
      assertEquals(Object.fromEntries(threads.filter(([, count]) => count !== 0)), stats.threads);
      const tags = Object.fromEntries(sink.tags.map(({ name, value }) => [name, value]));
      assertEquals(tags["stream version"], String(stats.streamVersion));
      assertEquals(tags["semantic version"], String(stats.semanticVersion));
      for (const [name, value] of Object.entries(stats.properties ?? {})) assertEquals(tags[name], value);
      const info = await json<Info>(`${base}.info.json`);
      assertEquals(sink.stats.get("api"), info.API);
      // The original reports too few bytes for gzip files.
      const counted = info.ContainerType !== "ZLib";
      const rows = sink.rows("frames");
      info.Frames.forEach((frame, at) => {
        const row = rows[at];
        // The original may list nothing for a frame that has not ended.
        if (frame.FirstCallId === undefined) return assert(row?.["ended"] !== 1, `frame ${at}`);
        const names = ["first", "last", "calls", ...(counted ? ["stream_bytes"] : [])];
        const sizes = counted ? [frame.SizeInBytes] : [];
        assertEquals(
          names.map((name) => Number(row?.[name])),
          [frame.FirstCallId, frame.LastCallId, frame.TotalCalls, ...sizes],
          `frame ${at}`,
        );
      });
    },
  );
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

Deno.test("readApitrace() gives the same rows for any split of the input", async () => {
  for (const sample of ["syn-v6-alltags.trace", "real-threads4.trace", "syn-v1-basic.trace"]) {
    const { bytes } = await streamOf(Deno.readFileSync(new URL(sample, SAMPLES)));
    const whole = await readStream(bytes, Infinity, 1 << 20);
    for (const piece of [1, 7, 1000]) {
      const split = await readStream(bytes, piece, 64);
      for (const table of ["calls", "events", "frames", "functions", "threads", "objects"]) {
        assertEquals(split.rows(table), whole.rows(table), `${sample} in pieces of ${piece}: ${table}`);
      }
    }
  }
});

Deno.test(
  atFullEffort("columnFamily() returns columns of arguments by name, with the type of their values"),
  async () => {
    const { bytes } = await streamOf(Deno.readFileSync(new URL("real-userarrays.trace", SAMPLES)));
    const sink = await readStream(bytes);
    const args = await sink.lazyRows("args");
    const calls = sink.rows("calls");
    for (const name of ["mode", "count", "size", "pointer", "red", "return"]) {
      const cells = await sink.familyCells("calls", "text", name);
      assertEquals(cells?.length, calls.length);
      const expected = new Map(
        args.filter((row) => row["arg"] === name).map((row) => [row["no"], row["value"]]),
      );
      calls.forEach((call, at) => {
        const value = expected.get(call["no"]!) ?? null;
        const cell = cells![at]!;
        // Texts are unquoted in columns, and quoted in `args`.
        assertEquals(typeof value === "string" && value.startsWith('"') ? `"${cell}"` : cell, value);
      });
    }
    const counts = await sink.familyCells("calls", "arg", "count");
    assertEquals(counts!.filter((cell) => cell !== null).every((cell) => typeof cell === "bigint"), true);
    const reds = await sink.familyCells("calls", "arg", "red");
    assertEquals(reds!.filter((cell) => cell !== null).every((cell) => typeof cell === "number"), true);
    const modes = await sink.familyCells("calls", "arg", "mode");
    assertEquals(modes!.filter((cell) => cell !== null)[0], "GL_TRIANGLES");
    assertEquals(await sink.familyCells("calls", "arg", "no such argument"), null);
  },
);

Deno.test("lazyTable() builds args with the values of the dump", async () => {
  const { bytes } = await streamOf(Deno.readFileSync(new URL("syn-v6-alltags.trace", SAMPLES)));
  const sink = await readStream(bytes);
  const args = await sink.lazyRows("args");
  const of = (name: string, arg: string) => args.find((row) => row["name"] === name && row["arg"] === arg)!;
  assertEquals(of("ints", "a0")["number"], -1n);
  assertEquals(of("ints", "a2")["value"], "-9223372036854775808");
  assertEquals(of("ints", "a15")["value"], "18446744073709551615");
  assertEquals(of("ints", "a15")["number"], null);
  assertEquals(of("enums", "a1")["symbol"], "GL_ONE");
  assertEquals(of("enums", "a1")["number"], 1n);
  assertEquals(of("enums", "a4")["symbol"], null);
  assertEquals(of("masks", "a8")["symbol"], "D3D_A | D3D_B");
  assertEquals(of("blobs", "a3")["bytes"], 10000n);
  assertEquals(of("retInEnter", "return")["value"], "7");
  assertEquals(args.filter((row) => row["name"] === "missing").length, 1);
});

Deno.test("readApitrace() makes allocs from objects and memory", async () => {
  const { bytes } = await streamOf(Deno.readFileSync(new URL("syn-v6-basic.trace", SAMPLES)));
  const sink = await readStream(bytes);
  assertEquals(sink.pairing, "address");
  const events = sink.rows("events");
  const allocs = events.filter((row) => row["kind"] === "alloc");
  assertEquals(allocs.length > 0, true);
  // Further objects of one call are separate rows with its number.
  assertEquals(events.length, sink.count("calls") + countFurther(events));
  for (const row of events) assertEquals(row["kind"] === "call" || row["addr"] !== null, true);
});

function countFurther(events: readonly Record<string, unknown>[]): number {
  let further = 0;
  for (let at = 1; at < events.length; at++) if (events[at]!["no"] === events[at - 1]!["no"]) further++;
  return further;
}
