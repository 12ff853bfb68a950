/** Values joined as bytes equal those joined as strings. */
import { assertEquals } from "@std/assert";
import type { ColumnType } from "../../../src/events/trace_sink.ts";
import { TextConcatenator } from "../../../src/query/execution/text_concatenator.ts";
import { newPools } from "../../support/pools.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { sampleSession } from "../../support/sample_session.ts";

const EDGES = [
  0n,
  1n,
  9n,
  10n,
  2n ** 32n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 2n ** 32n,
  2n ** 64n - 1n,
];

/** Adds a word by its halves. */
function add(joined: TextConcatenator, word: bigint, type: ColumnType): boolean {
  return joined.addWord(Number(word & 0xffff_ffffn), Number(word >> 32n), type);
}

Deno.test("numbers have the same digits as their strings", () => {
  const pools = newPools();
  const joined = new TextConcatenator(pools);
  const near = Array.from({ length: 20 }, (_, power) => [-1n, 0n, 1n].map((by) => 10n ** BigInt(power) + by));
  for (const value of [...EDGES, ...near.flat()].filter((each) => each >= 0n && each < 2n ** 64n)) {
    joined.begin();
    assertEquals(add(joined, value, "u64"), true);
    assertEquals(joined.addConstant(":"), true);
    assertEquals(add(joined, value, "i64"), true);
    assertEquals(pools.strings.text(joined.intern()), `${value}:${BigInt.asIntN(64, value)}`);
  }
});

Deno.test("texts outside ASCII, fractions and booleans are left to string code", () => {
  const pools = newPools();
  const joined = new TextConcatenator(pools);
  joined.begin();
  assertEquals(add(joined, BigInt(pools.strings.internText("a".repeat(5000))), "text"), true);
  assertEquals(add(joined, BigInt(pools.strings.internText("é")), "text"), false);
  assertEquals(add(joined, 1n, "f64"), false);
  assertEquals(add(joined, 1n, "bool"), false);
  assertEquals(joined.addConstant("é"), false);
  assertEquals(joined.addConstant(true), false);
});

Deno.test("concat() equals format(), with nulls, signs, non-ASCII letters and many different values", async () => {
  const session = await sampleSession({ t: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  for (
    const [joined, written] of [
      ['concat(func, ":", seq, "-", -size)', 'format("{}:{}-{}", func, seq, -size)'],
      ['concat("é", addr, file)', 'format("é{}{}", addr, file)'],
      ["concat(seq / 3.0, kind, seq > 10)", 'format("{}{}{}", seq / 3.0, kind, seq > 10)'],
    ] as const
  ) {
    const rows = await rowsOf(session, `events | select a = ${joined}, b = ${written}`);
    for (const [a, b] of rows) assertEquals(a, b, joined);
    assertEquals(rows.length > 1000, true);
  }
  session.closeAll();
});
