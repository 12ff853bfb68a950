/**
 * Functions in SQL, by name. A call of a function that is missing here reports an error.
 * @module
 */

import type { CallExpr, Expr } from "../query/plan/expressions.ts";
import type { CallTexts, Expressions } from "./expressions.ts";
import { humanText } from "./human_text.ts";
import { STACK_FUNCTIONS } from "./stack_functions.ts";
import { TEXT_FUNCTIONS } from "./text_functions.ts";

const each = ({ args }: CallExpr, expressions: Expressions): string[] =>
  args.map((arg) => expressions.value(arg));

/** A value computed from arguments, null unless all of them are present. */
function ofAll({ args }: CallExpr, values: readonly string[], rest: string): string {
  const missing = args.flatMap((arg, at) => arg.op === "constant" ? [] : [`${values[at]} IS NULL`]);
  return `CASE ${missing.length === 0 ? "" : `WHEN ${missing.join(" OR ")} THEN NULL `}${rest} END`;
}

/**
 * Whether arguments have different types, which matters if numbers are compared and one of them is the
 * result.
 */
function areMixed({ args, type }: CallExpr): boolean {
  return args.some((arg) => arg.type !== type);
}

/** Arguments converted for comparison. */
function compared(call: CallExpr, expressions: Expressions): string[] {
  const { dialect, refuse } = expressions.to;
  if (!areMixed(call)) return each(call, expressions);
  if (call.type === "f64") {
    refuse(
      `${call.fn.name}() of whole numbers and fractions`,
      "engines round whole numbers there",
      call.span,
    );
  }
  return call.args.map((arg) => dialect.wide(expressions.value(arg)));
}

/** The smallest or largest of the arguments. */
function extreme(which: "least" | "greatest"): CallTexts[string] {
  return (call, expressions) => {
    const values = compared(call, expressions);
    const made = `${which}(${values.join(", ")})`;
    const best = areMixed(call) ? expressions.to.dialect.cast(made, call.type) : made;
    return call.args.every(({ op }) => op === "constant") ? best : ofAll(call, values, `ELSE ${best}`);
  };
}

/** Rounds down to a multiple of a positive step. */
function roundedDown(value: string, step: string, type: Expr["type"], expressions: Expressions): string {
  const { dialect } = expressions.to;
  if (type === "f64") return `(${dialect.floor(`${value} / ${step}`)} * ${step})`;
  if (type !== "i64") return dialect.arithmetic("*", type, dialect.quotient(value, step), step);
  const wide = dialect.wide(value);
  return dialect.cast(`(${wide} - ((${wide} % ${step}) + ${step}) % ${step})`, "i64");
}

const NUMBERS: CallTexts = {
  bucket: (call, expressions) => expressions.to.dialect.functions.highestBit(each(call, expressions)[0]!),
  bin: ({ args: [x, step], type }, expressions) =>
    roundedDown(expressions.value(x!), expressions.operand(step!), type, expressions),
  page: ({ args: [addr] }, expressions) => roundedDown(expressions.value(addr!), "4096", "u64", expressions),
  align({ args: [x, n] }, expressions) {
    const { dialect } = expressions.to;
    const [value, step] = [expressions.value(x!), expressions.operand(n!)];
    const wide = dialect.wide(value);
    const steps = dialect.quotient(`(${wide} + ${step} - 1)`, `nullif(${step}, 0)`);
    return dialect.cast(`(${steps} * ${dialect.wide(step)})`, "u64");
  },
  abs: (call, expressions) => {
    const [x] = each(call, expressions);
    if (call.type === "f64") return `abs(${x})`;
    const { cast, wide } = expressions.to.dialect;
    return call.type === "i64" ? cast(`abs(${wide(x!)})`, "i64") : x!;
  },
  bor: (call, expressions) =>
    each(call, expressions).reduce((left, right) =>
      expressions.to.dialect.arithmetic("|", "u64", left, right)
    ),
  log2(call, expressions) {
    const [value] = each(call, expressions);
    return `CASE WHEN ${value} > 0 THEN log2(${value}) END`;
  },
  clamp(call, expressions) {
    const values = compared(call, expressions);
    const [x, low, high] = values;
    const made = ofAll(
      call,
      values,
      `WHEN ${x} < ${low} THEN ${low} WHEN ${x} > ${high} THEN ${high} ELSE ${x}`,
    );
    return areMixed(call) ? expressions.to.dialect.cast(`(${made})`, call.type) : made;
  },
  delta({ args, type }, expressions) {
    const { dialect } = expressions.to;
    const [a, b] = args.map((arg) => expressions.value(arg));
    if (type === "f64") return `(${a} - ${b})`;
    return dialect.cast(`(${dialect.wide(a!)} - ${dialect.wide(b!)})`, "i64");
  },
  round(call, expressions) {
    const { args: [x, digits], type } = call;
    const { dialect } = expressions.to;
    const count = Number(expressions.constant(digits));
    const value = expressions.value(x!);
    if (type === "f64") {
      const unit = `1e${Math.abs(count)}`;
      const size = `abs(${value})`;
      const half = (scaled: string): string => dialect.floor(`${scaled} + 0.5`);
      const rounded = count < 0
        ? `${half(`${size} / ${unit}`)} * ${unit}`
        : `${half(`${size} * ${unit}`)} / ${unit}`;
      return `(CASE WHEN ${value} < 0 THEN -(${rounded}) ELSE ${rounded} END)`;
    }
    if (count >= 0) return value;
    const unit = 10n ** BigInt(-count);
    const wide = dialect.wide(value);
    const nearest = (sign: string): string =>
      `(${dialect.quotient(`(${sign}${wide} + ${unit / 2n})`, `${unit}`)} * ${unit})`;
    if (type === "u64") return dialect.cast(nearest(""), "u64");
    return dialect.cast(`CASE WHEN ${value} < 0 THEN -${nearest("-")} ELSE ${nearest("")} END`, "i64");
  },
  hex(call, expressions) {
    const { args: [x] } = call;
    const { dialect } = expressions.to;
    const { functions } = dialect;
    const value = expressions.value(x!);
    if (x!.type !== "i64") return functions.concat(dialect.text("0x"), functions.hex(value));
    const size = dialect.cast(`abs(${dialect.wide(value)})`, "u64");
    const sign = `CASE WHEN ${value} < 0 THEN ${dialect.text("-0x")} ELSE ${dialect.text("0x")} END`;
    return functions.concat(`(${sign})`, functions.hex(size));
  },
};

const CHOICES: CallTexts = {
  coalesce: (call, expressions) => `coalesce(${each(call, expressions).join(", ")})`,
  if: ({ args: [condition, then, otherwise] }, expressions) =>
    `CASE WHEN ${expressions.test(condition!)} THEN ${expressions.value(then!)} ELSE ${
      expressions.value(otherwise!)
    } END`,
  min: extreme("least"),
  max: extreme("greatest"),
};

const LOOKS_INTO_PROGRAMS = "it needs the program, which a dataset does not contain";

/** Reasons why functions have no SQL. */
const REASONS: Readonly<Record<string, string>> = {
  symbol: LOOKS_INTO_PROGRAMS,
  source: LOOKS_INTO_PROGRAMS,
};

const FUNCTIONS: CallTexts = {
  human: humanText,
  ...NUMBERS,
  ...CHOICES,
  ...TEXT_FUNCTIONS,
  ...STACK_FUNCTIONS,
};

/** Translates a call. */
export function callText(call: CallExpr, expressions: Expressions): string {
  const { name } = call.fn;
  if (!Object.hasOwn(FUNCTIONS, name)) {
    expressions.to.refuse(`${name}()`, REASONS[name] ?? "no engine has this function", call.span);
  }
  const text = FUNCTIONS[name]!(call, expressions);
  return text.startsWith("CASE ") ? `(${text})` : text;
}
