/**
 * Stages on backtraces: `unwind`, `through`, `callers of`, `tree`.
 * @module
 */

import { foldRecursion } from "../../../base/fold_recursion.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import { frameName } from "../../execution/frame_name.ts";
import { listRows, type Part, type Relation, selectedRows } from "../../execution/relation.ts";
import { testOf } from "../../execution/text_memo.ts";
import type { TextMatchExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import { constantsRelation } from "../columns/constants.ts";
import type { OperatorContext } from "../operator.ts";

/** Name of an unknown frame. */
const UNKNOWN = "(unknown)";

/** Visits the row number and stack id of every row of a part. */
export function eachStack(
  { work }: OperatorContext,
  part: Part,
  column: number,
  visit: (row: number, stack: number) => void,
): void {
  const { pointer, count } = listRows(work, part);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  for (let from = 0; from < count; from += BLOCK_ROWS) {
    work.check();
    const n = Math.min(BLOCK_ROWS, count - from);
    part.columns[column]!.gather(pointer + 4 * from, n, values, nulls);
    const { u32, u8 } = work.arena;
    for (let at = 0; at < n; at++) {
      visit(u32[(pointer >>> 2) + from + at]!, u8[nulls + at] ? 0 : u32[(values >>> 2) + 2 * at]!);
    }
  }
  work.give(pointer, values, nulls);
}

/**
 * `through` keeps rows whose stack has a matching function; `callers` counts its callers: columns `func
 * count`; `tree` is the call tree, for `down` from the outermost function: columns `level func count`. Both
 * also have `bytes` if the input has sizes, and `depth` if recursion is folded: the most frames of one stack
 * that are folded into one.
 */
export interface StackPlan extends Plan {
  readonly op: "through" | "callers" | "tree";
  readonly input: Plan;
  readonly stack: number;
  /** Column index of `size`; -1 if there is none. */
  readonly size: number;
  readonly pattern: TextMatchExpr | null;
  readonly direction: "up" | "down";
  /** Recursion is folded into one level. */
  readonly isFolded: boolean;
}

/**
 * Tests whether a frame matches the pattern by the name that is shown, so that `libx.so+0x12` can be searched
 * for too.
 */
function frameTest(plan: StackPlan, context: OperatorContext): (frame: number) => boolean {
  const { stacks, strings } = context.work.pools;
  if (!plan.pattern) return () => true;
  const test = testOf(context.work, plan.pattern);
  const known = new Map<number, boolean>();
  return (frame) => {
    let passes = known.get(frame);
    if (passes === undefined) {
      passes = test.passesText(frameName(stacks.describeFrame(frame), strings));
      known.set(frame, passes);
    }
    return passes;
  };
}

/** Keeps rows whose stack contains a matching function. */
export function runThrough(plan: StackPlan, input: Relation, context: OperatorContext): Relation {
  const test = frameTest(plan, context);
  const { work } = context;
  const { stacks } = work.pools;
  const known = new Map<number, boolean>();
  const passes = (stack: number): boolean => {
    let result = known.get(stack);
    if (result === undefined) {
      result = false;
      work.tick(1 + 2 * stacks.depth(stack));
      for (let level = 0; level < stacks.depth(stack) && !result; level++) {
        result = test(stacks.frameAt(stack, level));
      }
      known.set(stack, result);
    }
    return result;
  };
  const parts = input.parts.map((part): Part => {
    const all = work.take(selectedRows(part) * 4);
    let count = 0;
    eachStack(context, part, plan.stack, (row, stack) => {
      if (passes(stack)) work.arena.u32[(all >>> 2) + count++] = row;
    });
    const pointer = work.take(count * 4);
    work.arena.u8.copyWithin(pointer, all, all + count * 4);
    work.give(all);
    return { ...part, selection: { kind: "list", pointer, count } };
  });
  return { columns: plan.columns, parts };
}

interface Sum {
  count: bigint;
  bytes: bigint;
}

/** Sums of a caller or tree node, and the maximum number of frames of one stack that are folded into it. */
interface NodeSum extends Sum {
  depth: number;
}

function addSum(to: NodeSum, { count, bytes }: Sum, depth: number): void {
  to.count += count;
  to.bytes += bytes;
  if (depth > to.depth) to.depth = depth;
}

const HALF = 0x1_0000_0000n;

/**
 * Rows and bytes of each distinct stack, in the order of the rows, since ids depend on which other traces are
 * open. There are few stacks, so later steps need not be fast.
 */
function sumsByStack(plan: StackPlan, input: Relation, { work }: OperatorContext): Map<number, Sum> {
  const { size } = work.pools.stacks;
  const counts = new Float64Array(size);
  const met: number[] = [];
  // Differences of profiles may be negative.
  const isSigned = plan.input.columns[plan.size]?.type === "i64";
  // Low and high halves are summed separately, so that the sums stay exact.
  const lows = new Float64Array(size);
  const highs = new Float64Array(size);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const sizes = work.takeZeroed(BLOCK_ROWS * 8);
  const sizeNulls = work.takeZeroed(BLOCK_ROWS);
  for (const part of input.parts) {
    const { pointer, count } = listRows(work, part);
    for (let from = 0; from < count; from += BLOCK_ROWS) {
      work.check();
      const n = Math.min(BLOCK_ROWS, count - from);
      part.columns[plan.stack]!.gather(pointer + 4 * from, n, values, nulls);
      if (plan.size >= 0) part.columns[plan.size]!.gather(pointer + 4 * from, n, sizes, sizeNulls);
      const { u32, u8 } = work.arena;
      for (let at = 0; at < n; at++) {
        const stack = u8[nulls + at] ? 0 : u32[(values >>> 2) + 2 * at]!;
        if (counts[stack]!++ === 0) met.push(stack);
        if (u8[sizeNulls + at]) continue;
        const high = u32[(sizes >>> 2) + 2 * at + 1]!;
        lows[stack]! += u32[(sizes >>> 2) + 2 * at]!;
        highs[stack]! += isSigned ? high | 0 : high;
      }
    }
    work.give(pointer);
  }
  work.give(values, nulls, sizes, sizeNulls);
  const sums = new Map<number, Sum>();
  for (const stack of met) {
    work.tick(1);
    const bytes = BigInt(highs[stack]!) * HALF + BigInt(lows[stack]!);
    sums.set(stack, { count: BigInt(counts[stack]!), bytes });
  }
  return sums;
}

/**
 * Calls `visit` for each distinct stack with its functions, outermost first, how often each occurs, and the
 * sums.
 */
function eachPath(
  plan: StackPlan,
  input: Relation,
  context: OperatorContext,
  visit: (path: readonly string[], depths: readonly number[], sum: Sum) => void,
): void {
  const { stacks, strings } = context.work.pools;
  const names = new Map<number, string>();
  const nameOf = (frame: number): string => {
    let name = names.get(frame);
    if (name === undefined) names.set(frame, name = frameName(stacks.describeFrame(frame), strings));
    return name;
  };
  for (const [stack, sum] of sumsByStack(plan, input, context)) {
    const depth = stacks.depth(stack);
    context.work.tick(1 + 8 * depth);
    const frames: string[] = [];
    for (let level = depth - 1; level >= 0; level--) frames.push(nameOf(stacks.frameAt(stack, level)));
    if (plan.isFolded) {
      const { path, depths } = foldRecursion(frames);
      visit(path, depths, sum);
    } else visit(frames, frames.map(() => 1), sum);
  }
}

/**
 * Counts the callers of a function, each once per stack. With folding, a function that calls itself is not
 * its own caller.
 */
export function runCallers(plan: StackPlan, input: Relation, context: OperatorContext): Relation {
  const test = testOf(context.work, plan.pattern!);
  const known = new Map<string, boolean>();
  const passes = (name: string): boolean => {
    let result = known.get(name);
    if (result === undefined) known.set(name, result = test.passesText(name));
    return result;
  };
  const sums = new Map<string, NodeSum>();
  eachPath(plan, input, context, (path, depths, sum) => {
    const callers = new Map<string, number>();
    for (let at = path.length - 1; at >= 0; at--) {
      if (!passes(path[at]!)) continue;
      const caller = at > 0 ? path[at - 1]! || UNKNOWN : "(outermost)";
      callers.set(caller, Math.max(callers.get(caller) ?? 0, depths[at]!));
    }
    for (const [caller, depth] of callers) {
      let found = sums.get(caller);
      if (!found) sums.set(caller, found = { count: 0n, bytes: 0n, depth: 0 });
      addSum(found, sum, depth);
    }
  });
  const sorted = [...sums].sort(([, left], [, right]) => bySize(right, left));
  const values = {
    func: sorted.map(([func]) => func),
    count: sorted.map(([, { count }]) => count),
    bytes: sorted.map(([, { bytes }]) => bytes),
    depth: sorted.map(([, { depth }]) => BigInt(depth)),
  };
  return fromValues(plan.columns, values, sorted.length, context);
}

function bySize(left: Sum, right: Sum): number {
  if (left.bytes !== right.bytes) return left.bytes < right.bytes ? -1 : 1;
  return left.count < right.count ? -1 : left.count > right.count ? 1 : 0;
}

interface TreeNode extends NodeSum {
  readonly func: string;
  readonly children: Map<string, TreeNode>;
}

function newNode(func: string): TreeNode {
  return { func, children: new Map(), count: 0n, bytes: 0n, depth: 0 };
}

/**
 * Computes the call tree, depth first, largest first. `down` starts at the outermost frame, `up` at the
 * innermost.
 */
export function runTree(plan: StackPlan, input: Relation, context: OperatorContext): Relation {
  const root = newNode("(all)");
  root.depth = 1;
  eachPath(plan, input, context, (path, depths, sum) => {
    let node = root;
    addSum(root, sum, 1);
    for (let step = 0; step < path.length; step++) {
      const at = plan.direction === "down" ? step : path.length - 1 - step;
      const func = path[at]! || UNKNOWN;
      let child = node.children.get(func);
      if (!child) node.children.set(func, child = newNode(func));
      addSum(child, sum, depths[at]!);
      node = child;
    }
  });
  const [level, func]: [bigint[], string[]] = [[], []];
  const [counts, bytes, depths]: [bigint[], bigint[], bigint[]] = [[], [], []];
  // A list instead of recursion: stacks can have any depth.
  const open: { node: TreeNode; depth: number }[] = [{ node: root, depth: 0 }];
  while (open.length > 0) {
    const { node, depth } = open.pop()!;
    context.work.tick(8 + 8 * node.children.size);
    level.push(BigInt(depth));
    func.push("  ".repeat(Math.min(depth, 40)) + node.func);
    counts.push(node.count);
    bytes.push(node.bytes);
    depths.push(BigInt(node.depth));
    const children = [...node.children.values()].sort(bySize);
    for (const child of children) open.push({ node: child, depth: depth + 1 });
  }
  return fromValues(
    plan.columns,
    { level, func, count: counts, bytes, depth: depths },
    level.length,
    context,
  );
}

function fromValues(
  columns: readonly PlanColumn[],
  values: Readonly<Record<string, readonly Constant[]>>,
  count: number,
  context: OperatorContext,
): Relation {
  return constantsRelation(columns, columns.map(({ name }) => values[name]!), count, context);
}
