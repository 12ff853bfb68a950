/** The fields of each version of a log, kinds of calls, and letters of packets in both byte orders. */
import { assertEquals } from "@std/assert";
import { spRtraceBin } from "../../../src/formats/sp_rtrace_bin/mod.ts";
import { PACKET_TYPES, packetName, swapPacketType } from "../../../src/formats/sp_rtrace_bin/packet_types.ts";
import { Random } from "../../support/random.ts";
import { readBytes } from "../sp_rtrace/read_sample.ts";
import { call, type LogField, makeLog } from "./make_log.ts";

for (const [major, minor] of [[1, 0], [1, 1], [1, 2], [1, 3], [1, 9], [2, 0], [2, 1]] as const) {
  Deno.test(`spRtraceBin.read() reads the fields that version ${major}.${minor} has, and no others`, async () => {
    const since = (first: number, ...fields: LogField[]): LogField[] =>
      major > 1 || minor >= first ? fields : [];
    const bytes = makeLog({ pointerSize: 8, littleEndian: true, major, minor }, [
      ["PINF", { u32: 77 }, { u32: 1_700_000_000 }, { u32: 42 }, ...since(2, { u32: 9 }), { text: "./prog" }],
      ["RESR", { u32: 2 }, ...since(3, { u32: 1 }), { text: "shared" }, { text: "counted where it can be" }],
      call(2, 2, "new", 8, 0x10n),
    ]);
    const sink = await readBytes(bytes, { format: spRtraceBin });
    const tags = sink.tags.map(({ name, value }) => `${name}: ${value}`);
    const expected = ["process: ./prog", "pid: 77", "unix time: 1700000000.000042"];
    assertEquals(
      tags.filter((tag) => /^(process|pid|unix time|backtrace depth):/.test(tag)),
      [...expected, ...since(2, { u32: 0 }).map(() => "backtrace depth: 9")],
    );
    assertEquals(sink.stats.get("recorded"), "2023-11-14 22:13:20");
    assertEquals(sink.rows("events").map((row) => row["type"]), ["shared"]);
    assertEquals(sink.eventsOptions!.refcounted!.size, since(3, { u32: 0 }).length);
    assertEquals(sink.codes, []);
  });
}

Deno.test("spRtraceBin.read() treats calls of unknown kinds as allocations, and reports that", async () => {
  const kinds = [1, 2, 0, 3, 7];
  const bytes = makeLog({ pointerSize: 8, littleEndian: true }, [
    ["RESR", { u32: 1 }, { u32: 0 }, { text: "memory" }, { text: "" }],
    ...kinds.map((kind, at) => call(1, kind, "f", 8, BigInt(at + 1))),
  ]);
  const sink = await readBytes(bytes, { format: spRtraceBin });
  assertEquals(sink.rows("events").map((row) => row["kind"]), ["free", "alloc", "alloc", "alloc", "alloc"]);
  assertEquals(sink.problems.map(({ code, message }) => [code, message]), [
    ["unknown-kind", "A call has the unknown kind 0"],
    ["unknown-kind", "A call has the unknown kind 3"],
    ["unknown-kind", "A call has the unknown kind 7"],
  ]);
});

Deno.test("letters of packets are read in both byte orders", () => {
  const view = new DataView(new ArrayBuffer(4));
  const random = new Random(1);
  for (const type of [...PACKET_TYPES, ...Array.from({ length: 100 }, () => random.u32() | 0)]) {
    view.setInt32(0, type, true);
    assertEquals(swapPacketType(type), view.getInt32(0, false));
    assertEquals(swapPacketType(swapPacketType(type)), type);
    const letters = [...new Uint8Array(view.buffer)].map((byte) =>
      byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."
    );
    assertEquals(packetName(type), letters.join(""));
  }
  const names = [
    "OCFG",
    "PINF",
    "MINF",
    "RESR",
    "CTXR",
    "MMAP",
    "CALL",
    "ARGS",
    "BTRC",
    "HINF",
    "FILE",
    "NLIB",
  ];
  assertEquals([...PACKET_TYPES].map(packetName), names);
});
