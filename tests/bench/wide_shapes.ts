/**
 * Traces of different shapes for questions that nobody tuned for: few and many addresses, threads and texts, short and
 * long lives, and one with times.
 * @module
 */

import { generateMtrc, type GenerateOptions } from "./generate_mtrc.ts";
import { generateReport } from "./generate_sp_rtrace.ts";
import { ALLOC_COLUMNS } from "./questions.ts";
import { writePieces } from "./write_pieces.ts";

/** The leaves of expressions: a name in both languages, or one for each. */
export interface Leaves {
  readonly numbers: readonly string[];
  /** Numbers below a few million, whose sums fit. */
  readonly small: readonly string[];
  readonly texts: readonly string[];
  /** Times, which are nanoseconds in SQL. */
  readonly times: readonly (readonly [query: string, sql: string])[];
  /** Words that occur in some of the texts. */
  readonly words: readonly string[];
}

/** A kind of trace. */
export interface WideShape {
  readonly name: string;
  readonly leaves: Leaves;
  /** Columns that the database gets of each table. */
  readonly columns: Readonly<Record<"events" | "allocs", readonly string[]>>;
  readonly write: (path: string, events: number, seed: number) => void;
}

const ALLOCS = [...ALLOC_COLUMNS, "resizes", "func", "line"];
const HEAP = {
  leaves: {
    numbers: ["size", "line", "addr", "alloc", "seq", "live_bytes"],
    small: ["size", "line"],
    texts: ["func", "file"],
    times: [["size * 1us", "size * 1000"], ["seq * 3us", "seq * 3000"]],
    words: ["step_1", "module_3", "7", "handle"],
  },
  columns: {
    events: [
      ...["seq", "no", "kind", "thread", "func", "file", "line", "addr", "size", "alloc", "live_bytes"],
      "idx = index",
    ],
    allocs: ALLOCS,
  },
} as const;

function heap(name: string, options: Omit<GenerateOptions, "events" | "seed">): WideShape {
  const write = (path: string, events: number, seed: number): void =>
    writePieces(path, generateMtrc({ ...options, events, seed }));
  return { name, ...HEAP, write };
}

/** Bytes of a report per event. */
const REPORT_BYTES = 103;

/** The shapes of traces. */
export const WIDE_SHAPES: readonly WideShape[] = [
  heap("usual", {}),
  heap("few addresses, one thread, ten functions, short lives", {
    live: 50,
    threads: 1,
    functions: 10,
    isShortLived: true,
  }),
  heap("many addresses, 64 threads, 200,000 functions, long lives", {
    live: 400_000,
    threads: 64,
    functions: 200_000,
    isEven: true,
  }),
  heap("a million functions, 32 bits, other byte order", {
    shape: "be32",
    live: 3_000,
    functions: 1_000_000,
    isEven: true,
  }),
  {
    name: "times, no functions",
    leaves: {
      numbers: ["size", "addr", "alloc", "seq", "live_bytes"],
      small: ["size"],
      texts: ["name", "module"],
      times: [["time", "time"]],
      words: ["alloc", "generated", "m"],
    },
    columns: {
      events: ["seq", "kind", "name", "module", "type", "addr", "size", "alloc", "live_bytes", "time"],
      allocs: ["alloc", "seq", "freed", "life", "size", "first_size", "max_size", "resizes", "name"],
    },
    write: (path, events, seed) => writePieces(path, generateReport(events * REPORT_BYTES, seed)),
  },
];
