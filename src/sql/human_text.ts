/**
 * `human()` in SQL: sizes and times with one decimal.
 * @module
 */

import type { Expr } from "../query/plan/expressions.ts";
import type { CallTexts, Expressions } from "./expressions.ts";

const SIZES = ["K", "M", "G", "T", "P", "E"];
const TIMES: readonly (readonly [number, string])[] = [
  [3.6e12, "h"],
  [6e10, "m"],
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "us"],
];
/** From this value on, floats have no fraction. */
const WHOLE = 2 ** 52;
/** A size from this value on uses the next unit, since it would be printed as 1024.0. */
const NEXT = 1023.95;

/** A size in units of 1024, or a time in its unit. */
export const humanText: CallTexts[string] = ({ args: [number, unit], span }, expressions) => {
  if (number!.type === "f64") {
    expressions.to.refuse(
      "human() of a fraction",
      "engines round fractions in different ways",
      span,
      "round(x) first",
    );
  }
  const value = expressions.value(number!);
  return expressions.constant(unit) === "time"
    ? duration(value, expressions)
    : size(value, number!.type, expressions);
};

function size(value: string, type: Expr["type"], expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { functions, text } = dialect;
  const isSigned = type === "i64";
  const whole = isSigned ? dialect.cast(`abs(${dialect.wide(value)})`, "u64") : value;
  const double = dialect.cast(whole, "f64");
  const cases = SIZES.map((unit, at) => {
    const scaled = `(${double} / ${dialect.literal(1024 ** (at + 1), "f64")})`;
    const shown = functions.concat(tenths(scaled, expressions), text(unit));
    return at === SIZES.length - 1
      ? `ELSE ${shown}`
      : `WHEN ${scaled} < ${dialect.literal(NEXT, "f64")} THEN ${shown}`;
  });
  const shown = `CASE WHEN ${whole} IS NULL THEN NULL WHEN ${double} < ${dialect.literal(1024, "f64")} THEN ${
    functions.toText(whole, "u64")
  } ${cases.join(" ")} END`;
  if (!isSigned) return shown;
  return functions.concat(`(CASE WHEN ${value} < 0 THEN ${text("-")} ELSE ${text("")} END)`, `(${shown})`);
}

function duration(value: string, expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { functions, text } = dialect;
  const cases = TIMES.map(([length, unit]) => {
    const scaled = `(${dialect.cast(value, "f64")} / ${dialect.literal(length, "f64")})`;
    return `WHEN ${dialect.cast(value, "f64")} >= ${dialect.literal(length, "f64")} THEN ${
      functions.concat(tenths(scaled, expressions), text(unit))
    }`;
  });
  return `CASE WHEN ${value} IS NULL THEN NULL ${cases.join(" ")} ELSE ${
    functions.concat(functions.toText(value, "time"), text("ns"))
  } END`;
}

/** Formats a float with one decimal, rounded as in JavaScript: by its exact value, halves upwards. */
function tenths(value: string, expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { cast, quotient, wide, functions } = dialect;
  const whole = wide(cast(`floor(${value})`, "i64"));
  const part = wide(cast(`((${value} - floor(${value})) * ${dialect.literal(WHOLE, "f64")})`, "i64"));
  const rounded = `(${whole} * 10 + ${quotient(`(${part} * 10 + ${WHOLE / 2})`, `${WHOLE}`)})`;
  return functions.concat(
    functions.toText(cast(`(${quotient(rounded, "10")})`, "i64"), "i64"),
    dialect.text("."),
    functions.toText(cast(`(${rounded} % 10)`, "i64"), "i64"),
  );
}
