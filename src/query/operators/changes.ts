/**
 * `changes A, B by keys`: two sequences of rows laid beside each other; what only one of them has.
 * @module
 */

import type { Column } from "../../tables/column.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { Grouper } from "../execution/grouping.ts";
import { type Part, type Relation, relationRows, type Workspace } from "../execution/relation.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import { alignSequences } from "./align_sequences.ts";
import type { DiffPlan } from "./diff.ts";
import { readAll, relationOf, storeWords } from "./materialize.ts";
import type { OperatorContext } from "./operator.ts";

/** Columns by which rows are called, in this order (not every record has a `no`); else they are counted from 1. */
const NUMBERS = ["seq", "no"];

/** Rows that have no partner, in the order of both sequences. */
export function runChanges(
  plan: DiffPlan,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Relation {
  const { work } = context;
  const left = relationRows(before);
  const right = relationRows(after);
  const keys = plan.keys.map((key, at) => readBoth(key, plan.afterKeys[at]!, before, after, context));
  const { ids, count } = numbered(work, keys, left + right);
  const { removed, added } = alignSequences(ids.subarray(0, left), ids.subarray(left), count, work);
  const changes = listChanges(removed, added);
  const total = changes.rows.length;
  const column = (name: string, fill: (at: number) => bigint | null): Column => {
    const words = work.take(8 * total);
    const nulls = work.takeZeroed(total);
    for (let at = 0; at < total; at++) {
      work.did(1);
      const value = fill(at);
      work.arena.u64[(words >>> 3) + at] = value ?? 0n;
      if (value === null) work.arena.u8[nulls + at] = 1;
    }
    const stored = storeWords(work, plan.columns.find((each) => each.name === name)!, words, nulls, total);
    work.give(words, nulls);
    return stored;
  };
  const { strings } = work.pools;
  const [gone, come] = ["removed", "added"].map((word) => BigInt(strings.internText(word))) as [
    bigint,
    bigint,
  ];
  const numbersBefore = numbersOf(plan.before, before, left, work);
  const numbersAfter = numbersOf(plan.after, after, right, work);
  const stored = [
    column("hunk", (at) => BigInt(changes.hunks[at]!)),
    column("change", (at) => changes.rows[at]! < left ? gone : come),
    column("before", (at) => changes.rows[at]! < left ? numbersBefore(changes.rows[at]!) : null),
    column("after", (at) => changes.rows[at]! < left ? null : numbersAfter(changes.rows[at]! - left)),
    ...plan.keys.map(({ name }, key) =>
      column(name, (at) => {
        const { words, nulls } = keys[key]!;
        const row = changes.rows[at]!;
        return work.arena.u8[nulls + row] ? null : work.arena.u64[(words >>> 3) + row]!;
      })
    ),
  ];
  for (const { words, nulls } of keys) work.give(words, nulls);
  return relationOf(plan.columns, stored, total);
}

interface Words {
  readonly words: number;
  readonly nulls: number;
  readonly someNull: boolean;
}

/** Values of a key on both sides, one behind the other. */
function readBoth(
  key: NamedExpr,
  afterKey: NamedExpr,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Words {
  const compile = (expr: NamedExpr["expr"]) => (part: Part): Column =>
    new ExpressionCompiler(context, part).compile(expr);
  const columns = [...before.parts.map(compile(key.expr)), ...after.parts.map(compile(afterKey.expr))];
  const parts = [...before.parts, ...after.parts];
  return readAll(context.work, parts, columns, relationRows(before) + relationRows(after));
}

/** One number for each different key. */
function numbered(
  work: Workspace,
  keys: readonly Words[],
  total: number,
): { ids: Uint32Array; count: number } {
  const groups = work.take(4 * total);
  let count = 0;
  keys.forEach(({ words, nulls, someNull }, at) => {
    const grouper = new Grouper(work);
    grouper.assign(words, someNull ? nulls : 0, total, groups, at > 0, 0, 0);
    count = grouper.count;
    grouper.release();
  });
  const ids = work.arena.u32.slice(groups >>> 2, (groups >>> 2) + total);
  work.give(groups);
  return { ids, count };
}

/** Rows without a partner: those of the second side have the length of the first added. Neighbours share a hunk. */
function listChanges(removed: Uint8Array, added: Uint8Array): { rows: Uint32Array; hunks: Uint32Array } {
  const size = removed.reduce((sum, mark) => sum + mark, 0) + added.reduce((sum, mark) => sum + mark, 0);
  const rows = new Uint32Array(size);
  const hunks = new Uint32Array(size);
  let at = 0;
  let hunk = 0;
  let inside = false;
  const put = (row: number): void => {
    if (!inside) hunk++;
    inside = true;
    rows[at] = row;
    hunks[at++] = hunk;
  };
  let left = 0;
  let right = 0;
  while (left < removed.length || right < added.length) {
    if (left < removed.length && removed[left]) put(left++);
    else if (right < added.length && added[right]) put(removed.length + right++);
    else {
      inside = false;
      left++;
      right++;
    }
  }
  return { rows, hunks };
}

/** What the rows of a side are called. */
function numbersOf(
  plan: Plan,
  rows: Relation,
  total: number,
  work: Workspace,
): (row: number) => bigint | null {
  const index = NUMBERS
    .map((name) => plan.columns.findIndex((column) => column.name === name))
    .find((at) => at >= 0);
  if (index === undefined) return (row) => BigInt(row + 1);
  const columns = rows.parts.map((part) => part.columns[index]!);
  const { words, nulls } = readAll(work, rows.parts, columns, total);
  return (row) => work.arena.u8[nulls + row] ? null : work.arena.u64[(words >>> 3) + row]!;
}
