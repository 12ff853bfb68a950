/**
 * Functions that round to steps: `bucket`, `bin`, `page`, `align`.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Column } from "../../tables/column.ts";
import { Mapping } from "../execution/kernels/compute_layout.ts";
import type { ColumnMaker } from "../plan/row_function.ts";
import { MEASURES } from "../plan/types.ts";
import {
  bindOnlyArgument,
  castArgument,
  castToCommonType,
  type QueryFunction,
  refuse,
  requireConstant,
} from "./function.ts";
import { checkRange } from "./arithmetic.ts";

const PAGE = 0x1000n;

/** The size class of a number: its power of two. */
export const bucket: QueryFunction = {
  name: "bucket",
  usage: "bucket(size)",
  summary: "The power of two below a number: floor(log2), and 0 for 0",
  examples: ["bucket(size) == 10", "by bucket(size)"],
  parameters: ["size"],
  bind: bindOnlyArgument("bucket", ["u64"], "u64", { display: "bucket" }),
  // 0 is written with one digit too, so it falls into the bucket of 1.
  evaluate: ([size]) => BigInt((size as bigint).toString(2).length - 1),
  column: ([size], type, maker) => maker.makeMapped(type, size!.column, Mapping.PowerBelow, 0n),
};

/** A number rounded down to a multiple of a step. */
export const bin: QueryFunction = {
  name: "bin",
  usage: "bin(x, step)",
  summary: "A number or time rounded down to a multiple of a step",
  examples: ["by bin(size, 1K)", "by bin(seq, 1000): sum(size)"],
  parameters: ["x", "step"],
  showsLike: 0,
  bind(args, _, report) {
    const x = castArgument(args[0]!, MEASURES, "Argument of bin()", report);
    if (x === null) return null;
    const step = requireConstant(args[1]!, "Step of bin()", report);
    if (step === null) return null;
    if (Number(step.value) <= 0) return refuse(report, "Q211", "Step of bin() is not above 0", step.span);
    if (step.type !== x.type && (step.type === "time" || x.type === "time")) {
      const hint = x.type === "time" ? "a duration has a unit: 250ms" : undefined;
      return refuse(report, "Q206", "Step of bin() has a different type than its values", step.span, hint);
    }
    return castToCommonType([x, step], report);
  },
  evaluate: ([x, step]) => {
    if (typeof x === "number") return Math.floor(x / (step as number)) * (step as number);
    const rest = (x as bigint) % (step as bigint);
    return (x as bigint) - (rest < 0n ? rest + (step as bigint) : rest);
  },
  loop: { kind: "roundDown" },
  column([x, step], type, maker) {
    const size = step!.constant;
    if (type === "f64" || type === "i64" || typeof size !== "bigint") return null;
    return roundedDown(maker, x!.column, type, size);
  },
};

/** The page that contains an address. */
export const page: QueryFunction = {
  name: "page",
  usage: "page(addr)",
  summary: "The start of the 4 KB page of an address",
  examples: ["by page(addr)"],
  parameters: ["addr"],
  bind: bindOnlyArgument("page", ["u64"], "u64", { display: "hex" }),
  evaluate: ([addr]) => (addr as bigint) & ~(PAGE - 1n),
  loop: { kind: "roundDown", by: PAGE },
  column: ([addr], type, maker) => roundedDown(maker, addr!.column, type, PAGE),
};

/** A number rounded up to a multiple. */
export const align: QueryFunction = {
  name: "align",
  usage: "align(x, n)",
  summary: "A number rounded up to a multiple of n",
  examples: ["summarize blocks = sum(align(size, 16))"],
  parameters: ["x", "n"],
  showsLike: 0,
  bind(args, _, report) {
    const x = castArgument(args[0]!, ["u64"], "First argument of align()", report);
    const n = castArgument(args[1]!, ["u64"], "Second argument of align()", report);
    if (x === null || n === null) return null;
    if (n.op === "constant" && n.value === 0n) {
      return refuse(report, "Q211", "The step must not be 0", n.span);
    }
    return { type: "u64", args: [x, n] };
  },
  evaluate: ([x, n]) => {
    if (n === 0n) return null;
    const rest = (x as bigint) % (n as bigint);
    return rest === 0n ? x! : checkRange((x as bigint) - rest + (n as bigint), "u64");
  },
};

/** Creates a column rounded down to a multiple of a step. */
function roundedDown(maker: ColumnMaker, operand: Column, type: ColumnType, step: bigint): Column {
  return maker.makeMapped(type, operand, Mapping.RoundDown, step);
}
