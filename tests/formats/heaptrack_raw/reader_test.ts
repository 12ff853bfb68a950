/** Odd lines of raw data: each is reported at its offset, and nothing else is lost. */
import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { TRACE_LIMITS } from "../../../src/base/limits/trace_limits.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { ReadOptions } from "../../../src/formats/format.ts";
import { heaptrackRaw } from "../../../src/formats/heaptrack_raw/mod.ts";
import { atFullEffort } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { HEAD } from "./generate.ts";

const ENCODER = new TextEncoder();

async function read(
  text: string,
  options: (sink: MemorySink) => ReadOptions = () => ({}),
): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(ENCODER.encode(text)), sink.arena);
  try {
    await window.more();
    await heaptrackRaw.read(window, sink, options(sink));
    return sink;
  } finally {
    window.close();
  }
}

/** Codes and the texts at their offsets. */
async function oddities(lines: string): Promise<string[]> {
  const text = HEAD + lines;
  const { problems } = await read(text);
  return problems.map(({ code, offset }) =>
    `${code} at ${JSON.stringify(text.slice(offset).split("\n")[0])}`
  );
}

/** Kind, address and size of each event. */
async function events(lines: string): Promise<unknown[]> {
  return (await read(HEAD + lines)).rows("events").map(({ kind, addr, size }) => [kind, addr, size]);
}

// The decoder leaves the last lines of a file to the reader: most cases are tested both ways.
const MORE = "+ 1 1 7000\n- 7000\n".repeat(20);

Deno.test("every invalid line is reported at its offset, anywhere in the file", async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["+ 10 1 5000\n- 5000\n# a comment\n\nA\nS 6 leak:x\n", []],
    ["+ 10 1\n", ['bad-number at "+ 10 1"']],
    ["+ zz 1 2\n", ['bad-number at "+ zz 1 2"']],
    ["+_10_1_5\n", ['bad-number at "+_10_1_5"']],
    ["- xyz\n", ['bad-number at "- xyz"']],
    ["-\n", ['bad-number at "-"']],
    ["+ 10 1 5000 zz\n", ['bad-number at "+ 10 1 5000 zz"']],
    ["+ 10000000000000000 1 5\n", ['bad-number at "+ 10000000000000000 1 5"']],
    ["+ 10 3 5000\n", ['undefined-name at "+ 10 3 5000"']],
    ["t 5 9\n", ['undefined-name at "t 5 9"']],
    ["t 5\n", ['bad-number at "t 5"']],
    ["t x 1\n", ['bad-number at "t x 1"']],
    ["c 5\nc 4\n", ['clock-wrapped at "c 4"']],
    ["c\n", ['bad-number at "c"']],
    ["R\n", ['bad-number at "R"']],
    ["q 1\n", ['unknown-line at "q 1"']],
    ["v x\n", ['unknown-line at "v x"']],
    ["m 20 short 1 0 1\n", ['bad-number at "m 20 short 1 0 1"']],
    ["m 1 a\n", ['bad-number at "m 1 a"']],
    ["m 1 a 5 6\n", ['bad-number at "m 1 a 5 6"']],
    ["S 9 short\n", ['bad-number at "S 9 short"']],
  ];
  for (const [lines, expected] of cases) {
    assertEquals(await oddities(lines), expected, lines);
    assertEquals(await oddities(MORE + lines + MORE), expected, `${lines} amid others`);
  }
  assertEquals(await oddities("+ 10 1 5000\n+ 10"), ['cut-record at "+ 10"']);
});

Deno.test("both line readers read numbers of any form alike", async () => {
  const forms = [
    "+ 0 0 0",
    "+ ABC 1 5DeF",
    "+ ffffffffffffffff 1 ffffffffffffffff",
    "+ 00000000000000001 01 5",
    "+ 12345678 1 123456789",
  ];
  for (const form of [...forms, ...forms.map((each) => `${each} 7`)]) {
    const alone = await events(`${form}\n`);
    assertEquals(alone.length, 1, form);
    assertEquals((await events(`${form}\n${MORE}`))[0], alone[0], form);
    const [size, , addr] = form.slice(2).split(" ").map((digits) => BigInt(`0x${digits}`));
    assertEquals(alone[0], ["alloc", addr, size], form);
  }
});

Deno.test("an allocation with an unknown backtrace has none, not that of another allocation", async () => {
  const rows = (await read(HEAD + "+ 10 1 7000\n+ 10 0 6000\n+ 10 9 5000\n")).rows("events");
  const stacks = rows.map((row) => row["stack"]);
  assertNotEquals(stacks[0], stacks[1]);
  assertEquals(stacks[2], stacks[1]);
});

Deno.test("resident memory counts all pages, also more than 2^32", async () => {
  const sink = await read(HEAD + "R 5\nR 100000005\nR 10000000000000\n");
  assertEquals(sink.rows("resident").map(({ pages, bytes }) => [pages, bytes]), [
    [5n, 0x5000n],
    [0x1_0000_0005n, 0x1000_0000_5000n],
    [1n << 52n, null],
  ]);
});

Deno.test(atFullEffort("an overlong line is reported and skipped"), async () => {
  const most = TRACE_LIMITS.reportLine.most;
  const long = await read(`${HEAD}q${"1".repeat(most)}\n+ 10 1 5000\n`);
  assertEquals(long.problems.map(({ code }) => code), ["long-line"]);
  assertEquals(long.rows("events").length, 1);
});

Deno.test("a skipped line is not an event, but a line with a skipped backtrace is", async () => {
  assertEquals(await events("+ 10 1\n+ 10 9 5000\n- xyz\n- 5000\n"), [["alloc", 0x5000n, 16n], [
    "free",
    0x5000n,
    null,
  ]]);
});

Deno.test("a backtrace that cannot be read keeps its number", async () => {
  const rows = (await read(HEAD + "t x 1\nt 401020 1\n+ 10 4 5000\n")).rows("events");
  const known = (await read(HEAD + "t 401020 1\n+ 10 3 5000\n")).rows("events");
  assertEquals(rows[0]!["stack"], known[0]!["stack"]);
});

Deno.test("an address belongs to the module loaded at the time of the allocation, even if it is unloaded later", async () => {
  const list = (...names: string[]): string =>
    "m 1 -\nm 1 x 401000 0 1000\n" + names.map((name) => `m 1 ${name} 7f0000010000 0 1000\n`).join("");
  const text = HEAD + "t 7f0000010010 0\n" + list("a") + "+ 1 3 10\n" + list() + "+ 2 3 20\n" +
    list("b") + "+ 3 3 30\n" + list("a") + "+ 4 3 40\n" + "+ 5 1 50\n";
  const modules = (await read(text)).rows("events").map((row) => row["module"]);
  assertEquals(modules, ["a", "a", "b", "a", "/opt/made"]);
});

Deno.test("names with blanks are read in all versions", async () => {
  const old =
    "v 10200 2\nx /opt/my program\nX ./my\nm -\nm x 401000 0 1000\nm /a b/c.so 7000 0 1000\nt 7010 0\nt 401010 0\n";
  const rows = (await read(`${old}+ 1 1 5\n+ 1 2 6\n`)).rows("events");
  assertEquals(rows.map((row) => row["module"]), ["/a b/c.so", "/opt/my program"]);
});

Deno.test("addresses before version 3 are return addresses, and an available program is asked for the call", async () => {
  const asked: bigint[] = [];
  const functionAt: ReadOptions["functionAt"] = (module, from, to, address, isWhole) => {
    assertEquals([module, from, to, isWhole], [
      module === "a" ? "a" : "/opt/made",
      0x401000n,
      0x402000n,
      true,
    ]);
    asked.push(address);
    return { func: "work", source: { file: "made.c", line: 7 } };
  };
  const options = (): ReadOptions => ({ functionAt });
  const [row] = (await read(HEAD + "+ 1 1 5\n", options)).rows("events");
  assertEquals([row!["func"], row!["file"], row!["line"]], ["work", "made.c", 7]);
  await read("v 10200 2\nx a\nm -\nm x 401000 0 1000\nt 401010 0\n+ 1 1 5\n", options);
  assertEquals(asked, [0x401011n, 0x401010n]);
});

Deno.test("a block is temporary if the next event frees it", async () => {
  const counted = async (lines: string) => (await read(HEAD + lines)).stats.get("temporary");
  assertEquals(await counted(`${MORE}+ 1 1 5\n- 6\n- 5\n`), 20n);
  assertEquals(await counted("+ 1 1 5\nt 5 1\n- 5\n+ 1 1 5\n+ 1 1 6\n- 5\n- 6\n"), 1n);
});

Deno.test("places of backtraces stay the same however many allocations follow", async () => {
  const pairs = "+ 1 1 5\n- 5\n".repeat(150_000);
  await using quarry = await Quarry.open(ENCODER.encode(HEAD + pairs + "+ 7 2 6\n- 6\n"));
  const rows = await (await quarry.query("events | by kind, module: n = count() | sort n desc, kind desc"))
    .toCsv();
  assertEquals(rows, "kind,module,n\nfree,,150001\nalloc,/opt/made,150000\nalloc,/lib/libz.so.1,1\n");
});

Deno.test("a file that does not begin with a known version is refused with the reason", async () => {
  await assertRejects(() => read("w 10400 3\nx 3 ./a\n"), FormatError, "does not begin with a version line");
  await assertRejects(() => read("v 10000\nx 3 ./a\n"), FormatError, "version 0");
});

Deno.test("another version line starts another trace", async () => {
  const sink = await read(HEAD + "+ 1 1 5\n" + HEAD + "- 5\n");
  assertEquals([sink.rows("events").length, sink.segments[1]!.rows("events").length], [1, 1]);
});
