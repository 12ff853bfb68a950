/**
 * SQL shared by all dialects.
 * @module
 */

import { EVERY_PARTITION, partitionName } from "../../engine/dataset/partition_name.ts";
import type { ArithmeticExpr } from "../../query/plan/expressions.ts";
import type { TableLocation } from "./dialect.ts";

/** A name that needs no quotes unless it is a reserved word. */
const PLAIN = /^[a-z_][a-z0-9_]*$/;

/** A name, quoted unless it is plain and not reserved. */
export function quotedName(name: string, quote: '"' | "`"): string {
  return PLAIN.test(name) && !RESERVED.has(name)
    ? name
    : `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}

/** Words that `duckdb_keywords()` lists as reserved; other engines reserve fewer words. */
const RESERVED = new Set(
  ("all analyse analyze and any array as asc asymmetric both case cast check collate column " +
    "constraint create default deferrable desc describe distinct do else end except false fetch for " +
    "foreign from group having in initially intersect into lambda lateral leading limit not null " +
    "offset on only or order pivot pivot_longer pivot_wider placing primary qualify references " +
    "returning select show some summarize symmetric table then to trailing true union unique unpivot " +
    "using variadic when where window with anti asof at authorization binary by collation columns " +
    "concurrently cross freeze full generated glob ilike inner is isnull join left like map natural " +
    "notnull outer overlaps positional right semi similar struct tablesample try_cast unpack verbose " +
    "between bigint bit boolean char character coalesce dec decimal exists extract float grouping " +
    "grouping_id inout int integer interval national nchar none nullif numeric out overlay position " +
    "precision real row setof smallint substring time timestamp treat trim values varchar " +
    "xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot " +
    "xmlserialize xmltable").split(" "),
);

/** The file of a table, or a glob for the files of all traces. */
export function tablePath({ folder, table, trace }: TableLocation): string {
  return `${folder}/${trace === null ? EVERY_PARTITION : partitionName(trace)}/${table}.parquet`;
}

/** An aggregate over the filtered rows. */
export function filtered(call: string, condition: string | null): string {
  return condition === null ? call : `${call} FILTER (WHERE ${condition})`;
}

/** Rows of the left side (`l`) that have, or do not have, a match on the right (`r`). */
export function semiExists(left: string, right: string, test: string, negated: boolean): string {
  const exists = `${negated ? "NOT " : ""}EXISTS (SELECT 1 FROM ${right} _r WHERE ${test})`;
  return `SELECT _l.* FROM ${left} _l WHERE ${exists}`;
}

/** Floating-point arithmetic; null for a division by zero. */
export function fractions(fn: ArithmeticExpr["fn"], left: string, right: string): string {
  return `(${left} ${fn} ${fn === "/" || fn === "%" ? `nullif(${right}, 0)` : right})`;
}

/** A float clamped to 65 bits; null stays null, which LEAST and GREATEST would ignore. */
export function clampTo65Bits(fraction: string): string {
  const end = "3.6893488147419103e19";
  return `(CASE WHEN ${fraction} > ${end} THEN ${end} WHEN ${fraction} < -${end} THEN -${end} ELSE ${fraction} END)`;
}

/** Precision of a percentage. */
const PARTS = 1_000_000;

/** A percentage as a fraction of integers; in doubles, 7% of 100 is more than 7. */
export function percentParts(percent: number): readonly [share: bigint, whole: bigint] {
  return [BigInt(Math.round(percent * PARTS)), BigInt(100 * PARTS)];
}
