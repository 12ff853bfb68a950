import { assertEquals } from "@std/assert";
import { type FunctionContext, NOTHING_KNOWN } from "../../../src/query/plan/row_function.ts";
import { findFunction } from "../../../src/query/functions/registry.ts";
import type { Constant } from "../../../src/query/plan/values.ts";
import { assertProportional } from "../../support/cpu_ratio.ts";
import { byEffort } from "../../support/effort.ts";

/** Functions of text with difficult arguments, by the length of the text. */
const CALLS: readonly [name: string, args: (length: number) => Constant[]][] = [
  ["base", (length) => ["/".repeat(length) + "a"]],
  ["dir", (length) => ["/".repeat(length) + "a/"]],
  ["ext", (length) => [".".repeat(length) + "/."]],
  ["lower", (length) => ["É".repeat(length)]],
  ["upper", (length) => ["ß".repeat(length)]],
  ["len", (length) => ["😀".repeat(length)]],
  ["substr", (length) => ["😀".repeat(length), -3n]],
  ["replace", (length) => ["a".repeat(length), `${"a".repeat(2000)}b${"a".repeat(2000)}`, "c"]],
  ["replace", (length) => ["ab".repeat(length), "ab", "abab"]],
  ["replace", (length) => ["ab".repeat(length), "(a|b)*?b", "-", ""]],
  ["extract", (length) => ["a".repeat(length), "(a|a)*(a*)$", 2n, ""]],
  ["extract", (length) => ["ab".repeat(length), "(a+)+c", 1n, ""]],
  ["concat", (length) => ["é".repeat(length), 1n]],
  ["split", (length) => ["a/".repeat(length), "/", -2n]],
  ["to_number", (length) => ["1".repeat(length), "whole"]],
  ["to_number", (length) => ["1".repeat(length), "fraction"]],
  ["in_stack", () => [7n, "*a*a*a*a*a*a*a*a*a*b"]],
];

const LENGTH = byEffort(40_000, 10_000);

for (const [name, args] of CALLS) {
  Deno.test(`${name}() takes time in proportion to its text`, async () => {
    const fn = findFunction(name)!;
    const deep = (times: number): FunctionContext => ({
      ...NOTHING_KNOWN,
      stackFunctions: () => ["a".repeat(LENGTH * times)],
    });
    await assertProportional((times) => fn.evaluate(args(LENGTH * times), deep(times)), name);
  });
}

Deno.test("replace() treats long texts like short ones", () => {
  const replace = findFunction("replace")!;
  const long = "x".repeat(300) + "y";
  assertEquals(replace.evaluate([`a${long}b${long}${long}c`, long, "$&-"], NOTHING_KNOWN), "a$&-b$&-$&-c");
});
