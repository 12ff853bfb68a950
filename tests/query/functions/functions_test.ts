import { assert, assertEquals, assertThrows } from "@std/assert";
import { type FunctionContext, NOTHING_KNOWN } from "../../../src/query/plan/row_function.ts";
import { AGGREGATES } from "../../../src/query/aggregates/registry.ts";
import { WINDOW_FUNCTIONS } from "../../../src/query/windows/registry.ts";
import { arity, findFunction, FUNCTIONS } from "../../../src/query/functions/registry.ts";
import { calculate } from "../../../src/query/functions/arithmetic.ts";
import type { Constant } from "../../../src/query/plan/values.ts";
import { CATALOGS, mistakesOf, planOf } from "../analysis/binding.ts";

const CONTEXT: FunctionContext = {
  ...NOTHING_KNOWN,
  stackFunctions: (stack) => stack === 7 ? ["malloc", "net_read", "main"] : [],
  symbol: (address) => address === 0x1004n ? "main+0x4" : null,
  source: (address) => address === 0x1004n ? "main.c:12" : null,
};
const MAX = 0xffff_ffff_ffff_ffffn;

/** Expected values: name, arguments, result. */
const VALUES: readonly (readonly [string, readonly Constant[], Constant])[] = [
  ["hex", [MAX], "0xffffffffffffffff"],
  ["hex", [-16n], "-0x10"],
  ["human", [812n, "size"], "812"],
  ["human", [4096n, "size"], "4.0K"],
  ["human", [1048575n, "size"], "1.0M"],
  ["human", [-1536n, "size"], "-1.5K"],
  ["human", [1_500_000_000n, "time"], "1.5s"],
  ["human", [12n, "time"], "12ns"],
  ["bucket", [0n], 0n],
  ["bucket", [1n], 0n],
  ["bucket", [1023n], 9n],
  ["bucket", [1024n], 10n],
  ["bucket", [MAX], 63n],
  ["bin", [1023n, 100n], 1000n],
  ["bin", [-1n, 100n], -100n],
  ["bin", [2.5, 1], 2],
  ["page", [0x7f00_1234n], 0x7f00_1000n],
  ["align", [17n, 16n], 32n],
  ["align", [32n, 16n], 32n],
  ["align", [32n, 0n], null],
  ["abs", [-5n], 5n],
  ["abs", [-2.5], 2.5],
  ["bor", [1n, 4n, 8n], 13n],
  ["base", ["/usr/lib/libc.so"], "libc.so"],
  ["base", ["a/b/"], "b"],
  ["dir", ["/usr/lib/libc.so"], "/usr/lib"],
  ["dir", ["/x"], "/"],
  ["dir", ["x"], ""],
  ["ext", ["a.b/c.tar.gz"], "gz"],
  ["ext", [".profile"], ""],
  ["lower", ["ÄB"], "äb"],
  ["upper", ["äb"], "ÄB"],
  ["len", ["a😀"], 2n],
  ["substr", ["parse_line", 0n, 5n], "parse"],
  ["substr", ["parse_line", 6n], "line"],
  ["substr", ["parse_line", -4n, 2n], "li"],
  ["replace", ["a.b.c", ".", "$&"], "a$&b$&c"],
  ["concat", ["a", MAX, true, -2.5], "a18446744073709551615true-2.5"],
  [
    "format",
    ["{}|{:x}|{:4}|{:<4}|{:04}|{{}}", "é", MAX, -7n, 7n, -7n],
    "é|ffffffffffffffff|  -7|7   |-007|{}",
  ],
  [
    "format",
    ["{:.2f} {:8.1f} {:.0f} {:f}", 1.005, -2.25, 3n, MAX],
    "1.00     -2.3 3 18446744073709551615.000000",
  ],
  ["extract", ["glVertex2f", "gl(\\w)(\\w*)", 1n, ""], "V"],
  ["extract", ["glVertex2f", "vertex", 0n, "i"], "Vertex"],
  ["extract", ["glVertex2f", "x(y)?|z", 1n, ""], null],
  ["extract", ["main", "gl", 0n, ""], null],
  ["extract", ["a😀b", "[^a]", 0n, "u"], "😀"],
  ["replace", ["a1b22", "\\d", "$&", ""], "a$&b$&$&"],
  ["replace", ["abc", "x*", "-", ""], "-a-b-c-"],
  ["split", ["src/net/a.c", "/", 1n], "net"],
  ["split", ["src/net/a.c", "/", -1n], "a.c"],
  ["split", ["a", "/", 1n], null],
  ["split", ["a//b", "/", 1n], ""],
  ["split", ["ab", "", 0n], null],
  ["to_number", ["18446744073709551615", "whole"], MAX],
  ["to_number", ["18446744073709551616", "whole"], null],
  ["to_number", ["0xffffffffffffffff", "whole"], MAX],
  ["to_number", ["-1", "whole"], null],
  ["to_number", ["-9223372036854775808", "signed"], -(1n << 63n)],
  ["to_number", ["9223372036854775808", "signed"], null],
  ["to_number", ["-0x10", "signed"], -16n],
  ["to_number", ["1.5e3", "fraction"], 1500],
  ["to_number", [" 1", "whole"], null],
  ["to_number", ["", "fraction"], null],
  ["to_number", ["1e9999", "fraction"], null],
  ["round", [2.5, 0n], 3],
  ["round", [-2.5, 0n], -3],
  ["round", [1.255, 1n], 1.3],
  ["round", [1e300, 18n], 1e300],
  ["round", [1234.5, -2n], 1200],
  ["round", [1550n, -2n], 1600n],
  ["round", [-1550n, -2n], -1600n],
  ["round", [MAX, 3n], MAX],
  ["round", [49n, -2n], 0n],
  ["log2", [1024], 10],
  ["log2", [0], null],
  ["log2", [-1], null],
  ["clamp", [MAX, 1n, 9n], 9n],
  ["clamp", [0n, 1n, 9n], 1n],
  ["clamp", [2.5, 1, 9], 2.5],
  ["delta", [0n, 1n << 63n], -(1n << 63n)],
  ["delta", [MAX, MAX - 1n], 1n],
  ["delta", [-5n, 5n], -10n],
  ["delta", [1.5, 2], -0.5],
  ["coalesce", [null, null, 3n], 3n],
  ["coalesce", [null], null],
  ["if", [true, 1n, 2n], 1n],
  ["if", [null, 1n, 2n], 2n],
  ["min", [3n, MAX, 2n], 2n],
  ["max", [3n, MAX, 2n], MAX],
  ["func_at", [7n, 1n], "net_read"],
  ["func_at", [7n, 9n], null],
  ["frames", [99n], null],
  ["in_stack", [7n, "net_*"], true],
  ["in_stack", [8n, "net_*"], false],
  ["symbol", [0x1004n], "main+0x4"],
  ["source", [0x1004n], "main.c:12"],
  ["source", [0x2000n], null],
];

for (const name of new Set(VALUES.map(([name]) => name))) {
  Deno.test(`${name}() gives exact values`, () => {
    for (const [each, args, wanted] of VALUES) {
      if (each === name) {
        assertEquals(findFunction(name)!.evaluate(args, CONTEXT), wanted, `${name}(${args})`);
      }
    }
  });
}

Deno.test("evaluate() refuses results that do not fit in 64 bits", () => {
  assertThrows(() => findFunction("align")!.evaluate([MAX, 16n], CONTEXT), RangeError);
  assertThrows(() => findFunction("abs")!.evaluate([-(1n << 63n)], CONTEXT), RangeError);
});

Deno.test("calculate() is exact, and refuses results outside the range of their type", () => {
  assertEquals(calculate("+", "u64", MAX - 1n, 1n), MAX);
  assertThrows(() => calculate("+", "u64", MAX, 1n), RangeError);
  assertThrows(() => calculate("-", "u64", 1n, 2n), RangeError);
  assertEquals(calculate("-", "i64", 1n, 2n), -1n);
  assertThrows(() => calculate("<<", "u64", 1n, MAX), RangeError);
  assertEquals(calculate("<<", "u64", 0n, MAX), 0n);
  assertEquals(calculate(">>", "u64", MAX, 63n), 1n);
  assertEquals(calculate("/", "u64", 7n, 0n), null);
  assertEquals(calculate("%", "f64", 7, 0), null);
  assertEquals(calculate("+", "u64", null, 1n), null);
});

Deno.test("functions, aggregates and window functions are documented, and their examples bind", () => {
  for (const each of [...FUNCTIONS, ...AGGREGATES, ...WINDOW_FUNCTIONS]) {
    assert(each.summary !== "" && each.usage.startsWith(`${each.name}(`), each.name);
    assert(each.examples.length > 0, each.name);
    assert(arity(each.parameters).least <= arity(each.parameters).most, each.name);
    for (const example of each.examples) {
      const catalog = example.startsWith("calls") ? CATALOGS.apitrace! : CATALOGS.mtrc!;
      const errors = mistakesOf(example, catalog).filter((mistake) => mistake.startsWith("Q2"));
      assertEquals(errors, [], example);
      assert(planOf(example, catalog) !== "", example);
      assert(example.includes(`${each.name}(`), example);
    }
  }
});

Deno.test("registry.ts has every function and aggregate of the contract", () => {
  const functions =
    "hex human base dir ext lower upper len substr replace coalesce if bucket bin page align abs min max func_at frames in_stack arg symbol source bor";
  const aggregates = "count sum min max avg median p90 p99 percentile distinct first last any stddev";
  const missing = (wanted: string, known: readonly { readonly name: string }[]): string[] =>
    wanted.split(" ").filter((each) => !known.some(({ name }) => name === each));
  assertEquals([missing(functions, FUNCTIONS), missing(aggregates, AGGREGATES)], [[], []]);
  for (const known of [FUNCTIONS, AGGREGATES, WINDOW_FUNCTIONS]) {
    assertEquals(new Set(known.map(({ name }) => name)).size, known.length);
  }
});
