/**
 * Functions that build text from several values: `concat`, `format`.
 * @module
 */

import { timeText } from "../../base/time_text.ts";
import type { Expr } from "../plan/expressions.ts";
import type { RowFunction } from "../plan/row_function.ts";
import {
  castArgument,
  type FunctionResult,
  type QueryFunction,
  refuse,
  type ReportArgument,
  requireConstant,
} from "./function.ts";
import { readTemplate, type TemplatePart, writePiece } from "./template.ts";

/** Formats a time as shown on screen; the value alone does not tell that it is a time. */
const shownTime: RowFunction = { name: "text", evaluate: ([time]) => timeText(time as bigint) };

/** Checks that an argument can be written as text; null after reporting an error. */
function writable(arg: Expr, what: string, report: ReportArgument): Expr | null {
  if (arg.type === "bytes") return refuse(report, "Q206", `${what} is bytes, not text`, arg.span);
  if (arg.type !== "time") return arg;
  return { op: "call", fn: shownTime, args: [arg], type: "text", span: arg.span };
}

/** Concatenates values as text. */
export const concat: QueryFunction = {
  name: "concat",
  usage: "concat(a, b, …)",
  summary: "Concatenates values as text; null if one of them is null",
  examples: ['by concat(file, ":", line)', 'leaks | by concat(func, "@", coalesce(file, "?"))'],
  parameters: ["a", "b…"],
  joins: true,
  bind(args, _, report) {
    const values = args.map((arg) => writable(arg, "Argument of concat()", report));
    if (values.includes(null)) return null;
    // Nested `concat` calls are flattened into one.
    const flat = (values as Expr[]).flatMap((each) =>
      each.op === "call" && each.fn === concat ? each.args : [each]
    );
    return { type: "text", args: flat };
  },
  evaluate: (args) => args.join(""),
};

/** Cache of parsed templates by their text; a query has few. */
const read = new Map<string, readonly TemplatePart[]>();

function piecesOf(template: string): readonly TemplatePart[] {
  let pieces = read.get(template);
  if (pieces === undefined) {
    if (read.size > 100) read.clear();
    pieces = readTemplate(template);
    read.set(template, pieces);
  }
  return pieces;
}

/** Inserts values into a template. */
export const format: QueryFunction = {
  name: "format",
  usage: "format(template, a, …)",
  summary:
    "A template whose {} are replaced by values; {:x} is hexadecimal, {:8} and {:<8} have a width, {:.2f} decimals",
  examples: [
    'select format("{}:{} {:>8}", file, line, size)',
    'allocs | take 3 | select format("{:x} {:.1f} KB", addr, size / 1024.0)',
  ],
  parameters: ["template", "a…"],
  bind(args, span, report): FunctionResult | null {
    const given = castArgument(args[0]!, ["text"], "Template of format()", report);
    const template = given && requireConstant(given, "Template of format()", report);
    if (template === null) return null;
    let pieces: readonly TemplatePart[];
    try {
      pieces = piecesOf(String(template.value));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return refuse(report, "Q210", error.message, template.span, "for example {} {:x} {:>8} {:08} {:.2f}");
    }
    const places = pieces.filter((piece) => typeof piece !== "string");
    const values = args.slice(1);
    if (places.length !== values.length) {
      const found = `${places.length} ${places.length === 1 ? "placeholder" : "placeholders"}`;
      const message = `Template has ${found} for ${values.length} ${
        values.length === 1 ? "value" : "values"
      }`;
      return refuse(report, "Q205", message, span, "write one {} for each value");
    }
    const bound: (Expr | null)[] = [template];
    for (const [at, value] of values.entries()) {
      const { kind } = places[at]!;
      const isWhole = value.type === "u64" || value.type === "i64";
      if (kind === "x" ? !isWhole : kind === "f" ? !isWhole && value.type !== "f64" : false) {
        const wanted = kind === "x" ? "a whole number" : "a number";
        bound.push(refuse(report, "Q206", `Value of {:${places[at]!.written}} is not ${wanted}`, value.span));
      } else bound.push(writable(value, "Value of format()", report));
    }
    return bound.includes(null) ? null : { type: "text", args: bound as Expr[] };
  },
  evaluate([template, ...values]) {
    let next = 0;
    return piecesOf(String(template)).map((piece) =>
      typeof piece === "string" ? piece : writePiece(piece, values[next++]!)
    ).join("");
  },
};
