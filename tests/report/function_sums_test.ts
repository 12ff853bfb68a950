/** Amounts of functions alone and with their callees, in trees of both directions. */
import { assertEquals } from "@std/assert";
import { addPath, inverted, type Measure, newRoot } from "../../src/report/flame/call_tree.ts";
import { sumsOf } from "../../src/report/flame/flame_layout.ts";
import { type FunctionSums, functionSums } from "../../src/report/flame/function_sums.ts";

const MEASURE: Measure = { title: "bytes", unit: "bytes", at: 0, before: -1 };
const PATHS: readonly (readonly [path: readonly string[], bytes: bigint])[] = [
  [["main"], 1n],
  [["main", "read", "grow"], 10n],
  [["main", "parse", "read", "grow"], 20n],
  // Recursion counts once.
  [["main", "parse", "node", "parse", "node"], 40n],
];

function byName(functions: readonly FunctionSums[]): Record<string, [bigint, bigint]> {
  return Object.fromEntries(
    functions.map(({ name, own, whole }): [string, [bigint, bigint]] => [name, [own, whole]]).sort(),
  );
}

Deno.test("functions have the bytes they allocate themselves, and in total with their callees", () => {
  const root = newRoot(1);
  for (const [path, bytes] of PATHS) addPath(root, path, [bytes]);
  const expected: ReturnType<typeof byName> = {
    grow: [30n, 30n],
    main: [1n, 71n],
    node: [40n, 40n],
    parse: [0n, 60n],
    read: [0n, 30n],
  };
  const below = (top: typeof root, isInverted: boolean, isRoot: boolean): ReturnType<typeof byName> =>
    byName(functionSums(top, sumsOf(top, MEASURE), MEASURE, { isInverted, isRoot }));
  assertEquals(below(root, false, true), expected);
  assertEquals(below(inverted(root), true, true), expected);
  // With a function as the root, the amounts below it.
  const parse = root.children.get("main")!.children.get("parse")!;
  assertEquals(below(parse, false, false), {
    grow: [20n, 20n],
    node: [40n, 40n],
    parse: [0n, 60n],
    read: [0n, 20n],
  });
});
