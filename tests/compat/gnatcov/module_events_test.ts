/**
 * Module events that make no sense: the original ends with an exception, the stand-in reports the error and continues.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { SECTION, SPECIAL, TAG } from "../../../src/formats/gnatcov/constants.ts";
import type { InfoToWrite, TraceWriter } from "../../../src/formats/gnatcov/writer.ts";
import { writeTrace } from "../../formats/gnatcov/write_trace.ts";
import { moduleInfos } from "../../formats/gnatcov/random_trace.ts";
import { run } from "./running.ts";

const ENCODER = new TextEncoder();

function trace(fill: (writer: TraceWriter) => void, pcSize: 4 | 8 = 8): Uint8Array {
  const infos = [{ tag: TAG.execFileName, data: ENCODER.encode("prog") }];
  return writeTrace({ kind: SECTION.flat, pcSize, bigEndian: false, machine: 62, infos }, fill);
}

/** A valid module, with entries of it and of the program. */
function before(writer: TraceWriter): void {
  writer.entry(0x500, 0, 4, 0x11);
  writer.moduleLoad(0x1000, 0, moduleInfos("a.so", 0x100));
  writer.entry(0x1004, 0, 4, 0x12);
}

/** Entries at addresses of both modules, in the rest of the second one, and another module. */
function behind(writer: TraceWriter): void {
  writer.entry(0x1080, 0, 4, 0x11);
  writer.entry(0x1180, 0, 4, 0x11);
  writer.moduleLoad(0x3000, 0, moduleInfos("c.so", 0x10));
  writer.entry(0x3004, 0, 4, 0x12);
  writer.special(0x1010, 0, SPECIAL.moduleUnload);
  writer.entry(0x1004, 0, 4, 0x12);
}

/** The infos of a module with one of them replaced. */
function withInfo(tag: number, text: string): InfoToWrite[] {
  const info = { tag, data: ENCODER.encode(text) };
  return moduleInfos("b.so", 0x100).map((each) => each.tag === tag ? info : each);
}

interface Case {
  readonly name: string;
  readonly event: (writer: TraceWriter) => void;
  /** The message on standard error after the name of the file. */
  readonly says: string;
  /** Output lines for the event. */
  readonly lines: readonly string[];
}

// A load is printed before the module is entered, which is where the original crashes.
const at = (last: string): string[] => ["Loading shared object b.so", `   at 0000000000001080 .. ${last}`];
const CASES: readonly Case[] = [
  {
    name: "a module that overlaps a loaded one",
    event: (to) => to.moduleLoad(0x1080, 0, moduleInfos("b.so", 0x200)),
    says: "A module overlaps a loaded one: left its addresses as they are",
    lines: at("000000000000127f"),
  },
  {
    name: "a module that is unloaded but was never loaded",
    event: (to) => to.special(0x2000, 0, SPECIAL.moduleUnload),
    says: "Unload of a module that is not loaded: kept its row",
    lines: [],
  },
  {
    name: "a code size that is not a number",
    event: (to) => to.moduleLoad(0x1080, 0, withInfo(TAG.execCodeSize, " many")),
    says: "EXEC_CODE_SIZE is not a decimal number: kept its bytes",
    lines: at("000000000000107f"),
  },
  {
    name: "a checksum that is not a number",
    event: (to) => {
      to.moduleLoad(0x8000, 0, withInfo(TAG.execFileCrc32, " 0x12"));
      to.special(0x8000, 0, SPECIAL.moduleUnload);
    },
    says: "EXEC_FILE_CRC32 is not a decimal number: kept its bytes",
    lines: ["Loading shared object b.so", "   at 0000000000008000 .. 00000000000080ff"],
  },
];

for (const { name, event, says, lines } of CASES) {
  Deno.test(`gnatcov reports and continues: ${name}`, async () => {
    const files = new Map([
      ["plain", trace((to) => (before(to), behind(to)))],
      ["odd", trace((to) => (before(to), event(to), behind(to)))],
      ["front", trace(before)],
    ]);
    for (const command of ["dump-trace", "dump-trace-raw"]) {
      const plain = await run([command, "plain"], files);
      const odd = await run([command, "odd"], files);
      const front = await run([command, "front"], files);
      assertEquals([plain.status, plain.errors], [0, ""]);
      // The event adds its lines after the previous ones, and removes none.
      const expected = front.output + lines.map((line) => `${line}\n`).join("") +
        plain.output.slice(front.output.length);
      assertEquals(odd.output, expected);
      assertEquals([odd.status, odd.errors.split("\n")[0]], [1, `gnatcov: odd: ${says}`]);
    }
    const plain = await run(["dump-trace-base", "plain"], files);
    const odd = await run(["dump-trace-base", "odd"], files);
    assertEquals(odd.output, plain.output);
    assertEquals([plain.status, odd.status, odd.errors.split("\n")[0]], [0, 1, `gnatcov: odd: ${says}`]);
  });
}

Deno.test("gnatcov continues with the next file after one with an invalid module event", async () => {
  const files = new Map([
    ["odd", trace((to) => (before(to), before(to), behind(to)))],
    ["plain", trace((to) => (before(to), behind(to)))],
  ]);
  const [odd, plain] = [await run(["dump-trace", "odd"], files), await run(["dump-trace", "plain"], files)];
  const both = await run(["dump-trace", "odd", "plain"], files);
  assertEquals(both.output, odd.output + plain.output);
  assertEquals([both.status, both.errors], [1, odd.errors]);
});

Deno.test("gnatcov ignores the dates of modules, like the original", async () => {
  const date = { tag: TAG.dateTime, data: new Uint8Array(8) };
  const files = new Map([
    ["dated", trace((to) => to.moduleLoad(0x1000, 0, [...moduleInfos("a.so", 16), date]))],
  ]);
  const { status, errors, output } = await run(["dump-trace", "dated"], files);
  assertEquals([status, errors], [0, ""]);
  assertStringIncludes(output, "Loading shared object a.so\n");
});

Deno.test("gnatcov prints a module that wraps at the top of the address space", async () => {
  const files = new Map([
    ["narrow", trace((to) => to.moduleLoad(0xffff_fff0, 0, moduleInfos("a.so", 0x20)), 4)],
  ]);
  const { output } = await run(["dump-trace", "narrow"], files);
  assertStringIncludes(output, "   at fffffff0 .. 0000000f\n");
});

Deno.test("gnatcov accepts a module with an empty name", async () => {
  const files = new Map([
    [
      "unnamed",
      trace((to) => {
        to.moduleLoad(0x1000, 0, moduleInfos("", 16));
        to.entry(0x1004, 0, 4, 0x11);
      }),
    ],
  ]);
  const { status, errors, output } = await run(["dump-trace", "unnamed"], files);
  assertEquals([status, errors], [0, ""]);
  assertStringIncludes(
    output,
    "Loading shared object \n   at 0000000000001000 .. 000000000000100f\n" +
      "0000000000000004-0000000000000007 ?: 11 ---t block\n",
  );
});

Deno.test("gnatcov reports a missing load address before errors of earlier modules", async () => {
  const infos = [{ tag: TAG.kernelFileName, data: ENCODER.encode("k") }];
  const kernel = writeTrace({ kind: SECTION.flat, pcSize: 4, bigEndian: false, machine: 40, infos }, (to) => {
    to.entry(0x8000, 0, 4, 0x11);
    to.special(0x9000, 0, SPECIAL.moduleLoad);
    to.entry(0x8004, 0, 4, 0x11);
  });
  const { status, errors } = await run(["dump-trace", "kernel"], new Map([["kernel", kernel]]));
  const found = "'loadaddr' special trace entry expected but got instead a 0x0002 special entry";
  assertEquals([status, errors], [1, `gnatcov: kernel: ${found}\n`]);
});
