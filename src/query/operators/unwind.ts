/**
 * `unwind`: frames of stacks.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import type { Part, Relation } from "../execution/relation.ts";
import type { Plan } from "../plan/plan.ts";
import type { Constant } from "../plan/values.ts";
import { storeConstants } from "./aggregate.ts";
import type { OperatorContext } from "./operator.ts";
import { stacksOf } from "./stacks.ts";

/** One row per stack frame; adds or replaces `level addr func module file line`. */
export interface UnwindPlan extends Plan {
  readonly op: "unwind";
  readonly input: Plan;
  /** Column number of the stack id. */
  readonly stack: number;
}

/** One row per stack frame. */
export function runUnwind(plan: UnwindPlan, input: Relation, context: OperatorContext): Relation {
  const { work } = context;
  const { stacks, strings, arena } = work.pools;
  const parts = input.parts.map((part): Part => {
    const rows: Constant[] = [];
    const lists: Record<string, Constant[]> = {
      level: [],
      addr: [],
      func: [],
      module: [],
      offset: [],
      file: [],
      line: [],
    };
    const text = (code: number): Constant => (code === 0 ? null : strings.text(code));
    for (const { row, stack } of stacksOf(context, part, plan.stack)) {
      work.did(1 + 8 * stacks.depth(stack));
      for (let level = 0; level < stacks.depth(stack); level++) {
        const frame = stacks.describeFrame(stacks.frameAt(stack, level));
        rows.push(BigInt(row));
        lists["level"]!.push(BigInt(level));
        lists["addr"]!.push(frame.hasAddr ? joinHalves(frame.addrLow, frame.addrHigh) : null);
        lists["func"]!.push(text(frame.func));
        lists["module"]!.push(text(frame.module));
        lists["offset"]!.push(frame.hasOffset ? joinHalves(frame.offsetLow, frame.offsetHigh) : null);
        lists["file"]!.push(text(frame.file));
        lists["line"]!.push(frame.line > 0 ? BigInt(frame.line) : null);
      }
    }
    const count = rows.length;
    const keys = storeConstants({ name: "", type: "u64", display: "plain" }, rows, context);
    const columns = plan.columns.map((info): Column => {
      const list = lists[info.name];
      if (list) return storeConstants(info, list, context);
      const at = plan.input.columns.findIndex((each) => each.name === info.name);
      const column = part.columns[at]!;
      return new LookupColumn(column, arena, keys, column);
    });
    return { columns, rowCount: count, selection: { kind: "all" }, source: null };
  });
  return { columns: plan.columns, parts };
}
