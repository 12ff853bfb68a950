/**
 * Translates expressions over the columns of a step. A comparison with null is false in Quarry and unknown in
 * SQL. Where only true matters, both have the same effect; elsewhere the generated SQL handles the
 * difference.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { ColumnType } from "../events/trace_sink.ts";
import { compareWithInteger, SWAPPED_OPERATORS } from "../query/plan/integer_comparison.ts";
import type { ArithmeticExpr, CallExpr, CompareExpr, Expr } from "../query/plan/expressions.ts";
import { isNumber } from "../query/plan/types.ts";
import { argumentValue } from "./arguments.ts";
import { callText } from "./functions.ts";
import type { SqlColumn, Translation } from "./translation.ts";
import { globRegex, portableRegex } from "./patterns.ts";

/** A value per row that comes from another table, in which keys identify the rows. */
export interface KeyedValue {
  /** The text after FROM. */
  readonly from: string;
  /** Key pairs: the column of these rows, and that of the other table. */
  readonly keys: readonly (readonly [own: string, theirs: string])[];
  /** An aggregate over the rows found. */
  readonly value: string;
  /** A filter for the rows of the other table; empty for none. */
  readonly where: string;
}

/** Comparison operators in SQL. */
const SIGNS: Readonly<Record<CompareExpr["fn"], string>> = {
  "==": "=",
  "!=": "<>",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

/** Whether an operation mixes signed and unsigned integers. */
function hasBothKinds({ type, left, right }: ArithmeticExpr): boolean {
  return type !== "f64" && [left, right].some((each) => (each.type === "i64") !== (type === "i64"));
}

/** Translations of functions by name. */
export type CallTexts = Readonly<Record<string, (call: CallExpr, expressions: Expressions) => string>>;

/** Translates expressions over given columns. */
export class Expressions {
  readonly to: Translation;
  readonly columns: readonly SqlColumn[];
  readonly #prefix: string;
  readonly #lookUps = new Map<string, { readonly name: string; readonly lookUp: KeyedValue }>();
  /** Names of columns that are computed in an earlier step, by their expression. */
  readonly #ahead = new Map<string, string>();
  /** Whether subqueries must be computed in an earlier step. */
  #computesSubqueriesFirst = false;

  /** `prefix` precedes column names: `l.`. */
  constructor(to: Translation, columns: readonly SqlColumn[], prefix = "") {
    this.to = to;
    this.columns = columns;
    this.#prefix = prefix;
  }

  /** The column with a value from another table; the caller must add `from` to the step. */
  lookUp(lookUp: KeyedValue): string {
    const key = JSON.stringify(lookUp);
    const known = this.#lookUps.get(key) ?? { name: this.to.lookupName(), lookUp };
    this.#lookUps.set(key, known);
    return this.#prefix + known.name;
  }

  /**
   * Translates without subqueries, for places in which an engine does not allow them: their results become
   * columns of `from`.
   */
  withoutSubqueries<T>(write: () => T): T {
    const before = this.#computesSubqueriesFirst;
    this.#computesSubqueriesFirst = !this.to.dialect.allowsSubqueriesAnywhere;
    try {
      return write();
    } finally {
      this.#computesSubqueriesFirst = before;
    }
  }

  /** A subquery, or the column with its result if it must be computed in an earlier step. */
  #subqueryText(text: string): string {
    if (!this.#computesSubqueriesFirst) return text;
    const name = this.#ahead.get(text) ?? this.to.lookupName();
    this.#ahead.set(text, name);
    return this.#prefix + name;
  }

  /**
   * The rows of the step, joined with those looked up in other tables. Call this after the expressions are
   * written.
   */
  from(name: string): string {
    if (this.#lookUps.size + this.#ahead.size === 0) return name;
    const looks = [...this.#lookUps.values()];
    // Several values from the same rows are looked up together.
    const places = Map.groupBy(
      looks,
      ({ lookUp: { from, keys, where } }) => JSON.stringify([from, keys, where]),
    );
    const joins = [...places.values()].map((list, place) => {
      const { from, keys, where } = list[0]!.lookUp;
      const texts = keys.map(([, theirs], at) => `${theirs} AS key_${at}`);
      const values = list.map(({ name: look, lookUp: { value } }) => `${value} AS ${look}`);
      const groups = keys.map((_, at) => at + 1).join(", ");
      const on = keys.map(([own], at) => `o${place}.key_${at} = t.${own}`).join(" AND ");
      return `LEFT JOIN (SELECT ${[...texts, ...values].join(", ")} FROM ${from}` +
        `${where === "" ? "" : ` WHERE ${where}`} GROUP BY ${groups}) o${place} ON ${on}`;
    });
    const columns = [
      ...looks.map(({ name: look }) => look),
      ...[...this.#ahead].map(([text, column]) => `${text} AS ${column}`),
    ];
    const joined = [`${name} t`, ...joins].join(" ");
    return this.to.step("looked", `SELECT t.*, ${columns.join(", ")} FROM ${joined}`);
  }

  /** Reports an error if another table is looked up, for steps that do not support that. */
  refuseLookUps(what: string, span: Span): void {
    if (this.#lookUps.size + this.#ahead.size === 0) return;
    this.to.refuse(
      what,
      "values from another table must be a column first",
      span,
      "add it as a column with extend, and use that column",
    );
  }

  /** A column by its index. */
  column(index: number): string {
    return this.#prefix + this.to.quote(this.columns[index]!.name);
  }

  /** A column by name; undefined if there is none. */
  named(name: string): string | undefined {
    const index = this.columns.findIndex((each) => each.name === name);
    return index < 0 ? undefined : this.column(index);
  }

  /** The value of an expression in its type, or null. */
  value(expr: Expr): string {
    const { dialect } = this.to;
    switch (expr.op) {
      case "column":
        return this.column(expr.index);
      case "constant":
        return dialect.literal(expr.value, expr.type);
      case "arithmetic":
      case "unary":
      case "cast":
      case "call":
        return this.withoutSubqueries(() => this.#computed(expr));
      case "family":
        return argumentValue(expr, this);
      case "scalarPlan": {
        const rows = this.to.rows(expr.plan);
        return this.#subqueryText(`(SELECT ${this.to.quote(rows.columns[0]!.name)} FROM ${rows.name})`);
      }
      default:
        return this.truth(expr);
    }
  }

  /** Translates arithmetic, a sign, a cast or a call. */
  #computed(expr: Expr & { op: "arithmetic" | "unary" | "cast" | "call" }): string {
    const { dialect } = this.to;
    switch (expr.op) {
      case "arithmetic": {
        if (expr.fn === "%" && expr.type === "f64" && !dialect.hasExactRemainder) {
          this.to.refuse("% of fractions", `${dialect.title} rounds the remainder`, expr.span);
        }
        const [left, right] = [this.operand(expr.left), this.operand(expr.right)];
        return dialect.arithmetic(expr.fn, expr.type, left, right, hasBothKinds(expr));
      }
      case "unary":
        return this.#unary(expr);
      case "cast":
        return expr.isExact ? this.#exactly(expr) : dialect.cast(this.value(expr.operand), expr.type);
      case "call":
        return callText(expr, this);
    }
  }

  /** A condition for places where only true matters: it may be null instead of false. */
  test(expr: Expr): string {
    const { dialect } = this.to;
    switch (expr.op) {
      case "compare": {
        return this.#compared(expr.fn, expr.left, expr.right);
      }
      case "between": {
        const value = this.operand(expr.operand);
        const parts = [
          ...(expr.low === null ? [] : [`${value} >= ${this.operand(expr.low)}`]),
          ...(expr.high === null ? [] : [`${value} ${expr.closed ? "<=" : "<"} ${this.operand(expr.high)}`]),
        ];
        return parts.length === 0 ? `${value} IS NOT NULL` : parts.join(" AND ");
      }
      case "overlaps":
        return this.#overlaps(expr);
      case "oneOf": {
        const values = expr.values.filter((value) => value !== null);
        if (values.length === 0) return "FALSE";
        const { type } = expr.operand;
        return `${this.operand(expr.operand)} IN (${
          values.map((value) => dialect.bare(value, type)).join(", ")
        })`;
      }
      case "match":
        return this.#match(expr);
      case "isNull":
        return `${this.value(expr.operand)} IS NULL`;
      case "and":
      case "or": {
        if (expr.operands.length === 0) return expr.op === "and" ? "TRUE" : "FALSE";
        return `(${expr.operands.map((each) => this.test(each)).join(expr.op === "and" ? " AND " : " OR ")})`;
      }
      case "not":
        return expr.operand.op === "isNull"
          ? `${this.value(expr.operand.operand)} IS NOT NULL`
          : `NOT ${this.truth(expr.operand)}`;
      case "inPlan": {
        const rows = this.to.rows(expr.plan);
        const name = this.to.quote(rows.columns[0]!.name);
        const [theirs, own] = [rows.columns[0]!.type, expr.operand.type];
        const listed = this.#beside(name, theirs, own);
        const list = `(SELECT ${listed} FROM ${rows.name} WHERE ${listed} IS NOT NULL)`;
        return this.#subqueryText(`${this.#beside(this.value(expr.operand), own, theirs)} IN ${list}`);
      }
      default:
        return this.value(expr);
    }
  }

  /** A condition that is never null. */
  truth(expr: Expr): string {
    switch (expr.op) {
      case "isNull":
        return `(${this.test(expr)})`;
      case "and":
      case "or":
        return `(${
          expr.operands.map((each) => this.truth(each)).join(expr.op === "and" ? " AND " : " OR ") || "TRUE"
        })`;
      case "not":
        return `(NOT ${this.truth(expr.operand)})`;
      case "constant":
        return expr.value === true ? "TRUE" : "FALSE";
      default:
        return `coalesce(${this.test(expr)}, FALSE)`;
    }
  }

  /** A constant as SQL; undefined if the value varies by row. */
  constant(expr: Expr | undefined): string | undefined {
    return expr?.op === "constant" && expr.value !== null ? String(expr.value) : undefined;
  }

  /** A value compared with another of its type. */
  operand(expr: Expr): string {
    return expr.op === "constant" ? this.to.dialect.bare(expr.value, expr.type) : this.value(expr);
  }

  /** A value to compare with values of another type: numbers become unbounded integers. */
  #beside(value: string, type: ColumnType, other: ColumnType): string {
    const { dialect } = this.to;
    if (type === other || !isNumber(type) || !isNumber(other)) return value;
    if (type !== "f64") return dialect.wide(value);
    // A float with a fractional part never equals an integer.
    return `CASE WHEN ${value} = ${dialect.floor(value)} THEN ${dialect.whole(value)} END`;
  }

  /** A comparison that does not round integers compared with floats. */
  #compared(fn: CompareExpr["fn"], left: Expr, right: Expr): string {
    if ((left.type === "f64") === (right.type === "f64")) {
      return `${this.operand(left)} ${SIGNS[fn]} ${this.operand(right)}`;
    }
    return left.type === "f64"
      ? this.#besideFraction(SWAPPED_OPERATORS[fn], right, left)
      : this.#besideFraction(fn, left, right);
  }

  #besideFraction(fn: CompareExpr["fn"], whole: Expr, fraction: Expr): string {
    const { dialect } = this.to;
    if (fraction.op === "constant" && typeof fraction.value === "number") {
      const beside = compareWithInteger(fn, fraction.value);
      const value = this.value(whole);
      if (beside === true) return `${value} IS NOT NULL`;
      if (beside === false) return "FALSE";
      return `${value} ${SIGNS[beside.fn]} ${dialect.bare(beside.value, beside.value < 0n ? "i64" : "u64")}`;
    }
    const [own, other] = [dialect.wide(this.value(whole)), this.value(fraction)];
    const below = dialect.floor(other), above = `(-${dialect.floor(`(-${other})`)})`;
    switch (fn) {
      case "==":
        return `(${other} = ${below} AND ${own} = ${dialect.whole(other)})`;
      case "!=":
        return `(${other} <> ${below} OR ${own} <> ${dialect.whole(below)})`;
      case "<":
      case ">=":
        return `${own} ${fn} ${dialect.whole(above)}`;
      default:
        return `${own} ${fn} ${dialect.whole(below)}`;
    }
  }

  /** An integer converted exactly to a float. */
  #exactly({ operand }: Expr & { op: "cast" }): string {
    const { dialect } = this.to;
    const value = this.value(operand);
    const made = dialect.cast(value, "f64");
    return dialect.unless(
      `${dialect.wide(value)} <> ${dialect.whole(made)}`,
      "out of range: no fraction is exactly equal",
      made,
    );
  }

  #unary({ fn, operand, type }: Expr & { op: "unary" }): string {
    const { dialect } = this.to;
    const value = this.value(operand);
    if (fn === "~") {
      return dialect.arithmetic("^", "u64", value, dialect.literal(0xffff_ffff_ffff_ffffn, "u64"));
    }
    return type === "f64"
      ? `(-${value})`
      : dialect.arithmetic("-", type, dialect.literal(0n, type), value, operand.type !== type);
  }

  /** Translates `overlaps`; an empty block counts as one byte. */
  #overlaps({ start, end, low, high, closed }: Expr & { op: "overlaps" }): string {
    const [from, to] = [this.value(start), this.value(end)];
    const parts = [
      ...(high === null ? [] : [this.#compared(closed ? "<=" : "<", start, high)]),
      ...(low === null ? [] : [
        `(${this.#compared(">", end, low)} OR (${to} = ${from} AND ${this.#compared(">=", start, low)}))`,
      ]),
    ];
    return parts.length === 0 ? `${from} IS NOT NULL` : `(${parts.join(" AND ")})`;
  }

  /** Translates a glob. A pattern without a slash also matches the name of a file in any folder. */
  #glob(value: string, pattern: string): string {
    const { dialect } = this.to;
    const anywhere = !pattern.includes("/");
    if (!/[*?[{\\]/.test(pattern)) {
      const whole = `${value} = ${dialect.text(pattern)}`;
      return anywhere ? `(${whole} OR ${dialect.endsWith(value, `/${pattern}`)})` : whole;
    }
    if (!anywhere) return dialect.matches(value, globRegex(pattern));
    // A pattern that stops at slashes is matched against the last part of the path.
    if (!/\*\*|\[/.test(pattern)) return dialect.matches(value, globRegex(pattern, true));
    const last = dialect.functions.extract(value, "([^/]*)\\z", 1);
    return `(${dialect.matches(value, globRegex(pattern))} OR ${dialect.matches(last, globRegex(pattern))})`;
  }

  #match({ how, operand, pattern, flags, span }: Expr & { op: "match" }): string {
    const { dialect } = this.to;
    const value = this.value(operand);
    switch (how) {
      case "contains":
        return dialect.contains(value, pattern);
      case "equal":
        return `${value} = ${dialect.text(pattern)}`;
      case "startswith":
        return dialect.startsWith(value, pattern);
      case "endswith":
        return dialect.endsWith(value, pattern);
      case "glob": {
        return this.#glob(value, pattern);
      }
      case "regex":
        return dialect.matches(value, portableRegex(pattern, flags, span));
    }
  }
}
