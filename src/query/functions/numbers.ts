/**
 * Functions of numbers: `abs`, `bor`, `hex`.
 * @module
 */

import { hex as hexText } from "../../base/u64.ts";
import { MEASURES } from "../plan/types.ts";
import { bindOne, type QueryFunction, wantType } from "./function.ts";
import { checkRange } from "./arithmetic.ts";

/** A number without its sign. */
export const abs: QueryFunction = {
  name: "abs",
  usage: "abs(x)",
  summary: "A number without its sign",
  examples: ["diff (live @ 25%), (live @ 75%) by func | where abs(bytes_delta) > 1K"],
  parameters: ["x"],
  bind: bindOne("abs", MEASURES),
  evaluate: ([x]) => {
    if (typeof x === "number") return Math.abs(x);
    return (x as bigint) < 0n ? checkRange(-(x as bigint), "i64") : x!;
  },
};

/** Bits of any of several numbers. */
export const bor: QueryFunction = {
  name: "bor",
  usage: "bor(a, b, …)",
  summary: "Bits that are set in any of the numbers",
  examples: ["where bor(size, 1) == 33"],
  parameters: ["a", "b…"],
  showsLike: 0,
  bind(args, _, report) {
    const cast = args.map((arg) => wantType(arg, ["u64"], "Argument of bor()", report));
    return cast.some((arg) => arg === null) ? null : { type: "u64", args: cast.flatMap((arg) => arg ?? []) };
  },
  evaluate: (args) => args.reduce<bigint>((bits, arg) => bits | (arg as bigint), 0n),
};

/** A number as people write addresses. */
export const hex: QueryFunction = {
  name: "hex",
  usage: "hex(number)",
  summary: "A number in hexadecimal, as text",
  examples: ["select seq, hex(size)"],
  parameters: ["number"],
  bind: bindOne("hex", ["u64", "i64"], "text"),
  tellsApart: true,
  evaluate: ([number]) => hexText(number as bigint),
};
