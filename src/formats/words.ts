/**
 * What a format says of its traces beside reading them: words and queries that other rooms show, ask or look up.
 * @module
 */

/** What traces of some formats have and others lack, for queries that need it. */
export type Trait =
  /** Blocks of memory or other resources with functions that allocate them: `allocs` has `func`. */
  | "blocks"
  /** Blocks have a type of resource. */
  | "types"
  /** Blocks have backtraces. */
  | "stacks"
  /** Frames of backtraces have names in the file. */
  | "named-stacks"
  /** Records have times. */
  | "times"
  /** Blocks are allocated in contexts that the program declares. */
  | "contexts"
  | "named-contexts"
  /** Calls count references to resources. */
  | "references"
  /** Records have threads. */
  | "threads"
  /** Frees have places in the source, and some have no block. */
  | "placed-frees"
  /** Reallocations keep the life of a block. */
  | "resizes"
  /** The library that traces tells what it takes for itself. */
  | "own-memory"
  /** Traces name programs, whose symbols and lines make them readable. */
  | "programs";

/** A query with what it answers. */
export interface FirstQuery {
  /** Runs as written on a trace of the format. */
  readonly query: string;
  /** What it shows, beside the query. */
  readonly answers: string;
  /** Columns, as `TABLE.COLUMN`, without whose values the answer would say nothing. */
  readonly needs?: readonly string[];
  /** Asks for blocks that were never freed: without any the answer is empty. */
  readonly leaks?: true;
}

/** A weight of a profile: a column, and what it counts. */
export interface Weight {
  /** Column of the query. */
  readonly name: string;
  readonly unit: "count" | "bytes" | "nanoseconds";
}

/** What counts as a profile of a trace, unless another choice is made. Formats that count the same share one. */
export interface ProfileQuery {
  /** What is asked: places and weights. */
  readonly query: string;
  /** Columns that are weights, in order. */
  readonly weights: readonly Weight[];
  /** The weight that is meant when none is named. */
  readonly first: string;
}

/** A page of help about traces of a format. */
export interface FormatPage {
  /** Name as in `quarry help NAME`. */
  readonly name: string;
  /** One line for the list of pages. */
  readonly summary: string;
  /** What is said before the recipes. */
  readonly before: readonly PageSection[];
  /** Chapters of the cookbook that it shows. */
  readonly chapters: readonly string[];
  /** What is said after them. */
  readonly after: readonly PageSection[];
}

/** Paragraphs under a heading. */
export interface PageSection {
  /** The heading. */
  readonly title: string;
  /** One after the other. */
  readonly texts: readonly string[];
  /** Command lines below. */
  readonly examples?: readonly string[];
}

/** Gives several columns one reason. */
export function forEach(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}
