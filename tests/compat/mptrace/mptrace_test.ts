import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { UsageError } from "../../../src/base/errors.ts";
import { roundedQuotient } from "../../../src/compat/mptrace/format.ts";
import { mptrace } from "../../../src/compat/mptrace/mod.ts";
import { MtrcWriter } from "../../formats/mtrc/mtrc_writer.ts";
import { caseFile } from "../../formats/mtrc/support.ts";
import { runStandIn } from "./support.ts";

const TRACE = caseFile("tutorial2-le64", "trace.mtrc");

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

Deno.test("mptrace accepts combined short options and long names", async () => {
  const one = await runStandIn(mptrace, ["-vs", "x"], TRACE);
  const two = await runStandIn(mptrace, ["--source", "--verbose", "x"], TRACE);
  assertEquals(one.out, two.out);
  const hatf = await runStandIn(mptrace, ["--hatf-file=out", "x"], TRACE);
  assertEquals([...hatf.files.keys()], ["out"]);
  assertEquals(hatf.out, (await runStandIn(mptrace, ["-Hout", "x"], TRACE)).out);
});

Deno.test("mptrace -H writes a line for each allocation, reallocation and free", async () => {
  const trace = caseFile("wordfreq-le64", "trace.mtrc");
  const { files } = await runStandIn(mptrace, ["-H", "out", "x"], trace);
  const lines = textOf(files.get("out")!).split("\n");
  const counts = ["1 ", "2 ", "4 "].map((kind) => lines.filter((line) => line.startsWith(kind)).length);
  await using quarry = await Quarry.open(trace);
  const rows = (await quarry.query("where alloc is not null | by kind: n = count()")).rows();
  const of = (kind: string): unknown => rows.find((row) => row.kind === kind)?.n ?? 0n;
  assertEquals(counts.map(BigInt), [of("alloc"), of("free"), of("realloc")] as bigint[]);
  assert(counts[2]! > 0, "a trace with reallocations");
});

Deno.test("mptrace -s without -v prints the statistics only", async () => {
  assertEquals((await runStandIn(mptrace, ["-s"], TRACE)).out, (await runStandIn(mptrace, [], TRACE)).out);
});

Deno.test("mptrace refuses options that it does not know", async () => {
  for (const args of [["-x"], ["--graph"], ["-H"], ["--verbose=1"], ["a", "b"]]) {
    await assertRejects(() => runStandIn(mptrace, args, TRACE), UsageError);
  }
});

Deno.test("mptrace refuses a profile", async () => {
  await assertRejects(
    () => runStandIn(mptrace, ["x"], caseFile("tutorial2-le64", "profile.mptl")),
    UsageError,
    "not a tracing file",
  );
});

Deno.test("mptrace writes the bytes of names unchanged", async () => {
  const writer = new MtrcWriter().head().raw(0x41, 1, 1, 1, 0, 0x81, 0xe9, 0x74, 0xe9, 0, 0, 0).trailer();
  const { out } = await runStandIn(mptrace, ["-vs"], writer.take());
  assert(textOf(out).includes(" in \xe9t\xe9\n"));
});

Deno.test("mptrace shows a line number only after a file name", async () => {
  const writer = new MtrcWriter().head();
  writer.alloc(1, 16, 1, { thread: 0, func: "", file: "a.c", line: 0 });
  writer.alloc(2, 32, 1, { thread: 0, func: "", file: "", line: 7 });
  writer.alloc(3, 48, 1, { thread: 2n ** 63n, func: "", file: "a.c", line: 7 });
  const text = textOf((await runStandIn(mptrace, ["-vs"], writer.trailer().take())).out);
  assertEquals(text.match(/^ {24}.*$/gm), [`${" ".repeat(24)}thread 9223372036854775808 at a.c line 7`]);
});

Deno.test("mptrace keeps the first start of a block whose index is reused", async () => {
  const writer = new MtrcWriter({ version: 10300 }).head();
  writer.alloc(1, 16, 8).alloc(2, 32, 8).free(1).alloc(1, 48, 16).free(1);
  const text = textOf((await runStandIn(mptrace, ["-v"], writer.trailer().take())).out);
  const freed = text.match(/^ +\d+ +free +1 .*$/gm)!.map((row) => row.trim().split(/ +/));
  assertEquals(freed.map((row) => [row[3], row[4], row[5]]), [
    ["0x0000000000000010", "8", "2"],
    ["0x0000000000000030", "16", "4"],
  ]);
});

Deno.test("mptrace shows the first of several traces, and reports the others", async () => {
  const { out, errors } = await runStandIn(mptrace, ["x"], joinBytes([TRACE, TRACE]));
  assertEquals(out, (await runStandIn(mptrace, ["x"], TRACE)).out);
  assertEquals(errors, "mptrace: x holds 2 traces, of which the first is shown\n");
});

Deno.test("mptrace reports a truncated trace, and shows everything before the end", async () => {
  const { out, errors, code } = await runStandIn(mptrace, ["-v"], TRACE.subarray(0, TRACE.length >> 1));
  assertMatch(errors, /^mptrace: The file ends inside a record/);
  assertEquals([code, textOf(out).includes("smallest size")], [0, true]);
});

Deno.test("mptrace prints an empty trace", async () => {
  const { out } = await runStandIn(mptrace, ["-v"], new MtrcWriter().head().trailer().take());
  assert(textOf(out).endsWith("smallest size: 0 bytes\nlargest size:  0 bytes\naverage size:  0 bytes\n"));
});

Deno.test("roundedQuotient() rounds to the nearest number, ties to even", () => {
  const cases = [[5n, 2n, 2n], [7n, 2n, 4n], [8n, 3n, 3n], [7n, 3n, 2n], [0n, 0n, 0n], [6n, 4n, 2n]] as const;
  for (const [sum, count, expected] of cases) assertEquals(roundedQuotient(sum, count), expected);
});
