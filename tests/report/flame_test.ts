/**
 * Trees of calls: their sums, inverted, reduced to the heaviest paths, and as text; and the positions of their boxes.
 */
import { assert, assertEquals } from "@std/assert";
import {
  addPath,
  type CallNode,
  foldRecursionIn,
  hasFoldedCalls,
  heaviest,
  inverted,
  type Measure,
  newRoot,
  readTree,
  SMALLER_PATHS,
  totals,
  treeText,
  walk,
} from "../../src/report/flame/call_tree.ts";
import { EMPTY_FRAME } from "../../src/events/stack_store.ts";
import { flameView } from "../../src/report/views/flame_view.ts";
import { tableOf } from "../render/support.ts";
import { newPools } from "../support/pools.ts";
import { boxLabel, boxName, boxText, layOut, sumsOf } from "../../src/report/flame/flame_layout.ts";
import { byEffort } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const BYTES: Measure = { title: "bytes", unit: "bytes", at: 0, before: -1 };

/** Random paths over few names, with recursion, and numbers beyond the exact range of a double. */
function randomTree(random: Random, paths: number): { root: CallNode; list: [string[], bigint[]][] } {
  const root = newRoot(2);
  const list: [string[], bigint[]][] = [];
  for (let at = 0; at < paths; at++) {
    const path = Array.from({ length: random.below(7) }, () => random.pick(["a", "b", "c", "main", "x y"]));
    const values = [BigInt(random.below(1000)) * (1n << 50n) + 1n, BigInt(random.below(3))];
    addPath(root, path, values);
    list.push([path, values]);
  }
  return { root, list };
}

const sum = (list: readonly [string[], bigint[]][], at: number): bigint =>
  list.reduce((all, [, values]) => all + values[at]!, 0n);

/** The node at a path, found from the root. */
function at(root: CallNode, path: readonly string[]): CallNode | undefined {
  return path.reduce<CallNode | undefined>((node, name) => node?.children.get(name), root);
}

Deno.test("totals are the sums of the paths below, also in inverted trees and beyond 2^53", () => {
  const random = new Random(7);
  for (let round = 0; round < 30; round++) {
    const { root, list } = randomTree(random, 1 + random.below(40));
    for (const number of [0, 1]) {
      const all = totals(root, (self) => self[number]!);
      assertEquals(all.get(root), sum(list, number));
      const [path] = random.pick(list);
      const below = list.filter(([each]) => path.every((name, level) => each[level] === name));
      assertEquals(all.get(at(root, path)!), sum(below, number));
      const turned = inverted(root);
      const backwards = totals(turned, (self) => self[number]!);
      const ending = list.filter(([each]) =>
        path.every((name, level) => each[each.length - path.length + level] === name)
      );
      assertEquals(backwards.get(turned), sum(list, number));
      // A function that is never the innermost with its own amount has no node in the inverted tree.
      const place = at(turned, path.toReversed());
      if (place) assertEquals(backwards.get(place), sum(ending, number));
    }
  }
});

Deno.test("a reduced tree keeps the heaviest paths and all totals, and counts omitted paths", () => {
  const random = new Random(8);
  for (let round = 0; round < 30; round++) {
    const { root } = randomTree(random, 60);
    const count = [...walk(root)].length;
    const most = 1 + random.below(count + 2);
    const cut = heaviest(root, most);
    const nodes = [...walk(cut.root)].filter(([{ name }]) => name !== SMALLER_PATHS);
    assertEquals(nodes.length, Math.min(most, count));
    assertEquals(cut.left, Math.max(0, count - most));
    for (const number of [0, 1]) {
      const before = totals(root, (self) => self[number]!);
      const after = totals(cut.root, (self) => self[number]!);
      assertEquals(after.get(cut.root), before.get(root));
    }
  }
});

Deno.test("a tree survives writing and reading, whatever the names", () => {
  const root = newRoot(3);
  addPath(root, ["</script><img onerror=x>", "a b 1 2"], [1n << 63n, 0n, 5n]);
  addPath(root, ["</script><img onerror=x>"], [0n, 0n, 0n]);
  addPath(root, [], [0n, 7n, 0n]);
  const measures: Measure[] = [BYTES, { title: "more words", unit: "counts", at: 2, before: 1 }];
  const found = readTree(treeText({ root, measures }));
  assertEquals(found, { root, measures });
});

Deno.test("flame graph boxes lie within the box of their caller, without overlap, as wide as their totals", () => {
  const random = new Random(9);
  for (let round = 0; round < 20; round++) {
    const { root } = randomTree(random, 40);
    const sums = sumsOf(root, BYTES);
    const whole = Number(sums.width.get(root)!);
    const boxes = layOut(root, sums, { least: 0 });
    assertEquals(boxes.length, [...walk(root)].length);
    for (const { node, left, width, level, parent } of boxes) {
      assert(Math.abs(width - Number(sums.width.get(node)!) / whole) < 1e-9);
      if (!parent) continue;
      assertEquals(level, parent.level + 1);
      assert(left >= parent.left - 1e-9 && left + width <= parent.left + parent.width + 1e-9);
    }
    for (const one of boxes) {
      for (const other of boxes) {
        if (one === other || one.level !== other.level) continue;
        assert(one.left + one.width <= other.left + 1e-9 || other.left + other.width <= one.left + 1e-9);
      }
    }
  }
});

Deno.test("in comparisons removed paths keep their width, and labels show both numbers", () => {
  const root = newRoot(2);
  addPath(root, ["main", "gone"], [0n, 3072n]);
  addPath(root, ["main", "new"], [1024n, 0n]);
  const measure: Measure = { ...BYTES, before: 1 };
  const sums = sumsOf(root, measure);
  const widths = Object.fromEntries(
    layOut(root, sums, { least: 0 }).map(({ node, width }) => [node.name, width]),
  );
  assertEquals(widths, { "(all)": 1, main: 1, gone: 0.75, new: 0.25 });
  const main = root.children.get("main")!;
  assertEquals(boxText(main, sums, root, measure), "main: 3.0 KiB before, 1.0 KiB after, −2.0 KiB");
  assertEquals(
    boxText(main.children.get("new")!, sums, root, measure),
    "new: 0 before, 1.0 KiB after, +1.0 KiB",
  );
});

Deno.test("times are written with their unit, and remain times in a page", () => {
  const root = newRoot(1);
  addPath(root, ["main", "sum"], [210_000_000n]);
  const cpu: Measure = { title: "cpu", unit: "time", at: 0, before: -1 };
  const { root: read, measures } = readTree(treeText({ root, measures: [cpu] }));
  const measure = measures[0]!;
  assertEquals(
    boxText(read.children.get("main")!, sumsOf(read, measure), read, measure),
    "main: 210 ms, 100.0%",
  );
});

Deno.test("a stack of many thousand levels is summed, inverted, cut and written", () => {
  const root = newRoot(1);
  // Recursive code would overflow the stack at a few ten thousand levels.
  const levels = byEffort(100_000, 30_000);
  addPath(root, Array.from({ length: levels }, (_, at) => `f${at % 7}`), [1n]);
  assertEquals(totals(root, ([self]) => self!).get(root), 1n);
  assertEquals([...walk(inverted(root))].length, levels + 1);
  const cut = heaviest(root, 50);
  assertEquals([...walk(cut.root)].length, 51);
  assertEquals(readTree(treeText({ root, measures: [BYTES] })).root.children.size, 1);
});

Deno.test("the accessible label of a box begins with its visible text", () => {
  const root = newRoot(2);
  addPath(root, ["std::vector<int, std::allocator<int> >::push_back(int const&)"], [1024n, 2048n]);
  const measure: Measure = { ...BYTES, before: 1 };
  const sums = sumsOf(root, measure);
  const [node] = root.children.values();
  const name = boxName(node!, sums, root, measure);
  assert(name.startsWith(`${boxLabel(node!, sums)}: std::vector<int,`), name);
  const alone = sumsOf(root, BYTES);
  assert(boxName(node!, alone, root, BYTES).startsWith(boxLabel(node!, alone)));
});

Deno.test("recursion is one box with its depth, also in inverted trees, and no sum changes", () => {
  const root = newRoot(1);
  addPath(root, ["main", "fib", "fib", "fib", "new"], [5n]);
  addPath(root, ["main", "fib", "new"], [7n]);
  addPath(root, ["main", "a", "b", "a", "b"], [1n]);
  addPath(root, ["main", "(unknown)", "(unknown)"], [2n]);
  const tree = foldRecursionIn(root);
  const sums = sumsOf(tree, BYTES);
  const said = (node: CallNode, path: readonly string[]): string =>
    boxText(at(node, path)!, sumsOf(node, BYTES), node, BYTES);
  assertEquals(hasFoldedCalls(root), false);
  assertEquals(hasFoldedCalls(tree), true);
  assertEquals(boxLabel(at(tree, ["main", "fib"])!, sums), "fib ×3");
  assertEquals(said(tree, ["main", "fib"]), "fib: 12, 80.0%, recursion up to 3 deep");
  assertEquals(said(tree, ["main", "fib", "new"]), "new: 12, 80.0%");
  assertEquals(said(tree, ["main", "a", "b"]), "b: 1, 6.7%, recursion up to 2 deep");
  assertEquals(said(tree, ["main", "(unknown)", "(unknown)"]), "(unknown): 2, 13.3%");
  assertEquals(said(inverted(tree), ["new", "fib", "main"]), "main: 12, 80.0%");
  assertEquals(boxLabel(at(inverted(tree), ["new", "fib"])!, sumsOf(inverted(tree), BYTES)), "fib ×3");
  const random = new Random(45);
  for (let round = 0; round < byEffort(20, 200); round++) {
    const { root: whole, list } = randomTree(random, 1 + random.below(40));
    const sumOf = (node: CallNode): bigint => totals(node, (self) => self[0]!).get(node)!;
    assertEquals(sumOf(foldRecursionIn(whole)), sum(list, 0));
    // Paths below a function without calls to its own name stay below it.
    const main = list.filter(([path]) => path[0] === "main");
    const top = foldRecursionIn(whole).children.get("main");
    assertEquals(top === undefined ? 0n : sumOf(top), sum(main, 0));
  }
});

Deno.test("a printed flame graph has forty levels, boxes wide enough for a name, and all numbers below it", () => {
  const pools = newPools();
  const stackOf = (names: readonly string[]): bigint => {
    const frames = names.map((name) =>
      pools.stacks.frame({ ...EMPTY_FRAME, func: pools.strings.internText(name) })
    );
    return BigInt(pools.stacks.stack(Uint32Array.from(frames), 0, frames.length));
  };
  const deep = Array.from({ length: 44 }, (_, at) => `f${at}`).toReversed();
  const table = tableOf([{ name: "stack", type: "u64" }, { name: "bytes", type: "u64" }], [
    [stackOf(deep), 10_000n],
    [stackOf(["little", "f0"]), 39n],
    [stackOf(["some", "f0"]), 45n],
    [null, 500n],
  ]);
  const measures = [{ title: "Bytes", unit: "bytes", column: "bytes" }] as const;
  const page = flameView(table, { measures, caption: "All", pools } as never).html;
  const boxes = [
    ...page.matchAll(/<span class="[^"]*" style="left:([\d.]+)%;width:([\d.]+)%;top:(\d+)px">/g),
  ];
  assertEquals(Math.max(...boxes.map(([, , , top]) => Number(top))), 39 * 20);
  assert(page.includes('style="height:800px"'));
  assertEquals([page.includes(">some"), page.includes(">little<")], [true, false]);
  assert(page.includes("(no stack)"));
  const none = flameView(tableOf(table.columns, [[null, 0n]]), { measures, caption: "All", pools } as never);
  assert(none.html.includes("Nothing to show: every number is 0."));
});
