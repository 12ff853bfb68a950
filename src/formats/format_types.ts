/**
 * What a format provides besides its reader: texts and queries that other folders show, run or look up.
 * @module
 */

/** Properties of traces that some formats have and others lack, for queries that need them. */
export type Trait =
  /** Blocks of memory or other resources, with the functions that allocate them: `allocs` has `func`. */
  | "blocks"
  /** Each block has a type of resource. */
  | "types"
  /** Each block has a backtrace. */
  | "stacks"
  /** The file contains names for the frames of backtraces. */
  | "named-stacks"
  /** Each record has a time. */
  | "times"
  /** Blocks are allocated in contexts that the program declares. */
  | "contexts"
  | "named-contexts"
  /** Calls change reference counts of resources. */
  | "references"
  /** Each record has a thread id. */
  | "threads"
  /** Frees have source locations, and some frees have no matching block. */
  | "placed-frees"
  /** A reallocation continues the block instead of starting a new one. */
  | "resizes"
  /** The tracing library reports its own memory use. */
  | "own-memory"
  /** Traces name the programs that contain the symbols and lines of their addresses. */
  | "programs";

/** A suggested query and a description of what it shows. */
export interface FirstQuery {
  /** The query, which runs as written on a trace of the format. */
  readonly query: string;
  /** Describes what the query shows; displayed next to the query. */
  readonly answers: string;
  /** Columns, as `TABLE.COLUMN`, that must contain values for the result to be meaningful. */
  readonly needs?: readonly string[];
  /** Whether the query shows blocks that were never freed; if there are none, its result is empty. */
  readonly leaks?: true;
}

/** A weight of a profile: a column, and what it counts. */
export interface Weight {
  /** Column of the query's result. */
  readonly name: string;
  readonly unit: "count" | "bytes" | "nanoseconds";
}

/** What a profile of a trace counts by default. Formats that count the same things share one. */
export interface ProfileQuery {
  /** The query that computes places and weights. */
  readonly query: string;
  /** The columns that are weights, in order of display. */
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

/** Assigns the same reason to several columns. */
export function sameReasonFor(columns: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}
