import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { spRtraceBin } from "../../../src/formats/sp_rtrace_bin/mod.ts";
import type { MemorySink } from "../../support/memory_sink.ts";
import { plainOf } from "../sp_rtrace/obvious_reader.ts";
import { numbersOf } from "../sp_rtrace/random_report.ts";
import { readBytes, sample } from "../sp_rtrace/read_sample.ts";
import { backtrace, call, type LogShape, makeLog, type Packet } from "./make_log.ts";
import { byEffort, seeds, someOf } from "../../support/effort.ts";

const LITTLE: LogShape = { pointerSize: 8, littleEndian: true };
const read = (bytes: Uint8Array, piece?: number): Promise<MemorySink> =>
  readBytes(bytes, {
    format: spRtraceBin,
    capacity: 512,
    ...(piece ? { piece } : {}),
  });
const numbers = (sink: MemorySink): unknown[] => sink.rows("events").map((row) => Number(row["no"]));

const PACKETS: Packet[] = [
  ["OCFG", { text: "/tmp" }, { text: null }],
  ["PINF", { u32: 77 }, { u32: 1795226209 }, { u32: 5 }, { u32: 12 }, {
    text: "./prog",
  }],
  ["MINF", { u32: 1 }, { u32: 0x10002 }, { text: "memory" }],
  ["RESR", { u32: 1 }, { u32: 0 }, { text: "memory" }, {
    text: "memory allocation",
  }],
  ["RESR", { u32: 3 }, { u32: 1 }, { text: "object" }, { text: "objects" }],
  ["CTXR", { u32: 4 }, { text: "context" }],
  ["MMAP", { pointer: 0x1000n }, { pointer: 0x2000n }, { text: "/bin/prog" }],
  call(1, 2, "malloc", 10, 0xfffffff0n, 4),
  ["ARGS", { u32: 2 }, { text: "path" }, { text: "/a b" }, { text: "empty" }, {
    text: "",
  }],
  backtrace(0x1010n, 0xdeadbeefn),
  call(3, 2, "new", -5, 0x20n),
  backtrace(),
  call(1, 1, "free", 0, 0xfffffff0n),
  backtrace(),
  ["FILE", { text: "maps" }, { text: "77-maps" }],
];

for (const pointerSize of [4, 8] as const) {
  for (const littleEndian of [true, false]) {
    Deno.test(`spRtraceBin.read() reads ${pointerSize * 8}-bit ${littleEndian ? "little" : "big"}-endian logs`, async () => {
      const sink = await read(makeLog({ pointerSize, littleEndian }, PACKETS));
      assertEquals(sink.header?.byteOrder, littleEndian ? "little" : "big");
      assertEquals(sink.header?.wordBits, pointerSize * 8);
      const report = plainOf(sink);
      assertEquals(
        report.calls.map((
          each,
        ) => [
          each.no,
          each.kind,
          each.name,
          each.type,
          each.addr,
          each.context,
        ]),
        [
          ["1", "alloc", "malloc", "memory", "fffffff0", 4],
          ["2", "alloc", "new", "object", "20", null],
          ["3", "free", "free", "memory", "fffffff0", null],
        ],
      );
      assertEquals(report.calls.map((each) => each.frames), [
        ["0x1010", "0xdeadbeef"],
        [],
        [],
      ]);
      assertEquals(report.calls[1]?.size, (2n ** 64n - 5n).toString());
      assertEquals(report.args, [["1", "path", "/a b"], ["1", "empty", ""]]);
      assertEquals(report.types, [
        "1 memory memory allocation",
        "4 object objects",
      ]);
      assertEquals([report.maps, report.contexts, report.attachments], [
        ["/bin/prog 1000 2000"],
        ["4 context"],
        ["maps 77-maps"],
      ]);
      assertEquals(report.comments, ["## tracing module: [1] memory (1.2)"]);
      assertEquals(sink.codes, ["negative-size"]);
      const tags = Object.fromEntries(
        sink.tags.map((tag) => [tag.name, tag.value]),
      );
      assertEquals([
        tags["pid"],
        tags["process"],
        tags["backtrace depth"],
        tags["arch"],
      ], ["77", "./prog", "12", "machine"]);
    });
  }
}

Deno.test("spRtraceBin.read() reads versions before 2, whose length comes first", async () => {
  const packets = PACKETS.map((packet): Packet => {
    if (packet[0] === "PINF") {
      return [packet[0], packet[1]!, packet[2]!, packet[3]!, packet[5]!];
    }
    return packet[0] === "RESR" ? [packet[0], packet[1]!, packet[3]!, packet[4]!] : packet;
  });
  const sink = await read(makeLog({ ...LITTLE, major: 1, minor: 1 }, packets));
  assertEquals(numbers(sink), [1, 2, 3]);
  assertEquals(sink.count("types"), 2);
});

Deno.test("spRtraceBin.read() keeps the packets before a cut one", async () => {
  const whole = makeLog(LITTLE, PACKETS);
  for (const behind of someOf(whole.length - 20, 7)) {
    const length = 20 + behind;
    const { codes } = await read(whole.subarray(0, length));
    assertEquals(codes.every((code) => code === "cut-record" || code === "negative-size"), true, `${length}`);
  }
  const last = await read(whole.subarray(0, -1));
  assertEquals([numbers(last), last.codes.at(-1)], [[1, 2, 3], "cut-record"]);
});

Deno.test("spRtraceBin.read() skips unknown packets and stops at noise", async () => {
  const unknown = await read(
    makeLog(LITTLE, [["ABCD", { u32: 5 }], ...PACKETS]),
  );
  assertEquals([numbers(unknown), unknown.codes[0]], [
    [1, 2, 3],
    "unknown-packet",
  ]);
  const noise = await read(
    new Uint8Array([...makeLog(LITTLE, PACKETS), 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  );
  assertEquals([numbers(noise), noise.codes.at(-1)], [
    [1, 2, 3],
    "lost-packets",
  ]);
});

Deno.test("spRtraceBin.read() starts a new trace at every handshake", async () => {
  const first = makeLog(LITTLE, PACKETS);
  const second = makeLog(
    { pointerSize: 4, littleEndian: false },
    PACKETS.slice(0, 10),
  );
  for (const piece of [undefined, 1, 13]) {
    const sink = await read(new Uint8Array([...first, ...second]), piece);
    assertEquals(sink.segments.map(numbers), [[1, 2, 3], [1]]);
    assertEquals(sink.segments.map((segment) => segment.header?.wordBits), [
      64,
      32,
    ]);
  }
});

Deno.test("spRtraceBin.read() does not trust counts in the file", async () => {
  const sink = await read(makeLog(LITTLE, [
    call(9, 2, "malloc", 1, 1n),
    ["ARGS", { u32: 0xffffffff }, { text: "a" }, { text: "b" }],
    ["BTRC", { u32: 0xffffffff }, { pointer: 5n }],
    ["BTRC", { u32: 0 }],
  ]));
  assertEquals(sink.codes, [
    "unregistered-type",
    "short-packet",
    "frame-without-call",
  ]);
  assertEquals(plainOf(sink).calls[0]?.frames, ["0x5"]);
  assertEquals(sink.count("args"), 1);
});

Deno.test("spRtraceBin.read() reads both forms of the heap packet", async () => {
  const counters = Array.from({ length: 10 }, (_, at) => ({ u32: at }));
  const wide = await read(
    makeLog(LITTLE, [[
      "HINF",
      { pointer: 0x7f0000000010n },
      { pointer: 0x20n },
      ...counters,
    ]]),
  );
  const narrow = await read(
    makeLog(LITTLE, [["HINF", { u32: 16 }, { u32: 32 }, ...counters]]),
  );
  assertEquals(
    wide.rows("comments")[0]?.["text"],
    "##   heap bottom 0x7f0000000010",
  );
  assertEquals(narrow.rows("comments").slice(0, 3).map((row) => row["text"]), [
    "##   heap bottom 0x10",
    "##   heap top 0x20",
    "##   arena 0",
  ]);
});

Deno.test("spRtraceBin.read() survives prefixes and flipped bytes", async () => {
  const next = numbersOf(99);
  const bytes = sample("c05-shm.rtrace");
  let kept = 0;
  const survive = async (broken: Uint8Array): Promise<void> => {
    try {
      await read(broken);
      kept++;
    } catch (error) {
      assertInstanceOf(error, FormatError);
    }
  };
  for (const length of someOf(bytes.length, 61)) {
    await survive(bytes.subarray(0, length));
  }
  for (let round = 0; round < seeds(60); round++) {
    const broken = bytes.slice();
    for (let flip = 0; flip < 8; flip++) {
      broken[next(broken.length)] = next(256);
    }
    await survive(broken);
  }
  assert(kept > byEffort(60, 3), `${kept} are kept`);
});

Deno.test("spRtraceBin.read() refuses a file that does not begin with a handshake", async () => {
  for (
    const bytes of [[], [0xf0], [0xf0, 0xff, 2, 0, 6], [
      0x4d,
      0x54,
      0x52,
      0x43,
      0,
      0,
      0,
      0,
      0,
      0,
    ]]
  ) {
    await assertRejects(() => read(new Uint8Array(bytes)), FormatError);
  }
});
