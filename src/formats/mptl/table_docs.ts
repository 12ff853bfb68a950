/**
 * Descriptions of the tables of mpatrol profiles.
 * @module
 */

import { type ColumnDoc, columnDoc, type TableDoc } from "../../events/table_doc.ts";

function wide(name: string, doc: string, rank?: number): ColumnDoc {
  return columnDoc(name, "u64", doc, rank);
}

/** Size classes, in the order of the file. */
export const CLASS_NAMES = ["small", "medium", "large", "xlarge"] as const;
const FIGURES: readonly (readonly [string, string, number])[] = [
  ["allocs", "allocations", 1105],
  ["alloc_bytes", "bytes of allocations", 1101],
  ["frees", "frees", 3306],
  ["freed_bytes", "bytes of frees", 3307],
];
/** Numbers stored per size class, in the order of the file. */
export const FIGURE_NAMES: readonly string[] = FIGURES.map(([name]) => name);
/** Rank that orders the first of the columns by size class. */
const CLASSES_RANK = 5320;

const TOTALS: readonly ColumnDoc[] = [
  ...FIGURES.map(([name, what, rank]) => wide(name, `all ${what}`, rank)),
  wide("live", "allocations that were never freed", 1104),
  wide("live_bytes", "bytes that were never freed"),
];

const CLASS_FIGURES: readonly ColumnDoc[] = FIGURES.flatMap(([figure, what]) =>
  CLASS_NAMES.map((name) => [`${name}_${figure}`, `${what} of the size class ${name}`] as const)
).map(([name, what], at) => wide(name, what, CLASSES_RANK + at));

/** The sixteen class columns: `small_allocs`, `medium_allocs` ... `xlarge_freed_bytes`. */
export const CLASS_COLUMNS: readonly string[] = CLASS_FIGURES.map(({ name }) => name);

const STACK = columnDoc("stack", "u32", "backtrace of the place: id in stacks");

/** Tables of mpatrol profiles. */
export const PROFILE_DOCS: readonly TableDoc[] = [
  {
    name: "profile",
    doc: "one row per place that allocates; the row without an index holds what belongs to no place",
    columns: [
      wide("index", "number of the profiling record"),
      wide("site", "number of the call site in sites", 3002),
      wide("addr", "code address of the call"),
      columnDoc("func", "text", "function that the call is in"),
      columnDoc("file", "text", "source file; always null in profiles"),
      STACK,
      ...CLASS_FIGURES,
      ...TOTALS,
    ],
  },
  {
    name: "sites",
    doc: "one row per call site: a place with its callers",
    columns: [
      wide("index", "number of the call site"),
      wide("parent", "call site of the caller", 5101),
      wide("addr", "code address"),
      columnDoc("symbol", "text", "function that contains the call site", 701),
      wide("symbol_id", "number of the function in symbols", 5316),
      wide("offset", "offset of the address from the start of the function"),
      wide("profile", "number of the profiling record; null if the call site only calls others", 5317),
      STACK,
    ],
  },
  {
    name: "bins",
    doc: "requests by size",
    columns: [
      wide("size", "size in bytes"),
      columnDoc("at_least", "bool", "true for the last bin, which also holds all larger sizes", 3010),
      ...TOTALS,
    ],
  },
  {
    name: "symbols",
    doc: "functions by address",
    columns: [
      wide("id", "number of the function", 5315),
      columnDoc("name", "text", "name of the function"),
      wide("addr", "first address of the function"),
    ],
  },
];
