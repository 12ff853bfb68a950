/**
 * `take`, `skip`, `tail`, `sample`, `before`, `after`: selects rows by position.
 * @module
 */

import { listRows, type Part, type Relation, relationRows, selectedRows } from "../../execution/relation.ts";
import type { Plan } from "../../plan/plan.ts";
import type { OperatorContext } from "../operator.ts";

/** Selects some rows, in order. `sample` takes `count` rows, spread evenly. */
export interface LimitPlan extends Plan {
  readonly op: "take" | "skip" | "tail" | "sample";
  readonly input: Plan;
  readonly count: number;
}

/** Each row with `before` and `after` neighbours from its table (the input is a scan with filters). */
export interface ContextPlan extends Plan {
  readonly op: "context";
  readonly input: Plan;
  readonly before: number;
  readonly after: number;
}

/** Selects some of the rows, in order. */
export function runLimit(plan: LimitPlan, input: Relation, context: OperatorContext): Relation {
  const total = relationRows(input);
  const count = Math.max(0, plan.count);
  if (plan.op === "sample") return sample(plan, input, total, count, context);
  const from = plan.op === "take" ? 0 : plan.op === "skip" ? count : Math.max(0, total - count);
  const to = plan.op === "take" ? Math.min(total, count) : total;
  let seen = 0;
  const parts: Part[] = [];
  for (const part of input.parts) {
    const rows = selectedRows(part);
    const first = Math.max(0, from - seen);
    const last = Math.min(rows, to - seen);
    if (first === 0 && last === rows) parts.push(part);
    else if (first < last) parts.push(slice(part, first, last, context));
    seen += rows;
  }
  return { columns: plan.columns, parts: parts.length > 0 ? parts : firstPartWithoutRows(input) };
}

function slice(part: Part, first: number, last: number, context: OperatorContext): Part {
  const { pointer } = part.selection.kind === "list" ? part.selection : listRows(context.work, part);
  return { ...part, selection: { kind: "list", pointer: pointer + 4 * first, count: last - first } };
}

function firstPartWithoutRows(input: Relation): Part[] {
  return input.parts.slice(0, 1).map((part) => ({
    ...part,
    selection: { kind: "list", pointer: 0, count: 0 },
  }));
}

/** Selects rows at even distances, so that the result is reproducible. */
function sample(
  plan: LimitPlan,
  input: Relation,
  total: number,
  count: number,
  context: OperatorContext,
): Relation {
  if (count >= total) return { columns: plan.columns, parts: input.parts };
  const { work } = context;
  let seen = 0;
  let taken = 0;
  const parts = input.parts.map((part): Part => {
    const { pointer, count: rows } = listRows(work, part);
    const kept = work.take(Math.min(rows, count) * 4 + 4);
    let here = 0;
    while (taken < count) {
      work.tick(1);
      const at = Math.floor((taken * total) / count) - seen;
      if (at >= rows) break;
      work.arena.u32[(kept >>> 2) + here++] = work.arena.u32[(pointer >>> 2) + at]!;
      taken++;
    }
    seen += rows;
    return { ...part, selection: { kind: "list", pointer: kept, count: here } };
  });
  return { columns: plan.columns, parts };
}

/** Selects each row with its neighbours in the table, without duplicates. */
export function runContextRows(plan: ContextPlan, input: Relation, context: OperatorContext): Relation {
  const { work } = context;
  const parts = input.parts.map((part): Part => {
    const { pointer, count } = listRows(work, part);
    const rows: number[] = [];
    let next = 0;
    for (let at = 0; at < count; at++) {
      const row = work.arena.u32[(pointer >>> 2) + at]!;
      work.tick(1 + plan.before + plan.after);
      const last = Math.min(part.rowCount - 1, row + plan.after);
      for (let each = Math.max(next, row - plan.before); each <= last; each++) rows.push(each);
      next = Math.max(next, last + 1);
    }
    const list = work.take(rows.length * 4);
    rows.forEach((row, at) => work.arena.u32[(list >>> 2) + at] = row);
    return { ...part, selection: { kind: "list", pointer: list, count: rows.length } };
  });
  return { columns: plan.columns, parts };
}
