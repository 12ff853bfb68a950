/**
 * The parts of a sentence in plain words, as far as they have been understood.
 * @module
 */

import type { ReadingContext } from "./reading_context.ts";

/** An amount that is calculated for each row. */
export type Figure = NonNullable<ReturnType<ReadingContext["words"]>["figures"]>[string];

/** Queries that a phrase may mean. */
export interface PhraseBase {
  readonly queries: readonly string[];
  /** How specific the phrase is. Of two phrases the one with the higher rank wins. */
  readonly rank: 3 | 2 | 1 | 0;
}

/** A phrase that was found, and its length in pieces. */
export interface Found<T> {
  readonly value: T;
  readonly length: number;
}

/** The part of the sentence that has been understood so far. */
export interface Draft {
  base: PhraseBase | null;
  /** Conditions on the rows. */
  readonly filters: string[];
  readonly says: string[];
  readonly keyWords: string[];
  readonly keys: string[];
  aggregate: string | null;
  /** Further aggregates of the same column: "mean and max size". */
  readonly moreAggregates: string[];
  /** The percentage of the aggregate "percentile". */
  percent: string | null;
  /** The unit in which sizes are wanted. */
  unit: { readonly name: string; readonly size: string } | null;
  /** An amount that is calculated for each row. */
  figure: Figure | null;
  /** The order of the result: "largest first". "worst" depends on the amount. */
  order: "up" | "down" | "worst" | null;
  /** Whether it asks who holds memory: then its blocks must be live. */
  holds: boolean;
  /** The key that "who" stands for. */
  who: string | null;
  /** Columns that an aggregate, an order or a selection refers to. */
  readonly columns: string[];
  rank: {
    readonly down: boolean;
    readonly count: number | null;
    readonly often: boolean;
    readonly by: string | null;
  } | null;
  sort: string | null;
  take: { readonly stage: "take" | "tail"; readonly count: number } | null;
  counts: boolean;
  point: string | null;
  of: string[];
  compares: boolean;
  /** Whether rows of one trace are wanted that another does not have. */
  without: boolean;
  distinct: boolean;
  /** Whether the phrase for the rows was in the singular. */
  single: boolean;
  /** Whether a filter compares with a value that occurs in the trace, but perhaps not in these rows. */
  hasStranger: boolean;
  /** Whether the question asks for a single row: "which function", "who". */
  asksOne: boolean;
  hist: boolean;
  timeline: boolean;
  readonly dimensions: string[];
}

/** Stands between the names of two traces that are compared in the opposite order. */
export const SWAP = "\u0000swap";

/** A draft of a sentence of which nothing has been read. */
export function emptyDraft(): Draft {
  return {
    base: null,
    filters: [],
    says: [],
    keyWords: [],
    keys: [],
    aggregate: null,
    moreAggregates: [],
    percent: null,
    unit: null,
    figure: null,
    order: null,
    who: null,
    holds: false,
    columns: [],
    rank: null,
    sort: null,
    take: null,
    counts: false,
    point: null,
    of: [],
    compares: false,
    without: false,
    distinct: false,
    single: false,
    hasStranger: false,
    asksOne: false,
    hist: false,
    timeline: false,
    dimensions: [],
  };
}
