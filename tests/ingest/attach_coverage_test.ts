import { assertEquals, assertMatch } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { StackPool } from "../../src/events/stack_pool.ts";
import { StringPool } from "../../src/events/string_pool.ts";
import { SECTION, TAG } from "../../src/formats/gnatcov/constants.ts";
import { crc32 } from "../../src/formats/gnatcov/derive/program_check.ts";
import { gnatcov } from "../../src/formats/gnatcov/mod.ts";
import { writeTrace } from "../../src/formats/gnatcov/writer.ts";
import { attachCoverage } from "../../src/ingest/attach_coverage.ts";
import { Arena } from "../../src/memory/arena.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { bytesOf } from "../formats/gnatcov/samples.ts";

async function load(bytes: Uint8Array): Promise<Trace> {
  const pools = { arena: new Arena(), strings: new StringPool(), stacks: new StackPool() };
  const builder = new TraceBuilder(pools);
  const window = new ByteWindow(sourceOf(bytes), pools.arena);
  await gnatcov.read(window, builder, {});
  window.close();
  return builder.finish("run")[0]!;
}

const ARM = Deno.readFileSync(new URL("../../testdata/gnatcov/elf/bare1-arm", import.meta.url));

Deno.test("attachCoverage() finds the program beside the trace, or where the user says", async () => {
  const bytes = bytesOf("qemu-arm-flat-bare1.trace");
  for (
    const [files, exec, from] of [
      [{ "runs/bin/bare1-arm": ARM }, undefined, "runs/bin/bare1-arm"],
      [{ "runs/bare1-arm": ARM }, undefined, "runs/bare1-arm"],
      [{ "elsewhere": ARM }, "elsewhere", "elsewhere"],
    ] as const
  ) {
    const trace = await load(bytes);
    const open = (path: string) => (files as Record<string, Uint8Array>)[path];
    const { attached, warnings } = attachCoverage(trace, { tracePath: "runs/a.trace", exec, open });
    assertEquals([[...attached.values()], warnings], [[from], []]);
    assertEquals(trace.tables.get("events")!.cell(0, "func"), "_start");
  }
});

Deno.test("attachCoverage() refuses another program, unless the user insists", async () => {
  const other = ARM.slice();
  other[other.length - 1]! ^= 1;
  const open = () => other;
  const trace = await load(bytesOf("qemu-arm-flat-bare1.trace"));
  const refused = attachCoverage(trace, { tracePath: "a.trace", open });
  assertEquals(refused.attached.size, 0);
  assertMatch(refused.warnings[0]!, /not the program of this trace: .* as CRC.*; not used/);
  assertEquals(trace.tables.get("events")!.cell(0, "func"), null);
  const insisted = attachCoverage(trace, { tracePath: "a.trace", exec: "x", open });
  assertEquals(insisted.attached.size, 1);
  assertMatch(insisted.warnings[0]!, /used all the same/);
  const broken = attachCoverage(trace, { tracePath: "a.trace", exec: "x", open: () => new Uint8Array(100) });
  assertEquals(broken.attached.size, 0);
});

Deno.test("attachCoverage() names functions of modules by where their code begins", async () => {
  const text = (tag: number, value: string) => ({ tag, data: new TextEncoder().encode(value) });
  // The sample program serves as a module: it was linked at 0x10000, and its code begins behind its headers.
  const bytes = writeTrace(
    { kind: SECTION.flat, pcSize: 4, bigEndian: false, machine: 40, infos: [text(TAG.execFileName, "main")] },
    (writer) => {
      writer.moduleLoad(0x10000, 0, [
        text(TAG.execFileName, "/lib/bare1.so"),
        text(TAG.execFileSize, ` ${ARM.length}`),
        text(TAG.execFileTimeStamp, "2026-01-02 03:04:05"),
        text(TAG.execFileCrc32, ` ${crc32(ARM)}`),
        text(TAG.execCodeSize, " 4096"),
      ]);
      writer.entry(0x100a8, 0, 4, 0x11);
      writer.entry(0x5000, 0, 4, 0x11);
    },
  );
  const trace = await load(bytes);
  const open = (path: string) => path === "/lib/bare1.so" ? ARM : undefined;
  const { attached } = attachCoverage(trace, { tracePath: "a.trace", open });
  assertEquals([...attached.keys()], ["/lib/bare1.so"]);
  const events = trace.tables.get("events")!;
  assertEquals(events.cells("func").slice(1), ["gcd", null]);
  const functions = [...(await trace.makers.get("functions")!.make()).rows()];
  const states = Object.fromEntries(functions.map((row) => [row["func"], row["state"]]));
  assertEquals([states["gcd"], states["sum"]], ["!", "-"]);
});
