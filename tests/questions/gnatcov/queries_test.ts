/** Common queries over coverage traces, as users write them. */
import { assertEquals, assertRejects } from "@std/assert";
import { QueryError } from "../../../src/base/errors.ts";
import { SECTION } from "../../../src/formats/gnatcov/constants.ts";
import { writeTrace } from "../../formats/gnatcov/write_trace.ts";
import { ask, lines, sessionOf } from "./asking.ts";
import { NIGHTLY, PROGRAM, runOf, SHORT } from "./made_program.ts";

const open = (path: string) => path.endsWith("demo") ? PROGRAM : undefined;
const both = () => sessionOf({ a: runOf(NIGHTLY, "the nightly run"), b: runOf(SHORT) }, open);

/** Queries and their answers: columns, then rows. */
const QUERIES: readonly [query: string, columns: string, ...rows: string[]][] = [
  [
    'blocks | where outcome == "one" and symbol ~ "parse_*"',
    "addr symbol offset count",
    "80004e0 parse_header 0 2",
  ],
  [
    "events | where fault | before 2",
    "no kind addr func",
    "7 block 8000520 parse_body",
    "8 block 80004c0 main",
    "9 fault 8000560 report",
  ],
  ["edges | top 20 by count", "from to count exact trace", ...[
    "80004b0 80004e0 2 true a",
    "8000480 80004b0 1 true a",
    "80004e0 80004b0 1 true a",
    "80004e0 8000520 1 true a",
    "8000520 8000520 1 true a",
    "8000520 80004c0 1 true a",
    "80004c0 8000560 1 false a",
    "8000480 8000490 1 true b",
  ]],
  ['gaps in symbol("main")', "addr size trace", "8000490 32 a", "8000498 72 b"],
  ['gaps in "main" | where trace == "a"', "addr size", "8000490 32"],
  ["gaps in 0x8000480..0x80004b0", "addr end trace", "8000490 80004b0 a", "8000498 80004b0 b"],
  ["gaps in 0x8000490..=0x800049f", "addr end trace", "8000490 80004a0 a", "8000498 80004a0 b"],
  ['gaps in 0x8000530.. | where trace == "a"', "addr end", "8000530 8000560"],
  ["gaps in 0x9000000..+16", "addr size trace", "9000000 16 a", "9000000 16 b"],
  ["gaps in 0x9000000..+1", "addr size trace", "9000000 1 a", "9000000 1 b"],
  // Open ranges extend to the code that ran: a window entirely before or after it is empty.
  ["gaps in 0x9000000..", "addr size trace"],
  ["gaps in ..0x1000", "addr size trace"],
  ['gaps | where trace == "a"', "addr size", "8000490 32", "80004f0 48", "8000530 48"],
  ['functions | where state == "-"', "func trace uncovered", ...[
    "never a 32",
    "parse_header b 64",
    "parse_body b 64",
    "report b 32",
    "never b 32",
  ]],
  ['functions | where func == "main"', "state covered uncovered count taken fallthrough trace", ...[
    "! 64 32 4 1 2 a",
    "! 24 72 2 0 1 b",
  ]],
  ["traces reaching 0x80004b4", "trace addr size count first", "a 80004b0 16 2 2"],
  ["traces reaching main", "trace addr count first", "a 8000480 4 1", "b 8000480 2 1"],
  ["traces reaching 0x8000567", "trace count", "a 1"],
  ["traces reaching 0x8000568", "trace"],
  ['tags | where name == "USER_DATA" and value ~ "*nightly*"', "value trace", "the nightly run a"],
  ["ranges | summarize covered = sum(size)", "covered", "128"],
  ['by trace, symbol(addr) | where symbol == "main"', "trace count", "a 4", "b 2"],
  ['uncovered | where trace == "a" and func == "report"', "addr size", "8000568 24"],
  ["kind:fault", "no func", "9 report"],
  ["blocks | where count > 1", "addr count first last", "80004b0 2 2 4", "80004e0 2 3 5", "8000520 2 6 7"],
];

Deno.test("queries over coverage traces give the expected rows", async () => {
  const session = await both();
  for (const [query, columns, ...rows] of QUERIES) {
    assertEquals(await lines(session, query, ...columns.split(" ")), rows, query);
  }
});

Deno.test("traces reaching an address are found when their entries fill a piece of memory exactly", async () => {
  const entries = Array.from({ length: 16 }, (_, at) => [0x8000480 + 16 * at, 0x10, 0x10] as const);
  const session = await sessionOf({ a: runOf(entries) }, open);
  assertEquals(await lines(session, "traces reaching 0x8000571", "trace", "count"), ["a 1"]);
  session.closeAll();
});

Deno.test("the end of code at the last address is 2^64, which is 0 in 64 bits", async () => {
  const options = { kind: SECTION.history, pcSize: 8, bigEndian: false, machine: 62, infos: [] } as const;
  const trace = writeTrace(options, (writer) => writer.entry(0xfffffff0, 0xffffffff, 0x10, 0x10));
  const session = await sessionOf({ a: trace }, () => undefined);
  assertEquals(await lines(session, 'union of "*"', "addr", "size", "end"), ["fffffffffffffff0 16 0"]);
  session.closeAll();
});

Deno.test("heat in WINDOW shows a window as strips", async () => {
  const session = await both();
  const strips = await lines(
    session,
    'heat in symbol("main") | where trace == "a"',
    "addr",
    "size",
    "covered",
    "strip",
  );
  assertEquals(strips, [
    `8000480 64 32 ${"█".repeat(16)}${"·".repeat(32)}${"█".repeat(16)}`,
    `80004c0 32 32 ${"█".repeat(32)}`,
  ]);
  const wide = await lines(
    session,
    'heat in 0x8000000..0x8001000 | where trace == "a"',
    "addr",
    "size",
    "strip",
  );
  assertEquals(wide.length, 16);
  assertEquals(wide[4], `8000400 256 ${"·".repeat(32)}████········████████████████····`);
  assertEquals(wide[5], `8000500 256 ${"·".repeat(8)}████${"·".repeat(12)}██${"·".repeat(38)}`);
});

Deno.test("queries about code report a missing program", async () => {
  const session = await sessionOf({ a: runOf(NIGHTLY) }, () => undefined);
  const error = await assertRejects(() => ask(session, 'gaps in symbol("main")'), QueryError);
  const [diagnostic] = (error as QueryError).diagnostics;
  assertEquals([diagnostic?.code, diagnostic?.message], ["Q203", 'Unknown symbol "main"']);
  const refused = await assertRejects(() => ask(session, "functions"), QueryError);
  assertEquals((refused as QueryError).diagnostics[0]?.message, 'No open trace has a table "functions"');
  const { warnings } = session.prepare('blocks | where symbol ~ "parse_*"');
  assertEquals(warnings.map(({ code }) => code), ["Q301"]);
  assertEquals(await lines(session, "traces reaching 0x80004b4", "trace"), ["a"]);
});

Deno.test("symbols, sections and uncovered code of a real program are right", async () => {
  const session = await sessionOf({ run: "qemu-arm-history-bare1.trace" });
  const columns = ["section", "addr", "executable", "covered", "uncovered", "data"];
  assertEquals(await lines(session, "sections", ...columns), [
    ".text 10094 true 544 84 12",
    ".rodata 10314 false null null null",
    ".bss 11358 false null null null",
  ]);
  assertEquals(await lines(session, "uncovered | summarize n = sum(size), min(addr)", "n"), ["84"]);
  assertEquals(await lines(session, 'gaps in section(".text") | summarize n = sum(size)', "n"), ["84"]);
  const symbols = await lines(session, "symbols | where size > 0", "symbol");
  assertEquals(symbols, await lines(session, "functions", "func"));
});

Deno.test("uncovered includes code between functions", async () => {
  // A program with 16 bytes of code at 0x1000, with one function of 4 bytes.
  const { makeElf } = await import("../../elf/make_elf.ts");
  const program = makeElf({
    bits: 32,
    littleEndian: true,
    machine: 40,
    type: 2,
    symbols: [{ name: "f", address: 0x1004, size: 4 }],
  });
  const session = await sessionOf({ a: runOf([[0x1000, 2, 0x10], [0x1004, 2, 0x11]]) }, () => program);
  assertEquals(await lines(session, "uncovered", "func", "section", "addr", "size"), [
    "f .text 1006 2",
    "null .text 1002 2",
    "null .text 1008 8",
  ]);
});

Deno.test("symbols of a position-independent run use the load address that fits", async () => {
  const { makeElf } = await import("../../elf/make_elf.ts");
  const names = ["one", "two", "three"];
  const program = makeElf({
    bits: 64,
    littleEndian: true,
    machine: 62,
    type: 3,
    symbols: names.map((name, at) => ({ name, address: 0x1000 + 0x124 * at, size: 0x20 })),
  });
  const entries = names.map((_, at) => [0x5555_0000 + 0x1000 + 0x124 * at, 8, 0x11] as const);
  const session = await sessionOf({ a: runOf(entries) }, () => program);
  assertEquals(await lines(session, "blocks", "symbol", "offset"), ["one 0", "two 0", "three 0"]);
  assertEquals(await lines(session, "traces reaching two", "trace", "addr"), ["a 55551124"]);
});
