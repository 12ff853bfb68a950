/**
 * `unwind`: one row per stack frame.
 * @module
 */

import { powerOfTwo } from "../../../base/power_of_two.ts";
import { joinHalves } from "../../../base/u64.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import { frameName } from "../../execution/frame_name.ts";
import type { Part, Relation } from "../../execution/relation.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Constant } from "../../plan/values.ts";
import { storeConstants } from "../columns/constants.ts";
import { ROW_NUMBER_COLUMN, storeNumbers } from "../columns/materialize.ts";
import type { OperatorContext } from "../operator.ts";
import { eachStack } from "./stacks.ts";

/** One row per stack frame; adds or replaces `level addr func module file line`. */
export interface UnwindPlan extends Plan {
  readonly op: "unwind";
  readonly input: Plan;
  /** Column index of the stack id. */
  readonly stack: number;
}

/** One row per stack frame. */
export function runUnwind(plan: UnwindPlan, input: Relation, context: OperatorContext): Relation {
  const parts = input.parts.map((part) => unwindPart(plan, part, context));
  return { columns: plan.columns, parts };
}

/** Rows store the number of their frame; the facts about a frame are stored once. */
function unwindPart(plan: UnwindPlan, part: Part, context: OperatorContext): Part {
  const { work } = context;
  const { arena, pools: { stacks } } = work;
  let count = 0;
  eachStack(context, part, plan.stack, (_, stack) => count += stacks.depth(stack));
  const [rows, levels, codes] = [work.take(count * 4), work.take(count * 4), work.take(count * 4)];
  const distinct = new FrameNumbers();
  let at = 0;
  eachStack(context, part, plan.stack, (row, stack) => {
    const depth = stacks.depth(stack);
    work.tick(1 + depth);
    const { u32 } = arena;
    for (let level = 0; level < depth; level++, at++) {
      u32[(rows >>> 2) + at] = row;
      u32[(levels >>> 2) + at] = level;
      u32[(codes >>> 2) + at] = distinct.numberOf(stacks.frameAt(stack, level));
    }
  });
  const keys = storeNumbers(work, ROW_NUMBER_COLUMN, rows, count);
  const frames = storeNumbers(work, ROW_NUMBER_COLUMN, codes, count);
  const known = frameValues(distinct.frames, context);
  const columns = plan.columns.map((info): Column => {
    if (info.name === "level") return storeNumbers(work, info, levels, count);
    const values = known[info.name];
    if (values) {
      const column = storeConstants(info, values, context);
      return new LookupColumn(info, arena, frames, column, values.length);
    }
    const column = part.columns[plan.input.columns.findIndex((each) => each.name === info.name)]!;
    return new LookupColumn(column, arena, keys, column);
  });
  work.give(rows, levels, codes);
  return { columns, rowCount: count, selection: { kind: "all" }, source: null };
}

/** Numbers frames from 0, in order of first appearance. */
class FrameNumbers {
  /** Frame ids by number. */
  readonly frames: number[] = [];
  /** Number + 1 by frame id; 0 means not numbered. */
  #numbers = new Uint32Array(1024);

  numberOf(frame: number): number {
    if (frame >= this.#numbers.length) {
      const larger = new Uint32Array(powerOfTwo(frame + 1));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    if (this.#numbers[frame] === 0) this.#numbers[frame] = this.frames.push(frame);
    return this.#numbers[frame]! - 1;
  }
}

/** Facts about frames, by column name. */
function frameValues(
  frames: readonly number[],
  { work }: OperatorContext,
): Readonly<Record<string, readonly Constant[]>> {
  const { stacks, strings } = work.pools;
  work.tick(8 * frames.length);
  const known = frames.map((frame) => stacks.describeFrame(frame));
  const text = (code: number): Constant => (code === 0 ? null : strings.text(code));
  return {
    addr: known.map(({ hasAddr, addrLow, addrHigh }) => hasAddr ? joinHalves(addrLow, addrHigh) : null),
    // The name that func_at() and frames() give.
    func: known.map((frame) => frameName(frame, strings) || null),
    module: known.map(({ module }) => text(module)),
    offset: known.map(({ hasOffset, offsetLow, offsetHigh }) =>
      hasOffset ? joinHalves(offsetLow, offsetHigh) : null
    ),
    file: known.map(({ file }) => text(file)),
    line: known.map(({ line }) => line > 0 ? BigInt(line) : null),
  };
}
