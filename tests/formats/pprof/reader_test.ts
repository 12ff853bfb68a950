/** Sums of real files compared with those of the original tool, and files that are odd, damaged or hostile. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { FunctionAt } from "../../../src/events/code_place.ts";
import { pprof } from "../../../src/formats/pprof/mod.ts";
import { load } from "../../../src/ingest/load.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { newPools } from "../../../src/tables/pools.ts";
import { Quarry } from "../../../mod.ts";
import { quarry as runProgram } from "../../cli/program.ts";
import { atFullEffort } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Temporary } from "../../support/temporary.ts";

const SAMPLES = new URL("../../../testdata/pprof/", import.meta.url);

async function read(
  bytes: Uint8Array<ArrayBuffer> | string,
  piece?: number,
  functionAt?: FunctionAt,
): Promise<MemorySink> {
  const sink = new MemorySink();
  const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const window = new ByteWindow(sourceOf(data), sink.arena, piece);
  try {
    await window.more();
    await pprof.read(window, sink, functionAt ? { functionAt } : {});
    return sink;
  } finally {
    window.close();
  }
}

/** A number in its wire encoding. */
function varint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

const number = (field: number, value: number | bigint): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, content: readonly number[] | string): number[] => {
  const list = typeof content === "string" ? [...new TextEncoder().encode(content)] : content;
  return [...varint(field << 3 | 2), ...varint(list.length), ...list];
};

/** A small profile: two samples, an inlined function, a label of each kind. */
const TEXTS = ["", "space", "bytes", "outer", "inner", "a.go", "tenant", "t1", "size"];
const TYPE = bytes(1, [...number(1, 1), ...number(2, 2)]);
const SAMPLE_ONE = bytes(2, [
  ...bytes(1, [...varint(7), ...varint(9)]),
  ...bytes(2, varint(40)),
  ...bytes(3, [...number(1, 6), ...number(2, 7)]),
]);
const SAMPLE_TWO = bytes(2, [
  ...number(1, 9),
  ...number(2, -3),
  ...bytes(3, [...number(1, 8), ...number(3, 64), ...number(4, 2)]),
]);
const LOCATIONS = [
  ...bytes(4, [
    ...number(1, 7),
    ...number(3, 0x1000),
    ...bytes(4, [...number(1, 2), ...number(2, 11)]),
    ...bytes(4, [...number(1, 1), ...number(2, 5)]),
  ]),
  ...bytes(4, [...number(1, 9), ...number(3, 0xffff_ffff_ffff_ffffn)]),
];
const FUNCTIONS = [
  ...bytes(5, [...number(1, 1), ...number(2, 3), ...number(4, 5)]),
  ...bytes(5, [...number(1, 2), ...number(2, 4), ...number(4, 5)]),
];
const STRINGS = TEXTS.flatMap((each) => bytes(6, each));
const WHOLE = Uint8Array.from([
  ...TYPE,
  ...SAMPLE_ONE,
  ...SAMPLE_TWO,
  ...LOCATIONS,
  ...FUNCTIONS,
  ...STRINGS,
]);

for (const name of ["heap", "cpu", "mutex"]) {
  Deno.test(`${name}.pb.gz has the same sums as go tool pprof`, async () => {
    const lines = Deno.readTextFileSync(new URL(`${name}.raw.txt`, SAMPLES)).split("\n");
    const at = lines.indexOf("Samples:") + 1;
    const names = lines[at]!.replace("[dflt]", "").trim().split(/\s+/).map((each) => each.split("/")[0]!);
    const sums = names.map(() => 0n);
    let rows = 0;
    for (const line of lines.slice(at + 1)) {
      const [figures] = /^(?:\s*-?\d+)+(?=:)/.exec(line) ?? [];
      if (figures === undefined) continue;
      figures.trim().split(/\s+/).forEach((digits, each) => sums[each]! += BigInt(digits));
      rows++;
    }
    await using quarry = await Quarry.open(new URL(`${name}.pb.gz`, SAMPLES).pathname);
    const list = names.map((each) => `${each} = sum(${each})`).join(", ");
    const [row] = [...(await quarry.query(`profile | summarize n = count(), ${list}`)).rows()];
    assertEquals(Object.values({ ...row! }), [BigInt(rows), ...sums]);
    const weights = [...(await quarry.query("weights | select name, total")).rows()].map((each) => ({
      ...each,
    }));
    assertEquals(weights as unknown[], names.map((each, place) => ({ name: each, total: sums[place] })));
    assertEquals(quarry.problems(), []);
  });
}

for (const name of ["gperftools.heap", "jemalloc.heap", "heap.go.txt.gz"]) {
  Deno.test(`rows of ${name} add up to the totals of its header`, async () => {
    await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
    assertEquals(quarry.problems(), []);
    const [row] = [
      ...(await quarry.query("profile | summarize n = count(), live = sum(inuse_space)")).rows(),
    ];
    assert(row!["n"]! as bigint > 0n && row!["live"]! as bigint > 0n);
  });
}

Deno.test("frames are in order, inlined frames are separate, and a sample has its innermost line", async () => {
  for (const piece of [2, 5, 4096]) {
    const sink = await read(WHOLE, piece);
    assertEquals(sink.cells("profile", "func"), ["inner", null]);
    assertEquals(sink.cells("profile", "line"), [11, null]);
    assertEquals(sink.cells("profile", "addr"), [0x1000n, 0xffff_ffff_ffff_ffffn]);
    const [first] = sink.cells("profile", "stack") as number[];
    assertEquals(sink.stacks.depth(first!), 3);
    assertEquals(sink.cells("labels", "value"), ["t1", "64"]);
    assertEquals(sink.cells("labels", "number"), [null, 64n]);
    assertEquals(sink.cells("labels", "unit"), [null, "bytes"]);
    assertEquals(sink.problems, []);
  }
});

Deno.test("nanoseconds are durations: on screens, compared with durations, in sums and multiples", async () => {
  await using quarry = await Quarry.open("testdata/pprof/cpu.pb.gz");
  const result = await quarry.query(
    "profile | summarize s = sum(cpu), twice = sum(cpu) * 2, part = sum(cpu) / sum(cpu), n = sum(samples)",
  );
  assertEquals(
    result.columns.map(({ name, display }) => [name, display]),
    [["s", "duration"], ["twice", "duration"], ["part", "plain"], ["n", "plain"]],
  );
  assertEquals(result.rows().map((row) => [row.s, row.twice]), [[310_000_000n, 620_000_000n]]);
  const count = async (test: string): Promise<unknown> =>
    (await quarry.query(`profile | where ${test} | count`)).rows()[0]!.count;
  for (const test of ["cpu > 10ms", "10ms < cpu", "cpu > 10_000_000"]) {
    assertEquals(await count(test), 6n, test);
  }
  assertEquals(await count("samples > 0 and cpu == 10ms"), 5n);
});

Deno.test("fields are read in any order, and a negative value keeps its sign", async () => {
  const turned = Uint8Array.from([
    ...TYPE,
    ...STRINGS,
    ...FUNCTIONS,
    ...LOCATIONS,
    ...SAMPLE_ONE,
    ...SAMPLE_TWO,
  ]);
  for (const each of [WHOLE, turned]) {
    await using quarry = await Quarry.open(each);
    const rows = [...(await quarry.query("profile | sort index | select space")).rows()];
    assertEquals(rows.map(({ space }) => space), [40n, -3n]);
  }
});

Deno.test("a profile cut anywhere keeps the samples before the cut, and reports it", async () => {
  const ends = [TYPE.length + SAMPLE_ONE.length, TYPE.length + SAMPLE_ONE.length + SAMPLE_TWO.length];
  for (let length = TYPE.length + 1; length < WHOLE.length; length++) {
    const sink = await read(WHOLE.slice(0, length));
    const rows = ends.filter((end) => end <= length).length;
    assertEquals(sink.cells("profile", "index").length, rows, `${length}`);
    const codes = new Set(sink.problems.map(({ code }) => code));
    const isWhole = length > ends[1]! && !codes.has("cut-record");
    assert(isWhole || codes.has("cut-record") || ends.includes(length), `${length}: ${[...codes]}`);
  }
});

Deno.test("samples with unknown ids, too few or too many values are kept and counted", async () => {
  const few = bytes(2, [...number(1, 99)]);
  const many = bytes(2, [...number(1, 7), ...bytes(2, [1, 2, 3])]);
  const sink = await read(
    Uint8Array.from([...TYPE, ...few, ...many, ...LOCATIONS, ...FUNCTIONS, ...STRINGS]),
  );
  assertEquals(sink.cells("profile", "func"), [null, "inner"]);
  assertEquals(sink.problems.map(({ code }) => code), ["bad-frame", "bad-record", "bad-record"]);
});

Deno.test("damage causes a clear error: endless numbers, groups, lengths beyond the file", async () => {
  const codes = async (tail: readonly number[]): Promise<string[]> =>
    (await read(Uint8Array.from([...TYPE, ...SAMPLE_ONE, ...STRINGS, ...tail]))).problems.map(({ code }) =>
      code
    );
  assertEquals((await codes(new Array(12).fill(0xff)))[0], "bad-structure");
  assertEquals((await codes([0x10, ...new Array(10).fill(0x80), 0]))[0], "bad-structure");
  assertEquals((await codes([0x13, 0x00]))[0], "bad-structure");
  assertEquals((await codes([0x12, 0xff, 0xff, 0xff, 0x7f, 1]))[0], "cut-record");
  assertEquals((await codes([...TYPE]))[0], "trailing-data");
  await assertRejects(() => read(Uint8Array.from(STRINGS)), FormatError, "no samples");
  const deep = bytes(2, [...bytes(1, new Array<number>(1_100_000).fill(7)), ...number(2, 1)]);
  const sink = await read(Uint8Array.from([...TYPE, ...deep, ...LOCATIONS, ...FUNCTIONS, ...STRINGS]));
  assertEquals(sink.problems.map(({ code }) => code), ["deep-stacks"]);
});

Deno.test("types with the same name, without a name or named like a column are told apart", async () => {
  const types = [...TYPE, ...TYPE, ...bytes(1, number(2, 2)), ...bytes(1, number(1, 9))];
  const strings = [...STRINGS, ...bytes(6, "addr")];
  const sink = await read(Uint8Array.from([...types, ...SAMPLE_ONE, ...strings]));
  assertEquals(sink.cells("weights", "name"), ["space", "space_2", "value", "addr_2"]);
});

Deno.test("a text heap profile keeps its valid lines, and invalid lines and addresses are left out and counted", async () => {
  const sink = await read(
    "heap profile: 3: 99 [ 4: 20] @ heapprofile\n -1: 5 [ 2: 3] @ 0x1 0xzz\n 2: 4 [2: 4] @\n" +
      "1: 99999999999999999999 [1: 1] @ 0x5\n nonsense\n1: 1 @ 0xffffffffffffffffff\n\nMAPPED_LIBRARIES:\nnonsense\n",
  );
  assertEquals(sink.cells("profile", "inuse_objects"), [-1n, 2n, 1n]);
  assertEquals(sink.cells("profile", "addr"), [1n, null, null]);
  const codes = sink.problems.map(({ code }) => code);
  assertEquals(codes, ["bad-frame", "bad-frame", "bad-record", "number-overflow", "sums-differ"]);
});

Deno.test("an address has a frame for each function that its program has inlined there", async () => {
  const text = "heap profile: 1: 64 [1: 64] @ heapprofile\n 1: 64 [1: 64] @ 0x1010 0x1020\n\n" +
    "MAPPED_LIBRARIES:\n1000-2000 r-xp 00000000 00:00 0 /app/run\n";
  const inner = { func: "std::string::string", source: { file: "/usr/include/c++/12/string", line: 9 } };
  const outer = { func: "grow", source: { file: "a.cpp", line: 8 } };
  const main = { func: "main", source: { file: "a.cpp", line: 20 } };
  const sink = await read(
    text,
    undefined,
    (_module, _from, _to, address) =>
      address === 0x1010n ? { ...outer, source: inner.source, frames: [inner, outer] } : main,
  );
  const [stack] = sink.cells("profile", "stack");
  const { strings, stacks } = sink;
  const frames = [...stacks.frames(Number(stack))].map((frame) => {
    const { func, file, line } = stacks.describeFrame(frame);
    return [strings.text(func), strings.text(file), line];
  });
  assertEquals(frames, [inner, outer, main].map(({ func, source }) => [func, source.file, source.line]));
  assertEquals(sink.cells("profile", "func"), ["std::string::string"]);
});

Deno.test("a last line without a line end is left out and reported, since it may be incomplete", async () => {
  const text = "heap profile: 2: 16 [2: 16] @ heapprofile\n1: 8 [1: 8] @ 0x12\n1: 8 [1: 8] @ 0x3456\n";
  for (let length = text.indexOf("0x12") + 1; length < text.length; length++) {
    const sink = await read(text.slice(0, length));
    const whole = length >= text.indexOf("1: 8 [1: 8] @ 0x3") ? 1 : 0;
    assertEquals(sink.cells("profile", "addr"), whole === 1 ? [0x12n] : [], `${length}`);
    const isCut = text[length - 1] !== "\n";
    assertEquals(
      sink.problems.map(({ code }) => code),
      isCut ? ["cut-record", "sums-differ"] : ["sums-differ"],
    );
  }
  assertEquals((await read(text)).problems, []);
});

Deno.test("numbers out of range are left out and counted, anywhere in a profile", async () => {
  const many = "9".repeat(30);
  const text = `heap profile: 1: ${many} [1: 8] @ heap/${many}\n1: 8 [1: 8] @ 0x12\n` +
    `#\t0x11\tmain.f+0x1\t/a.go:${many}\n#\t0x${many}\tmain.g+0x1\t/a.go:7\n1: ${many} [1: 1] @ 0x12\n`;
  const sink = await read(text);
  assertEquals(sink.cells("profile", "func"), ["main.f"]);
  assertEquals(sink.cells("profile", "line"), [null]);
  const [problem] = sink.problems;
  assertEquals([problem!.code, problem!.message], ["number-overflow", "5 numbers are out of range"]);

  const line = bytes(4, [...number(1, 7), ...bytes(4, [...number(1, 2), ...number(2, -1)])]);
  const message = await read(Uint8Array.from([...TYPE, ...SAMPLE_ONE, ...line, ...FUNCTIONS, ...STRINGS]));
  assertEquals(message.cells("profile", "line"), [null]);
  assertEquals(message.problems.map(({ code }) => code), ["bad-frame", "number-overflow"]);
});

Deno.test("a string index beyond 32 bits does not refer to another string", async () => {
  // The low half of each is the index of a text in the file.
  const far = (text: number): bigint => 2n ** 32n + BigInt(text);
  const func = bytes(5, [...number(1, 2), ...number(2, far(3)), ...number(4, far(5))]);
  const system = bytes(5, [...number(1, 2), ...number(2, far(3)), ...number(3, 4)]);
  const mapping = bytes(3, [...number(1, 1), ...number(5, far(3)), ...number(6, far(4))]);
  const place = bytes(4, [...number(1, 9), ...number(2, 1), ...bytes(4, number(1, 2))]);
  const label = bytes(3, [...number(1, far(6)), ...number(2, far(7)), ...number(3, 5)]);
  const size = bytes(3, [...number(1, 8), ...number(3, 64), ...number(4, far(2))]);
  const sample = bytes(2, [...number(1, 9), ...number(2, -3), ...label, ...size]);
  const facts = [...number(13, far(1)), ...bytes(13, varint(far(1))), ...number(14, far(1))];
  const rest = [...TYPE, ...bytes(1, [...number(1, far(1))]), ...facts, ...sample, ...mapping, ...place];
  const sink = await read(Uint8Array.from([...rest, ...func, ...STRINGS]));
  assertEquals([sink.cells("profile", "func"), sink.cells("profile", "file")], [[null], [null]]);
  assertEquals(sink.cells("profile", "module"), [null]);
  assertEquals(sink.cells("weights", "name"), ["space", "value"]);
  assertEquals(sink.cells("labels", "name"), [null, "size"]);
  assertEquals(sink.cells("labels", "value"), [null, "64"]);
  assertEquals(sink.cells("labels", "number"), [null, 64n]);
  assertEquals(sink.cells("labels", "unit"), [null, null]);
  assertEquals(sink.problems.map(({ code, message }) => [code, message]), [
    ["bad-record", "1 samples have too few values"],
    ["number-overflow", "11 numbers of lines and texts are out of range"],
  ]);
  const other = await read(Uint8Array.from([...rest, ...system, ...STRINGS]));
  assertEquals(other.cells("profile", "func"), ["inner"]);
});

Deno.test("location ids are numbers of any size, dense or sparse", async () => {
  const ids = [1n, 127n, 128n, 16_383n, 16_384n, 5_000_000n, 0xffff_ffffn, 0x1_0000_0001n, 2n ** 63n, 9n];
  const sample = bytes(2, [...bytes(1, [0, ...ids.flatMap(varint)]), ...number(2, 1)]);
  const one = bytes(2, [...ids.flatMap((id) => number(1, id)), ...number(2, 2)]);
  const locations = ids.flatMap((id) => bytes(4, [...number(1, id), ...number(3, id)]));
  for (const fields of [[...sample, ...one, ...locations], [...locations, ...sample, ...one]]) {
    const sink = await read(Uint8Array.from([...TYPE, ...fields, ...STRINGS]));
    const [stack, other] = sink.cells("profile", "stack") as number[];
    assertEquals(stack, other);
    const addresses = ids.map((_, level) => {
      const { addrLow, addrHigh } = sink.stacks.describeFrame(sink.stacks.frameAt(stack!, level));
      return BigInt(addrHigh) << 32n | BigInt(addrLow);
    });
    assertEquals([sink.stacks.depth(stack!), addresses], [ids.length, ids]);
    assertEquals([sink.cells("profile", "addr"), sink.problems], [[1n, 1n], []]);
  }
});

Deno.test(atFullEffort("locations and functions beyond the budget are left out and reported"), async () => {
  const before = dataSettings();
  setDataSettings({ ...before, budget: 1 << 20 });
  try {
    for (const [field, count] of [[4, 620_000], [5, 1_450_000]] as const) {
      // Field, length, and a number of three bytes.
      const records = new Uint8Array(6 * count);
      for (let at = 0; at < count; at++) {
        const id = 1000 + at;
        records.set([field << 3 | 2, 4, 8, id & 127 | 128, id >> 7 & 127 | 128, id >> 14], 6 * at);
      }
      const known = Uint8Array.from([...TYPE, ...SAMPLE_ONE, ...LOCATIONS, ...FUNCTIONS, ...STRINGS]);
      const loaded = await load(sourceOf(joinBytes([known, records])), newPools(), { name: "t" });
      const [trace] = loaded.traces;
      assertEquals(trace!.tables.get("profile")!.cells("func"), ["inner"]);
      assertEquals(trace!.problems.map(({ code }) => code), ["memory-full"]);
      loaded.close();
    }
  } finally {
    setDataSettings(before);
  }
});

Deno.test("samples beyond the budget are left out, and the others keep their labels", async () => {
  const label = bytes(3, [...number(1, 6), ...number(2, 7)]);
  const many = new Array<number[]>(250).fill(varint(0xffff_ff00)).flat();
  const sample = (id: number): number[] => bytes(2, [...bytes(1, [id, ...many]), ...number(2, 5), ...label]);
  const samples = Uint8Array.from([...sample(7), ...sample(9)]);
  const count = 8000;
  const file = joinBytes([
    Uint8Array.from(TYPE),
    ...new Array<Uint8Array>(count).fill(samples),
    Uint8Array.from([...LOCATIONS, ...FUNCTIONS, ...STRINGS]),
  ]);
  const before = dataSettings();
  setDataSettings({ ...before, budget: 1 << 20 });
  const loaded = await load(sourceOf(file), newPools(), { name: "t" });
  try {
    const [trace] = loaded.traces;
    const rows = trace!.tables.get("profile")!.rowCount;
    assert(rows > count && rows < 2 * count, `${rows}`);

    assertEquals(trace!.tables.get("labels")!.rowCount, rows);
    assertEquals(trace!.tables.get("weights")!.rowCount, 1);
    assertEquals(trace!.problems.map(({ code }) => code), ["memory-full", "bad-frame"]);
  } finally {
    loaded.close();
    setDataSettings(before);
  }
});

Deno.test("jemalloc: totals of threads are not counted, and sums of a sampled file are marked as estimates", async () => {
  const text = "heap_v2/512\n  t*: 10: 900 [0: 0]\n  t0: 10: 900 [0: 0]\n@ 0x11 0x22\n  t*: 3: 300 [0: 0]\n" +
    "  t0: 3: 300 [0: 0]\n@ 0x11\n";
  const sink = await read(text);
  assertEquals(sink.cells("profile", "inuse_space"), [300n]);
  assertEquals(sink.problems.map(({ code }) => code), ["cut-record", "sums-differ"]);
  const codes = async (lines: string): Promise<string[]> =>
    (await read(lines)).problems.map(({ code }) => code);
  const whole = "heap_v2/1\n  t*: 3: 300 [0: 0]\n@ 0x11\n  t*: 3: 300 [0: 0]\n  t0: 3: 300 [0: 0]\n";
  assertEquals(await codes(whole), []);
  assertEquals(await codes(`${whole}  nonsense\n`), ["bad-record"]);
});

for (const name of ["heap", "cpu", "mutex"]) {
  Deno.test(`${name}.pb.gz exported as pprof and read again has the same sums by function`, async () => {
    using folder = Temporary.folder();
    const path = new URL(`${name}.pb.gz`, SAMPLES).pathname;
    const copy = `${folder.path}/copy.pb.gz`;
    const { code, err } = await runProgram(["export", path, "--to", "pprof", "-o", copy]);
    assertEquals([code, err], [0, ""]);
    const weights = name === "heap" ? ["alloc_objects", "alloc_space", "inuse_objects", "inuse_space"] : null;
    const names = weights ?? (name === "cpu" ? ["samples", "cpu"] : ["contentions", "delay"]);
    const query = `profile | by func, file, line: ${
      names.map((each) => `${each} = sum(${each})`).join(", ")
    } | ` +
      `where ${names.map((each) => `${each} != 0`).join(" or ")} | sort func, file, line`;
    const asked = await Promise.all([path, copy].map((each) => runProgram(["query", each, "-e", query])));
    assert(asked[0]!.out.split("\n").length > 3);
    assertEquals(asked[1], asked[0]);
  });
}
