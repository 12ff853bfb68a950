/**
 * Translates call arguments by name, such as `arg("target")`. In a dataset they are rows of the table `args`.
 * @module
 */

import type { FamilyExpr } from "../query/plan/expressions.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import { CALL_TEXTS_TABLE } from "../engine/dataset/dataset_tables.ts";
import type { Expressions, KeyedValue } from "./expressions.ts";
import type { Translation } from "./translation.ts";

const ARGS = "args";
/** Properties of whole calls: columns of `call_texts`. */
const WHOLE = new Set(["args", "normal", "redundant"]);
/** The name of the return value in `args`. */
const RETURNED = "return";
/** Columns that hold a value, by the requested type. */
const COLUMNS: Readonly<Partial<Record<ColumnType, string>>> = {
  u64: "unsigned",
  i64: "number",
  text: "value",
};
/** Argument functions whose values are columns of `args`. */
const SHOWN = new Set(["arg", "number", "signed", "unsigned", "text", "ret"]);

/** The named argument of a call, in the requested type. */
export function argumentValue(expr: FamilyExpr, expressions: Expressions): string {
  const { to } = expressions;
  const { family, argument, span, type } = expr;
  const what = argument === "" ? family : `${family}("${argument}")`;
  if (WHOLE.has(family)) return wholeCall(expr, family, expressions);
  if (family === "text" && (argument === "args" || argument === "ret")) {
    return wholeCall(expr, argument, expressions);
  }
  const column = COLUMNS[type];
  if (!SHOWN.has(family) || column === undefined) {
    return to.refuse(what, REASONS[family] ?? FRACTIONS, span, "run the query on the trace in Quarry");
  }
  if (to.dataset.traces(ARGS)?.length === 0) {
    return to.refuse(what, "the dataset has no table args, which contains arguments", span);
  }
  const name = family === "ret" ? RETURNED : argument;
  const { dialect } = to;
  const call = callPlace(expr, ARGS, expressions);
  // If several arguments have the same name, the first one is used, even if it has no value of this type.
  const place = `coalesce(${to.quote("position")}, ${dialect.literal(0n, "u64")})`;
  const first = (value: string): string =>
    expressions.lookUp({
      ...call,
      value: dialect.firstBy(value, [{ sql: place, descending: false }], "TRUE"),
      where: `arg = ${dialect.text(name)}`,
    });
  if (type !== "text") return first(column);
  const { plain, isCut } = unquoted(to);
  return dialect.unless(first(isCut), CUT, first(plain));
}

/** Looks up the calls of these rows in another table. */
function callPlace(
  { family, span }: FamilyExpr,
  table: string,
  expressions: Expressions,
): Pick<KeyedValue, "from" | "keys"> {
  const { to } = expressions;
  const { from, trace } = to.table(table);
  const [no, own] = [expressions.named("no"), expressions.named("trace")];
  if (no === undefined || own === undefined) {
    return to.refuse(family, "these rows do not identify their calls", span);
  }
  return { from, keys: [[own, trace], [no, "no"]] };
}

/** A text or boolean about a whole call, which is a row of `call_texts`. */
function wholeCall(expr: FamilyExpr, column: string, expressions: Expressions): string {
  const { to } = expressions;
  if (to.dataset.traces(CALL_TEXTS_TABLE)?.length === 0) {
    return to.refuse(
      expr.family,
      `the dataset has no table ${CALL_TEXTS_TABLE}`,
      expr.span,
      "export the dataset again",
    );
  }
  return expressions.lookUp({
    ...callPlace(expr, CALL_TEXTS_TABLE, expressions),
    value: to.dialect.some(to.quote(column)),
    where: "",
  });
}

const CUT = "args does not store every character of a text argument";

/**
 * Unquotes a text of `args`, where quotes and backslashes are escaped with a backslash. Non-ASCII characters,
 * NUL and Windows line ends cannot be restored.
 */
function unquoted(to: Translation): { readonly plain: string; readonly isCut: string } {
  const { dialect } = to;
  const { functions, text } = dialect;
  const quote = (name: string): string => to.quote(name);
  const value = quote("value");
  const length = functions.length(value);
  const inner = functions.substr(value, "2", dialect.toInt(`(${length} - 2)`));
  const [mark, backslash, doubled] = [text("\u0001"), text("\\"), text("\\\\")];
  const marked = functions.replace(
    functions.replace(inner, doubled, mark),
    text('\\"'),
    text('"'),
  );
  const whole = functions.replace(marked, mark, backslash);
  const isText = `${quote("type")} = 'string'`;
  return {
    plain: `CASE WHEN ${isText} THEN nullif(${whole}, '') ELSE ${value} END`,
    isCut: `CASE WHEN ${isText} THEN ${dialect.contains(marked, "\\")} OR ` +
      `${functions.length(whole)} <> ${quote("bytes")} ELSE FALSE END`,
  };
}

const FRACTIONS = "fractions have only 7 or 16 digits in args, which is not exact";

/** Reasons why other argument functions have no SQL. */
const REASONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "f32", "f64", "bytes", "chars"].map((each) =>
      [each, "a dataset does not contain the memory that arguments point to"] as const
    ),
  ),
};
