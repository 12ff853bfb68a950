/**
 * Functions on numbers: classes, steps, pages, bits, and how they are shown.
 * @module
 */

import { hex } from "../../base/u64.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Constant } from "../plan/values.ts";
import { refuse, wantConstant, wantSame, wantType } from "./arguments.ts";
import { checkRange } from "./arithmetic.ts";
import type { FunctionDef } from "./function.ts";
import { humanDuration, humanNumber } from "./human.ts";

const MEASURES: readonly ColumnType[] = ["u64", "i64", "f64", "time"];

/** Functions of numbers. */
export const numberFunctions: readonly FunctionDef[] = [
  {
    name: "hex",
    usage: "hex(number)",
    summary: "A number in hexadecimal, as text",
    examples: ["select seq, hex(size)"],
    parameters: ["number"],
    bind(args, _, report) {
      const number = wantType(args[0]!, ["u64", "i64"], "Argument of hex()", report);
      return number && { type: "text", args: [number] };
    },
    evaluate: ([number]) => (number as bigint) < 0n ? `-${hex(-(number as bigint))}` : hex(number as bigint),
  },
  {
    name: "human",
    usage: "human(number)",
    summary: "A size or a duration in readable form: 4.0K, 1.5s",
    examples: ["leaks | by file | extend size = human(bytes)"],
    parameters: ["number"],
    bind(args, _, report) {
      const number = wantType(args[0]!, MEASURES, "Argument of human()", report);
      if (number === null) return null;
      // A bigint does not tell what it counts: the second argument does.
      const unit = number.type === "time" ? "time" : "size";
      return {
        type: "text",
        args: [number, { op: "constant", value: unit, type: "text", span: number.span }],
      };
    },
    evaluate: ([number, unit]) =>
      unit === "time" ? humanDuration(number as bigint) : humanNumber(Number(number)),
  },
  {
    name: "bucket",
    usage: "bucket(size)",
    summary: "The power of two below a number: floor(log2), and 0 for 0",
    examples: ["bucket(size) == 10", "by bucket(size)"],
    parameters: ["size"],
    kernel: "bucket",
    bind(args, _, report) {
      const size = wantType(args[0]!, ["u64"], "Argument of bucket()", report);
      return size && { type: "u64", display: "bucket", args: [size] };
    },
    evaluate: ([size]) => bucketOf(size as bigint),
  },
  {
    name: "bin",
    usage: "bin(x, step)",
    summary: "A number or time rounded down to a multiple of a step",
    examples: ["by bin(size, 1K)", "by bin(seq, 1000): sum(size)"],
    parameters: ["x", "step"],
    showsLike: 0,
    kernel: "bin",
    bind(args, _, report) {
      const x = wantType(args[0]!, MEASURES, "Argument of bin()", report);
      if (x === null) return null;
      const step = wantConstant(args[1]!, "Step of bin()", report);
      if (step === null) return null;
      if (step.op === "constant" && Number(step.value) <= 0) {
        return refuse(report, "Q211", "Step of bin() is not above 0", step.span);
      }
      const hint = x.type === "time" ? "a duration has a unit: 250ms" : undefined;
      const same = step.type === "time" || x.type === "time" ? step.type === x.type : true;
      if (!same) {
        return refuse(report, "Q206", "Step of bin() has a different type than its values", step.span, hint);
      }
      return wantSame([x, step], report);
    },
    evaluate: ([x, step]) => {
      if (typeof x === "number") return Math.floor(x / (step as number)) * (step as number);
      const rest = (x as bigint) % (step as bigint);
      return (x as bigint) - (rest < 0n ? rest + (step as bigint) : rest);
    },
  },
  {
    name: "page",
    usage: "page(addr)",
    summary: "The start of the 4 KB page of an address",
    examples: ["by page(addr)"],
    parameters: ["addr"],
    kernel: "page",
    bind(args, _, report) {
      const addr = wantType(args[0]!, ["u64"], "Argument of page()", report);
      return addr && { type: "u64", display: "hex", args: [addr] };
    },
    evaluate: ([addr]) => (addr as bigint) & ~0xfffn,
  },
  {
    name: "align",
    usage: "align(x, n)",
    summary: "A number rounded up to a multiple of n",
    examples: ["summarize blocks = sum(align(size, 16))"],
    parameters: ["x", "n"],
    showsLike: 0,
    kernel: "align",
    bind(args, _, report) {
      const x = wantType(args[0]!, ["u64"], "First argument of align()", report);
      const n = wantType(args[1]!, ["u64"], "Second argument of align()", report);
      if (x === null || n === null) return null;
      if (n.op === "constant" && n.value === 0n) {
        return refuse(report, "Q211", "A step of 0 has no multiples", n.span);
      }
      return { type: "u64", args: [x, n] };
    },
    evaluate: ([x, n]) => {
      if (n === 0n) return null;
      const rest = (x as bigint) % (n as bigint);
      return rest === 0n ? x! : checkRange((x as bigint) - rest + (n as bigint), "u64");
    },
  },
  {
    name: "abs",
    usage: "abs(x)",
    summary: "A number without its sign",
    examples: ["diff (live @ 25%), (live @ 75%) by func | where abs(bytes_delta) > 1K"],
    parameters: ["x"],
    kernel: "abs",
    bind(args, _, report) {
      const x = wantType(args[0]!, MEASURES, "Argument of abs()", report);
      return x && { type: x.type, args: [x] };
    },
    evaluate: ([x]) => {
      if (typeof x === "number") return Math.abs(x);
      return (x as bigint) < 0n ? checkRange(-(x as bigint), "i64") : x!;
    },
  },
  {
    name: "bor",
    usage: "bor(a, b, …)",
    summary: "Bits that are set in any of the numbers",
    examples: ["where bor(size, 1) == 33"],
    parameters: ["a", "b…"],
    showsLike: 0,
    kernel: "bor",
    bind(args, _, report) {
      const cast = args.map((arg) => wantType(arg, ["u64"], "Argument of bor()", report));
      return cast.some((arg) => arg === null)
        ? null
        : { type: "u64", args: cast.flatMap((arg) => arg ?? []) };
    },
    evaluate: (args) => args.reduce<bigint>((bits, arg) => bits | (arg as bigint), 0n),
  },
];

/** 0 has one digit too, so its bucket is that of 1. */
function bucketOf(size: bigint): bigint {
  return BigInt(size.toString(2).length - 1);
}

/** The order of two values of one type. */
export function compareValues(a: Exclude<Constant, null>, b: Exclude<Constant, null>): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
