/**
 * Text functions in SQL.
 * @module
 */

import { readTemplate } from "../query/functions/template.ts";
import type { CallExpr, Expr } from "../query/plan/expressions.ts";
import type { CallTexts, Expressions } from "./expressions.ts";
import { mayBeAbsent, portableRegex } from "./patterns.ts";

const one =
  (write: (text: string, expressions: Expressions) => string): CallTexts[string] => ({ args }, expressions) =>
    write(expressions.value(args[0]!), expressions);

/** The last part of a path. */
const lastPart = (path: string, expressions: Expressions): string =>
  expressions.to.dialect.functions.extract(path, "([^/]*)\\z", 1);

/** A value formatted for a text. */
function shown(arg: Expr, expressions: Expressions): string {
  const { functions } = expressions.to.dialect;
  return arg.type === "text" ? expressions.value(arg) : functions.toText(expressions.value(arg), arg.type);
}

/** Formats a time as hours, minutes, seconds and as many decimals as needed. */
function clock(call: CallExpr, expressions: Expressions): string {
  const { dialect } = expressions.to;
  const { functions, quotient, text } = dialect;
  const time = expressions.value(call.args[0]!);
  const two = (value: string): string => functions.padLeft(functions.toText(value, "time"), 2, "0");
  const parts = [
    two(quotient(time, "3600000000000")),
    text(":"),
    two(`(${quotient(time, "60000000000")} % 60)`),
    text(":"),
    two(`(${quotient(time, "1000000000")} % 60)`),
    text("."),
  ];
  const digits = functions.padLeft(functions.toText(`(${time} % 1000000000)`, "time"), 9, "0");
  const cut = (count: string): string => functions.substr(digits, "1", count);
  const decimals =
    `CASE WHEN ${time} % 1000000 = 0 THEN ${cut("3")} WHEN ${time} % 1000 = 0 THEN ${cut("6")} ` +
    `ELSE ${digits} END`;
  return functions.concat(...parts, `(${decimals})`);
}

function substr({ args: [text, start, most], span }: CallExpr, expressions: Expressions): string {
  const { functions } = expressions.to.dialect;
  const value = expressions.value(text!);
  const from = expressions.constant(start);
  if (from === undefined) expressions.to.refuse("substr()", "its start differs from row to row", span);
  const count = most === undefined ? "2147483647" : expressions.operand(most);
  const first = Number(from);
  if (first >= 0) return functions.substr(value, `${first + 1}`, count);
  const length = expressions.to.dialect.cast(functions.length(value), "i64");
  const place = `greatest(${length} - ${-first}, 0) + 1`;
  return functions.substr(value, place, count);
}

function replace({ args: [text, from, to, flags], span }: CallExpr, expressions: Expressions): string {
  const { functions, text: literal } = expressions.to.dialect;
  const value = expressions.value(text!);
  if (flags === undefined) return functions.replace(value, expressions.value(from!), expressions.value(to!));
  const replacement = expressions.constant(to);
  if (replacement === undefined) {
    expressions.to.refuse("replace()", "the replacement for a pattern must be the same in every row", span);
  }
  const regex = portableRegex(expressions.constant(from)!, expressions.constant(flags) ?? "", from!.span);
  if (new RegExp(expressions.constant(from)!, expressions.constant(flags) ?? "").test("")) {
    expressions.to.refuse("replace()", "engines differ if nothing is found", from!.span);
  }
  return functions.replaceRegex(value, regex, literal(replacement.replaceAll("\\", "\\\\")));
}

const signOf = (number: string): string => `(CASE WHEN ${number} < 0 THEN '-' ELSE '' END)`;

function format({ args: [template, ...values], span }: CallExpr, expressions: Expressions): string {
  const { functions, text } = expressions.to.dialect;
  let next = 0;
  const parts = readTemplate(expressions.constant(template)!).map((piece) => {
    if (typeof piece === "string") return text(piece);
    const arg = values[next++]!;
    const { kind, width, side, zeros, decimals } = piece;
    let value = shown(arg, expressions);
    if (kind === "x") {
      const { cast, wide } = expressions.to.dialect;
      const number = expressions.value(arg);
      value = arg.type === "u64"
        ? functions.hex(number)
        : functions.concat(signOf(number), functions.hex(cast(`abs(${wide(number)})`, "u64")));
    } else if (kind === "f") {
      if (arg.type === "f64") {
        expressions.to.refuse(`{:.${decimals}f}`, "engines round fractions in different ways", span);
      }
      if (decimals > 0) value = functions.concat(value, text(`.${"0".repeat(decimals)}`));
    }
    if (width === 0) return value;
    const isNumber = arg.type !== "text" && arg.type !== "bool" && arg.type !== "bytes";
    if (zeros && isNumber && side === null) {
      const filled = functions.padLeft(value, width, "0");
      if (arg.type === "u64" || arg.type === "time") return filled;
      const size = functions.padLeft(
        functions.replace(value, text("-"), text("")),
        Math.max(0, width - 1),
        "0",
      );
      return `(CASE WHEN ${expressions.value(arg)} < 0 THEN ${
        functions.concat(text("-"), size)
      } ELSE ${filled} END)`;
    }
    return (side === null ? isNumber : side === "right")
      ? functions.padLeft(value, width, " ")
      : functions.padRight(value, width);
  });
  return parts.length === 1 ? parts[0]! : functions.concat(...parts);
}

/** Text functions in SQL, by their names in Quarry. */
export const TEXT_FUNCTIONS: CallTexts = {
  text: clock,
  lower: one((text, { to }) => to.dialect.functions.lower(text)),
  upper: one((text, { to }) => to.dialect.functions.upper(text)),
  len: one((text, { to }) => to.dialect.functions.length(text)),
  substr,
  replace,
  format,
  full: one((text) => text),
  concat: ({ args }, expressions) =>
    expressions.to.dialect.functions.concat(...args.map((arg) => shown(arg, expressions))),
  base: one((path, expressions) => lastPart(withoutTrailingSlashes(path, expressions), expressions)),
  dir: one((path, expressions) => {
    const { functions, text } = expressions.to.dialect;
    const short = withoutTrailingSlashes(path, expressions);
    const before = functions.extract(short, "\\A(?s:(.*))/[^/]*\\z", 1);
    return `CASE WHEN ${path} IS NULL THEN NULL WHEN ${before} = '' THEN ${text("/")} ` +
      `ELSE coalesce(${before}, '') END`;
  }),
  ext: one((path, expressions) => {
    const { functions } = expressions.to.dialect;
    const name = lastPart(path, expressions);
    return `CASE WHEN ${path} IS NULL THEN NULL ELSE coalesce(${
      functions.extract(name, "\\A(?s:.+)\\.([^.]*)\\z", 1)
    }, '') END`;
  }),
  extract({ args: [text, source, group, flags] }, expressions) {
    const regex = portableRegex(
      expressions.constant(source)!,
      expressions.constant(flags) ?? "",
      source!.span,
    );
    const number = Number(expressions.constant(group) ?? "0");
    if (number > 0 && mayBeAbsent(expressions.constant(source)!, number)) {
      expressions.to.refuse(
        "extract()",
        "a group without a match is empty in engines but null in Quarry",
        source!.span,
      );
    }
    return expressions.to.dialect.functions.extract(expressions.value(text!), regex, number);
  },
  split({ args: [text, separator, number], span }, expressions) {
    const place = expressions.constant(number);
    if (place === undefined) expressions.to.refuse("split()", "its number differs from row to row", span);
    const n = Number(place);
    const parts = [expressions.value(text!), expressions.value(separator!)] as const;
    return expressions.to.dialect.functions.split(...parts, n < 0 ? n : n + 1);
  },
  to_number({ args: [text, kind], type }, expressions) {
    const { dialect } = expressions.to;
    const value = expressions.value(text!);
    if (expressions.constant(kind) === "fraction") {
      const form = "\\A[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,4})?\\z";
      const number = dialect.functions.toNumber(value, type);
      return `CASE WHEN ${
        dialect.matches(value, form)
      } AND abs(${number}) <= 1.7976931348623157e308 THEN ${number} END`;
    }
    if (expressions.constant(kind) === "signed") {
      expressions.to.refuse(
        "to_number() with a sign",
        "engines cannot read hexadecimal numbers that have one",
        text!.span,
      );
    }
    const digits = dialect.functions.replaceRegex(value, "\\A[+]?0[xX]0*", dialect.text(""));
    const hex = dialect.functions.fromHex(`coalesce(nullif(${digits}, ''), '0')`);
    return `CASE WHEN ${dialect.matches(value, "\\A[+]?\\d{1,40}\\z")} THEN ${
      dialect.functions.toNumber(value, type)
    } WHEN ${dialect.matches(value, "\\A[+]?0[xX][0-9a-fA-F]{1,40}\\z")} THEN ${hex} ` +
      `WHEN ${dialect.matches(value, "\\A-(?:0+|0[xX]0+)\\z")} THEN ${dialect.literal(0n, type)} END`;
  },
};

/** Removes trailing slashes. */
function withoutTrailingSlashes(path: string, expressions: Expressions): string {
  const { functions, text } = expressions.to.dialect;
  return functions.replaceRegex(path, "/+\\z", text(""));
}
