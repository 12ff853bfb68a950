/**
 * What a format provides beside its reader: texts and queries that other rooms show, run or look up.
 * @module
 */

/** Properties of traces that some formats have and others lack, for queries that need them. */
export type Trait =
  /** Blocks of memory or other resources, with the functions that allocate them: `allocs` has `func`. */
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
  /** Calls change reference counts of resources. */
  | "references"
  /** Records have thread ids. */
  | "threads"
  /** Frees have source locations, and some have no block. */
  | "placed-frees"
  /** Reallocation continues the life of a block. */
  | "resizes"
  /** The tracing library reports the memory that it uses itself. */
  | "own-memory"
  /** Traces name the programs whose symbols and lines make them readable. */
  | "programs";

/** A suggested query and what it answers. */
export interface FirstQuery {
  /** The query, which runs as written on a trace of the format. */
  readonly query: string;
  /** Describes what the query shows; displayed next to the query. */
  readonly answers: string;
  /** Columns, as `TABLE.COLUMN`, that must have values for the answer to mean anything. */
  readonly needs?: readonly string[];
  /** Whether it shows blocks that were never freed, so its answer is empty if there are none. */
  readonly leaks?: true;
}

/** A weight of a profile: a column, and what it counts. */
export interface Weight {
  /** Column of the query's result. */
  readonly name: string;
  readonly unit: "count" | "bytes" | "nanoseconds";
}

/** What a profile of a trace counts by default. Formats that count alike share one. */
export interface ProfileQuery {
  /** The query for places and weights. */
  readonly query: string;
  /** Columns that are weights, in order. */
  readonly weights: readonly Weight[];
  /** The default weight. */
  readonly first: string;
}

/** A page of help about traces of a format. */
export interface FormatPage {
  /** Name as in `quarry help NAME`. */
  readonly name: string;
  /** One line for the list of pages. */
  readonly summary: string;
  /** Sections before the recipes. */
  readonly before: readonly PageSection[];
  /** Titles of the cookbook chapters that it shows. */
  readonly chapters: readonly string[];
  /** Sections after the recipes. */
  readonly after: readonly PageSection[];
}

/** Paragraphs under a heading. */
export interface PageSection {
  /** Heading of the section. */
  readonly title: string;
  /** Paragraphs of the section. */
  readonly texts: readonly string[];
  /** Command lines, shown below the paragraphs. */
  readonly examples?: readonly string[];
}

/** Gives one reason to several columns. */
export function sameReasonFor(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}
