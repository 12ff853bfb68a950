/** Damaged datasets cause an error that names the file, with little time and memory. */
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { InputError } from "../../src/base/errors.ts";
import { openDataset } from "../../src/cli/dataset_folder.ts";
import { FOOTER_END, footerLength, readFooter } from "../../src/sql/parquet_schema.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { mainHere } from "../cli/host_here.ts";
import { Random } from "../support/random.ts";
import { byEffort } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** A dataset of one trace, and its table of events. */
async function writeSample(): Promise<{ folder: Temporary; path: string; bytes: Uint8Array<ArrayBuffer> }> {
  const folder = Temporary.folder();
  await writeDataset(await sampleSession({ a: SAMPLE }), folder.path);
  const path = `${folder.path}/trace=a/events.parquet`;
  return { folder, path, bytes: await Deno.readFile(path) };
}

function footerOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(-FOOTER_END - footerLength(bytes.subarray(-FOOTER_END))!, -FOOTER_END);
}

Deno.test("a file cut anywhere is reported as damaged", async () => {
  const { folder, path, bytes } = await writeSample();
  using _ = folder;
  const columns = openDataset(folder.path).table("events", null)!.columns.length;
  assert(columns > 5);
  const last = bytes.length - 1;
  const lengths = [
    0,
    1,
    3,
    4,
    7,
    8,
    9,
    11,
    12,
    100,
    bytes.length >> 1,
    last - 8,
    last - 7,
    last - 4,
    last - 1,
    last,
  ];
  for (const length of lengths) {
    await Deno.writeFile(path, bytes.subarray(0, length));
    const error = assertThrows(
      () => openDataset(folder.path).table("events", null),
      InputError,
      "",
      `${length}`,
    );
    assertMatch(
      error.message,
      /^Cannot read "[^"]+events\.parquet" as Parquet: .*--replace" writes it again$/,
    );
  }
  await Deno.writeFile(path, bytes.subarray(0, 100));
  const prompt = assertThrows(() => openDataset(folder.path).readAll(), InputError);
  assertMatch(prompt.message, /events\.parquet/);
  const host = fakeHost();
  for (
    const command of [
      ["sql", "events | by kind", "--dataset", folder.path],
      ["query", "--engine", "duckdb", "--dataset", folder.path, "-e", "events | by kind"],
    ]
  ) {
    assertEquals(await mainHere(command, { ...host, exists: () => false }), 3);
  }
  assertMatch(host.written.err, /^(error: Cannot read "[^"]+events\.parquet" as Parquet.*\n){2}$/);
  // The damaged table is not queried.
  assertEquals(await mainHere(["sql", "sizes | take 1", "--dataset", folder.path], host), 0);
});

Deno.test("a footer with changed bytes is read or causes a RangeError", async () => {
  const { folder, bytes } = await writeSample();
  using _ = folder;
  const footer = footerOf(bytes);
  for (let length = 0; length < footer.length; length++) {
    assertThrows(() => readFooter(footer.subarray(0, length)), RangeError);
  }
  const random = new Random(38);
  let refused = 0;
  const tries = byEffort(20_000, 300);
  for (let at = 0; at < tries; at++) {
    const changed = footer.slice();
    for (let left = 1 + random.below(3); left > 0; left--) {
      changed[random.below(changed.length)] = random.below(256);
    }
    try {
      readFooter(changed);
    } catch (error) {
      assert(error instanceof RangeError, String(error));
      refused++;
    }
  }
  assert(refused > tries / 10, `${refused} of ${tries}`);
});

Deno.test("a footer that claims more than it contains is refused at once", () => {
  const element = (...fields: number[]): number[] => [...fields, 0];
  const name = [0x48, 1, 97];
  const footer = (...elements: number[][]): Uint8Array =>
    new Uint8Array([0x15, 2, 0x19, (elements.length << 4) | 12, ...elements.flat(), 0x16, 2, 0]);
  const column = element(0x15, 4, ...[0x38, 1, 97]);
  assertEquals(readFooter(footer(element(...name), column)).columns.map((each) => each.name), ["a"]);
  // A list of 2^62 parts, and one with a negative length.
  const many = [0xfe, ...Array<number>(8).fill(0xff), 0x7f];
  for (const children of [many, [1]]) {
    const list = element(...[0x48, 1, 98], ...[0x15, ...children]);
    const act = (): unknown => readFooter(footer(element(...name), list, column));
    if (children === many) assertThrows(act, RangeError, "without elements");
    else assertEquals(typeof act(), "object");
  }
  // Nested structs, nested lists, and a list of 2^63 elements.
  for (const piece of [[0x1c], [0x19, 0x19], [0x19, 0xf9, ...many]]) {
    const endless = new Uint8Array(100_000).map((_, at) => piece[at % piece.length]!);
    assertThrows(() => readFooter(endless), RangeError);
  }
});

Deno.test("an impossible footer length takes no memory", async () => {
  const { folder, path, bytes } = await writeSample();
  using _ = folder;
  for (const length of [bytes.length - 7, 0x7fffffff, 0xffffffff]) {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(changed.length - FOOTER_END, length, true);
    await Deno.writeFile(path, changed);
    const error = assertThrows(() => openDataset(folder.path).table("events", null), InputError);
    assertMatch(error.message, new RegExp(`its footer cannot have ${length} bytes`));
  }
});

Deno.test("a damaged record of a trace is reported, and a pipe in its place is not waited for", async () => {
  const { folder } = await writeSample();
  using _ = folder;
  const path = `${folder.path}/trace=a/_quarry.json`;
  await Deno.writeTextFile(`${folder.path}/trace=a/args.parquet`, "");
  const reading = (): unknown => openDataset(folder.path).familyArguments();
  assertEquals(reading(), undefined);
  const argument = {
    arg: { type: "i64", holds: [] },
    number: { type: "i64", holds: [] },
    hasFractions: false,
  };
  const sound = {
    name: "a",
    format: "apitrace",
    source: { operand: "a" },
    traces: ["a"],
    arguments: { x: argument },
  };
  await Deno.writeTextFile(path, JSON.stringify(sound));
  assertEquals(reading(), ["x"]);
  for (
    const text of [
      "",
      "{",
      "null",
      "7",
      "\0\0",
      JSON.stringify({ ...sound, arguments: 7 }),
      JSON.stringify({ ...sound, arguments: { x: null } }),
      JSON.stringify({ ...sound, arguments: { x: { ...argument, arg: 1 } } }),
      JSON.stringify({ ...sound, source: { operand: "a", file: null } }),
      JSON.stringify({ ...sound, traces: [1] }),
    ]
  ) {
    await Deno.writeTextFile(path, text);
    assertThrows(reading, InputError, "_quarry.json", text);
  }
});
