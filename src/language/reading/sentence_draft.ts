/**
 * Defines what has been understood of a sentence in plain words.
 * @module
 */

import type { ReadingContext } from "./reading_context.ts";

/** An amount that a table calculates for each of its rows, such as the coverage of a file. */
export type Figure = NonNullable<ReturnType<ReadingContext["words"]>["figures"]>[string];

/** A phrase for rows: the queries that it may mean, best match first. */
export interface PhraseBase {
  readonly queries: readonly string[];
  /**
   * How specific the phrase is: 3 for a query of its own, 2 for a table, 1 for a table of functions, files or other
   * values, 0 for a vague word. If a sentence has several phrases, the one with the highest rank names the rows.
   */
  readonly rank: 3 | 2 | 1 | 0;
}

/** What a phrase in a sentence means, and its length in pieces. */
export interface Found<T> {
  readonly value: T;
  readonly length: number;
}

/** The part of the sentence that has been understood so far. */
export interface Draft {
  /** The phrase for the rows; null if the sentence has none. */
  base: PhraseBase | null;
  /** Conditions on the rows, as queries write them. */
  readonly filters: string[];
  /** Conditions that adjectives stand for: `redundant`, `freed is null`. */
  readonly says: string[];
  /** Columns to group by, as queries write them. */
  readonly keys: string[];
  /** Name of the aggregate, such as `avg`. */
  aggregate: string | null;
  /** Further aggregates of the same column: "mean and max size". */
  readonly moreAggregates: string[];
  /** The percentage of the aggregate "percentile". */
  percent: string | null;
  /** The unit in which sizes are wanted. */
  unit: { readonly name: string; readonly size: string } | null;
  /** An amount that the table calculates for each of its rows. */
  figure: Figure | null;
  /** The order of the result: `down` for "largest first". Whether `worst` means largest depends on the amount. */
  order: "up" | "down" | "worst" | null;
  /** Whether the question asks who holds memory, so that the blocks must be live. */
  holds: boolean;
  /** The key that "who" stands for. */
  who: string | null;
  /** Columns that an aggregate, an order or a selection refers to. */
  readonly columns: string[];
  /** Which rows are asked for: "top 5", "least frequent". */
  rank: {
    /** True for the largest, false for the smallest. */
    readonly down: boolean;
    /** Number of rows, if the sentence gives one. */
    readonly count: number | null;
    /** Whether rows are ranked by how often their value occurs. */
    readonly often: boolean;
    /** The column to rank by, if the sentence names one. */
    readonly by: string | null;
  } | null;
  /** The stage for "sorted by", as queries write it. */
  sort: string | null;
  /** The first or last rows to keep: "first 5". */
  take: { readonly stage: "take" | "tail"; readonly count: number } | null;
  /** Whether the question asks for a number of rows. */
  counts: boolean;
  /** The point of the trace, as queries write it after `@`. */
  point: string | null;
  /** Names of traces in the order of the sentence, with `SWAP` between two that are compared in the opposite order. */
  of: string[];
  /** Whether the question compares two traces. */
  compares: boolean;
  /** Whether the question asks for rows of one trace that the other does not have. */
  without: boolean;
  /** Whether the question asks for distinct values. */
  distinct: boolean;
  /** Whether the phrase for the rows was in the singular. */
  single: boolean;
  /** Whether a filter compares with a value that occurs in the trace, but perhaps not in these rows. */
  hasUnseen: boolean;
  /** Whether the question asks for a single row: "which function", "who". */
  asksOne: boolean;
  /** Whether the question asks for a histogram. */
  hist: boolean;
  /** Whether the question asks for values over time. */
  timeline: boolean;
  /** Columns to group by that the sentence names without "by": threads in "which thread leaks most". */
  readonly dimensions: string[];
}

/** Separates the names of two traces in `Draft.of` that are compared in the opposite order. */
export const SWAP = "\u0000swap";

/** The draft before anything has been read. */
export function emptyDraft(): Draft {
  return {
    base: null,
    filters: [],
    says: [],
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
    hasUnseen: false,
    asksOne: false,
    hist: false,
    timeline: false,
    dimensions: [],
  };
}
