import { assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { EntryDictionary } from "../../../src/formats/gnatcov/entry_dictionary.ts";
import { Stop } from "../../../src/formats/gnatcov/entry_layout.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { SECTION, SPECIAL, TAG } from "../../../src/formats/gnatcov/constants.ts";
import type { InfoToWrite, TraceShape, TraceWriter } from "../../../src/formats/gnatcov/writer.ts";
import { run } from "../../compat/gnatcov/running.ts";
import { moduleInfos } from "./random_trace.ts";
import { dumpLines, eventRows, read } from "./reading.ts";
import { writeTrace } from "./write_trace.ts";
import { atFullEffort } from "../../support/effort.ts";

const ENCODER = new TextEncoder();
const PROGRAM: InfoToWrite = {
  tag: TAG.execFileName,
  data: ENCODER.encode("prog"),
};
const KERNEL: InfoToWrite = {
  tag: TAG.kernelFileName,
  data: ENCODER.encode("k"),
};
const SHAPE: TraceShape = {
  kind: SECTION.flat,
  pcSize: 4,
  bigEndian: false,
  machine: 40,
  infos: [PROGRAM],
};

function trace(
  fill: (writer: TraceWriter) => void,
  more: Partial<TraceShape> = {},
): Uint8Array {
  return writeTrace({ ...SHAPE, ...more }, fill);
}

/** Two entries. */
function twoEntries(writer: TraceWriter): void {
  writer.entry(0x8000, 0, 4, 0x11);
  writer.entry(0x8004, 0, 4, 0x12);
}

function withBytes(
  bytes: Uint8Array,
  at: number,
  ...values: number[]
): Uint8Array {
  const changed = bytes.slice();
  changed.set(values, at);
  return changed;
}

/** Offsets in the plain trace: header 0, info 20, end tag 32, header 40, entries 60. */
const PLAIN = trace(twoEntries);

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Codes of problems; null when the reader refuses the file. */
  readonly codes: readonly string[] | null;
  /** Ordinary entries that are kept. */
  readonly entries?: number;
  /** The message of the stand-in after the file's name; undefined if it accepts the file. */
  readonly says?: string;
}

const LOAD = (
  writer: TraceWriter,
  low: number,
  infos = moduleInfos("lib.so", 16),
) => writer.moduleLoad(low, 0, infos);

const CASES: readonly Case[] = [
  { name: "sound", bytes: PLAIN, codes: [], entries: 2 },
  {
    name: "empty file",
    bytes: new Uint8Array(0),
    codes: null,
    says: "invalid header (bad magic)",
  },
  {
    name: "magic cut",
    bytes: PLAIN.slice(0, 8),
    codes: null,
    says: "invalid header (bad magic)",
  },
  {
    name: "header cut after the magic",
    bytes: PLAIN.slice(0, 12),
    codes: null,
    says: "invalid header (bad version)",
  },
  {
    name: "header cut after the kind",
    bytes: PLAIN.slice(0, 15),
    codes: null,
    says: "cannot read header",
  },
  {
    name: "wrong version",
    bytes: withBytes(PLAIN, 12, 2),
    codes: null,
    says: "invalid header (bad version)",
  },
  {
    name: "wrong byte order",
    bytes: withBytes(PLAIN, 15, 2),
    codes: null,
    says: "invalid header (bad endianness)",
  },
  {
    name: "wrong kind",
    bytes: withBytes(PLAIN, 13, 248),
    codes: null,
    says: "invalid header (bad kind)",
  },
  {
    name: "no info section",
    bytes: PLAIN.slice(40),
    codes: ["no-info-section"],
    entries: 2,
    says: "invalid first header: FLAT",
  },
  {
    name: "a map after the infos",
    bytes: withBytes(PLAIN, 53, 3),
    codes: ["map-after-infos"],
    entries: 2,
    says: "invalid second header: DECISION_MAP",
  },
  {
    name: "wrong pc size",
    bytes: withBytes(PLAIN, 54, 3),
    codes: ["bad-pc-size"],
    says: "invalid header (bad pc size)",
  },
  {
    name: "wrong second kind",
    bytes: withBytes(PLAIN, 53, 9),
    codes: ["bad-header"],
    says: "invalid header (bad kind)",
  },
  {
    name: "second header cut",
    bytes: PLAIN.slice(0, 58),
    codes: ["cut-header"],
    says: "cannot read header",
  },
  {
    name: "no second header",
    bytes: PLAIN.slice(0, 40),
    codes: ["no-entries"],
    says: "invalid header (bad magic)",
  },
  {
    name: "unknown tag",
    bytes: withBytes(PLAIN, 20, 11),
    codes: ["unknown-tag"],
    entries: 2,
    says: "unknown trace info kind: 0x0000000b",
  },
  {
    name: "info header cut",
    bytes: PLAIN.slice(0, 24),
    codes: ["cut-info"],
    says: "cannot read info header",
  },
  {
    name: "info data cut",
    bytes: PLAIN.slice(0, 30),
    codes: ["cut-info"],
    says: "cannot read info data",
  },
  {
    name: "end tag with a length",
    bytes: withBytes(PLAIN, 36, 4),
    codes: ["bad-end-tag"],
    entries: 2,
    says: "bad end info length",
  },
  {
    name: "entry cut",
    bytes: PLAIN.slice(0, -3),
    codes: ["cut-record"],
    entries: 1,
    says: "file truncated",
  },
  {
    name: "year in the other order",
    bytes: trace(twoEntries, {
      infos: [{
        tag: TAG.dateTime,
        data: Uint8Array.of(7, 0xdc, 2, 21, 8, 0, 37, 0),
      }],
    }),
    codes: ["swapped-date"],
    entries: 2,
  },
  {
    name: "size that is not a number",
    bytes: trace(twoEntries, {
      infos: [{ tag: TAG.execFileSize, data: ENCODER.encode("many") }],
    }),
    codes: ["bad-number"],
    entries: 2,
  },
  {
    name: "odd op",
    bytes: trace((to) => to.entry(0, 0, 4, 0x90)),
    codes: ["odd-op"],
    entries: 1,
  },
  {
    name: "wrapped range",
    bytes: trace((to) => to.entry(0xffff_fffe, 0, 4, 0x10)),
    codes: ["wrapped-range"],
    entries: 1,
  },
  {
    name: "range up to the top",
    bytes: trace((to) => to.entry(0xffff_fffc, 0, 4, 0x10)),
    codes: [],
    entries: 1,
  },
  {
    name: "empty block",
    bytes: trace((to) => to.entry(8, 0, 0, 0x10)),
    codes: ["empty-entry"],
    entries: 1,
  },
  {
    name: "no load address",
    bytes: trace(twoEntries, { infos: [KERNEL] }),
    codes: ["no-load-address"],
    entries: 2,
    says: "No 'loadaddr' special trace entry",
  },
  {
    name: "load address of 0",
    bytes: trace((to) => to.special(0, 0, SPECIAL.loadAddress), {
      infos: [KERNEL],
    }),
    codes: ["zero-load-address", "no-load-address"],
    says: "Invalid 'loadaddr' special trace entry: offset must not be 0",
  },
  {
    name: "load address without a kernel",
    bytes: trace((to) => to.special(8, 0, SPECIAL.loadAddress)),
    codes: ["unexpected-load-address"],
    says: "Unexpected 'loadaddr' special trace entry.",
  },
  {
    name: "second load address",
    bytes: trace(
      (to) => [8, 16].forEach((at) => to.special(at, 0, SPECIAL.loadAddress)),
      { infos: [KERNEL] },
    ),
    codes: ["repeated-load-address"],
    says: "Unexpected 'loadaddr' special trace entry.",
  },
  {
    name: "unload before the load address",
    bytes: trace((to) => to.special(8, 0, SPECIAL.moduleUnload), {
      infos: [KERNEL],
    }),
    codes: ["early-special", "unmatched-unload", "no-load-address"],
    says: "'loadaddr' special trace entry expected but got instead a 0x0003 special entry",
  },
  {
    name: "unknown special entry",
    bytes: trace((to) => to.special(8, 0, 9)),
    codes: ["unknown-special"],
    says: "Unknown special trace entry: 0x0009",
  },
  {
    name: "module without a size",
    bytes: trace((to) => LOAD(to, 8, moduleInfos("lib.so", 16).slice(0, 4))),
    codes: ["incomplete-module-load"],
    says: "incomplete shared object load event",
  },
  {
    name: "module of size 0",
    bytes: trace((to) => LOAD(to, 8, moduleInfos("lib.so", 0))),
    codes: ["incomplete-module-load"],
    says: "incomplete shared object load event",
  },
  {
    name: "modules that overlap",
    bytes: trace((to) => (LOAD(to, 8), LOAD(to, 20))),
    codes: ["module-overlap"],
    says: "A module overlaps a loaded one: left its addresses as they are",
  },
  {
    name: "unload of nothing",
    bytes: trace((to) => to.special(8, 0, SPECIAL.moduleUnload)),
    codes: ["unmatched-unload"],
    says: "Unload of a module that is not loaded: kept its row",
  },
  {
    name: "module load cut",
    bytes: trace((to) => (twoEntries(to), LOAD(to, 8))).slice(0, -20),
    codes: ["cut-record", "incomplete-module-load"],
    entries: 2,
    says: "cannot read info header",
  },
];

for (const { name, bytes, codes, entries = 0, says } of CASES) {
  Deno.test(`readGnatcov() reports damage: ${name}`, async () => {
    try {
      const sink = await read(bytes);
      assertEquals(sink.codes, codes ?? ["a FormatError"]);
      assertEquals(
        eventRows(sink).filter((row) => row["type"] !== null).length,
        entries,
      );
      for (const problem of sink.problems) {
        assertEquals(problem.offset <= bytes.length, true);
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      assertEquals(codes, null);
    }
  });

  Deno.test(`dump-trace prints the messages of the original: ${name}`, async () => {
    const { status, errors } = await run(
      ["dump-trace", "f"],
      new Map([["f", bytes]]),
    );
    assertEquals(
      errors.split("\n")[0],
      says === undefined ? "" : `gnatcov: f: ${says}`,
    );
    assertEquals(status, says === undefined ? 0 : 1);
  });
}

Deno.test("readGnatcov() reads consecutive traces in one file", async () => {
  const wide = trace((to) => to.entry(0x10, 1, 4, 0x11), {
    pcSize: 8,
    bigEndian: true,
  });
  for (const piece of [Infinity, 7]) {
    const sink = await read(joinBytes([PLAIN, wide, PLAIN.slice(0, 40), PLAIN]), {
      piece,
    });
    assertEquals(sink.segments.map((each) => each.header!.wordBits), [
      32,
      64,
      32,
      32,
    ]);
    assertEquals(sink.segments.map((each) => each.rows("events").length), [
      2,
      1,
      0,
      2,
    ]);
    assertEquals(sink.segments.map((each) => each.codes.join()), [
      "",
      "concatenated",
      "concatenated,no-entries",
      "concatenated",
    ]);
  }
});

Deno.test("readGnatcov() keeps entries that only look like a header", async () => {
  // "#QEM" "U-T" 'r' and the bytes after it are not a header.
  const odd = trace((
    to,
  ) => (twoEntries(to), to.entry(0x4d455123, 0, 0x2d55, 0x54), twoEntries(to)));
  const sink = await read(odd);
  assertEquals([sink.segments.length, sink.count("events")], [1, 5]);
});

Deno.test("readGnatcov() distinguishes modules by the time of loading", async () => {
  const bytes = trace((to) => {
    to.entry(0x1004, 0, 4, 0x11);
    LOAD(to, 0x1000, moduleInfos("a.so", 0x100));
    to.entry(0x1004, 0, 4, 0x11);
    to.entry(0x2004, 0, 4, 0x11);
    to.special(0x1010, 0, SPECIAL.moduleUnload);
    to.entry(0x1004, 0, 4, 0x11);
    LOAD(to, 0x1000, moduleInfos("b.so", 0x100));
    to.entry(0x1004, 0, 4, 0x11);
  });
  const sink = await read(bytes);
  const seen = eventRows(sink).map((row) => `${row["module"]}+${(row["addr"] as bigint).toString(16)}`);
  assertEquals(seen, [
    "prog+1004",
    "a.so+1000",
    "a.so+4",
    "prog+2004",
    "a.so+1010",
    "prog+1004",
    "b.so+1000",
    "b.so+4",
  ]);
  // The first and the fourth are the same entry.
  assertEquals(
    sink.rows("entries").find((row) => row["module"] === "prog")!["count"],
    2n,
  );
  const blocks = (await sink.lazyRows("blocks")).map((
    row,
  ) => [row["module"], row["addr"], row["count"]]);
  assertEquals(blocks, [["prog", 0x1004n, 2n], ["prog", 0x2004n, 1n], [
    "a.so",
    4n,
    1n,
  ], ["b.so", 4n, 1n]]);
});

Deno.test("readGnatcov() drops entries below or before the load address", async () => {
  const bytes = trace((to) => {
    twoEntries(to);
    to.special(0x8004, 0, SPECIAL.loadAddress);
    twoEntries(to);
  }, { infos: [KERNEL] });
  const sink = await read(bytes);
  assertEquals(dumpLines(sink), ["00000000-00000003 ?: 12 --t- block"]);
  assertEquals(eventRows(sink).map((row) => row["dropped"]), [1, 1, 0, 1, 0]);
  assertEquals((await sink.lazyRows("blocks")).length, 1);
});

Deno.test("readGnatcov() keeps all 64 bits of the address of a dropped entry", async () => {
  const bytes = trace((to) => {
    to.entry(0x8004, 5, 4, 0x12);
    to.special(0x8000, 0, SPECIAL.loadAddress);
    to.entry(0x8004, 5, 4, 0x12);
  }, { infos: [KERNEL], pcSize: 8 });
  const rows = eventRows(await read(bytes)).filter((row) => row["type"] !== null);
  assertEquals(rows.map((row) => [row["dropped"], row["addr"]]), [[1, 0x5_0000_8004n], [0, 0x5_0000_0004n]]);
});

Deno.test(atFullEffort("readGnatcov() gives the same rows for any split of the input"), async () => {
  const bytes = trace((to) => {
    for (let at = 0; at < 3000; at++) to.entry(at % 700, at % 3, 4, 0x11);
  }, { pcSize: 8 });
  const whole = dumpLines(await read(bytes));
  for (const piece of [1, 13, 4096]) {
    assertEquals(dumpLines(await read(bytes, { piece, capacity: 64 })), whole);
  }
});

Deno.test("EntryDictionary stops at its limit and continues with known entries", () => {
  const arena = new Arena();
  const bytes = trace((to) => [1, 2, 3, 2, 1, 4, 1].forEach((pc) => to.entry(pc, 0, 4, 0x11))).slice(60);
  const at = arena.alloc(bytes.length), codes = arena.alloc(64);
  arena.u8.set(bytes, at);
  const dictionary = new EntryDictionary(arena, 4, false, 3);
  assertEquals(dictionary.decode(at, 7, codes), 5);
  assertEquals([dictionary.isFull, dictionary.stop], [true, Stop.Full]);
  assertEquals([...arena.u32.slice(codes >>> 2, (codes >>> 2) + 5)], [0, 1, 2, 1, 0]);
});

Deno.test(atFullEffort("readGnatcov() survives floods of modules"), async () => {
  const bytes = trace((to) => {
    for (let at = 0; at < 20_000; at++) LOAD(to, at * 32);
    for (let at = 0; at < 20_000; at++) to.special(((at * 7919) % 20_000) * 32, 0, SPECIAL.moduleUnload);
  });
  const sink = await read(bytes);
  assertEquals([sink.codes, sink.count("events")], [[], 40_000]);
  assertEquals(sink.tags.length < 6000, true);
});
