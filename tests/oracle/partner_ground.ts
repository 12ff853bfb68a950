/**
 * The parts of partner queries: sources, conditions and columns over them, and how answers are compared.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import type { Random } from "../support/random.ts";
import { difference } from "../query/oracle/compare.ts";
import type { Condition } from "../query/oracle/conditions.ts";
import type { Queries } from "../query/oracle/queries.ts";
import { askable, type Col, type Relation, shown, written } from "../query/oracle/relation.ts";
import type { Value } from "../query/oracle/tables.ts";
import { inside, LEVEL } from "../query/oracle/terms.ts";
import type { Exported } from "./exported.ts";

/** Rows of an answer. */
export type Rows = readonly (readonly Value[])[];

/** Scripts whose answers are related. */
export interface Partners {
  /** The relation between the answers. */
  readonly name: string;
  readonly scripts: readonly string[];
  /** The error in the answers, in words. */
  judge(answers: readonly Rows[]): string | undefined;
}

/** Types whose sums are exact, in any order. */
export const WHOLE: ReadonlySet<string> = new Set(["u64", "i64", "time"]);
/** Larger sums might overflow their type. */
export const MOST_SUM: bigint = 1n << 62n;

/** The sources of partner queries. */
export class Ground {
  readonly random: Random;
  readonly queries: Queries;
  readonly sources: readonly Exported[];
  readonly session: Session;

  constructor(random: Random, queries: Queries, sources: readonly Exported[], session: Session) {
    this.random = random;
    this.queries = queries;
    this.sources = sources;
    this.session = session;
  }

  /** A random source. */
  rows(): Relation {
    let relation = this.queries.begin();
    for (let stages = this.random.below(3); stages > 0; stages--) relation = this.queries.stage(relation);
    return relation;
  }

  /** A random condition over these rows. */
  condition(relation: Relation, depth = 2): Condition {
    return this.queries.conditions(relation).make(this.random.below(depth + 1));
  }

  /** The name of some suitable column. */
  column(relation: Relation, fits: (col: Col) => boolean): string | undefined {
    const some = askable(shown(relation.cols)).filter(fits);
    return some.length === 0 ? undefined : written(this.random.pick(some).name);
  }

  /** A column whose sum fits into its type. */
  summable(relation: Relation): string | undefined {
    return this.column(relation, ({ type, low, high }) => {
      const rows = BigInt(relation.most);
      return WHOLE.has(type) && high * rows < MOST_SUM && low * rows > -MOST_SUM;
    });
  }
}

/** The rows as a query. */
export function text({ text }: Relation): string {
  return text.join(" | ");
}

/** All rows, those that pass, and the others. */
export function threeWays(rows: Relation, condition: Condition): string[] {
  const start = text(rows);
  return [
    start,
    `${start} | where ${condition.text}`,
    `${start} | where not ${inside(condition, LEVEL.not)}`,
  ];
}

const AGGREGATES = ["count", "min", "max", "avg", "median", "p90", "distinct", "first", "last", "stddev"];

/** Some aggregates over a column. */
export function shuffledAggregates(random: Random, x: string): string[] {
  return Array.from({ length: 1 + random.below(4) }, () => `${random.pick(AGGREGATES)}(${x})`);
}

/** The difference between answers that must be equal. */
export function sameAnswers(answers: readonly Rows[]): string | undefined {
  for (const [at, rows] of answers.entries()) {
    const found = difference({ rows }, { rows: answers[0]! });
    if (found !== undefined) return `query ${at} and the first: ${found}`;
  }
  return undefined;
}
