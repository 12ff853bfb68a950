/**
 * What the tables of profiles mean, in words.
 * @module
 */

import { type ColumnDoc, columnDoc, type TableDoc } from "../../events/table_doc.ts";

function wide(name: string, doc: string, rank?: number): ColumnDoc {
  return columnDoc(name, "u64", doc, rank);
}

const CLASSES = ["small", "medium", "large", "xlarge"];
const FIGURES: readonly (readonly [string, string, number])[] = [
  ["allocs", "allocations", 1105],
  ["alloc_bytes", "bytes of allocations", 1101],
  ["frees", "frees", 3306],
  ["freed_bytes", "bytes of frees", 3307],
];
/** Rank of the first figure by size class. */
const CLASSES_RANK = 5320;

const TOTALS: readonly ColumnDoc[] = [
  ...FIGURES.map(([name, what, rank]) => wide(name, `all ${what}`, rank)),
  wide("live", "allocations that were never freed", 1104),
  wide("live_bytes", "their bytes"),
];

const STACK: ColumnDoc = { name: "stack", type: "u32", doc: "backtrace of the place: id in stacks" };

/** Tables of mpatrol profiles. */
export const PROFILE_DOCS: readonly TableDoc[] = [
  {
    name: "profile",
    doc: "one row per place that allocates; the row without an index is what no place accounts for",
    columns: [
      wide("index", "number of the profiling record"),
      wide("site", "number of the call site in sites", 3002),
      wide("addr", "code address of the call"),
      { name: "func", type: "text", doc: "function that the call is in" },
      { name: "file", type: "text", doc: "source file; always null in profiles" },
      STACK,
      ...FIGURES.flatMap(([figure, what], row) =>
        CLASSES.map((name, at) =>
          wide(
            `${name}_${figure}`,
            `${what} of the size class ${name}`,
            CLASSES_RANK + row * CLASSES.length + at,
          )
        )
      ),
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
      { name: "symbol", type: "text", doc: "function that it lies in", rank: 701 },
      wide("symbol_id", "number of that function in symbols", 5316),
      wide("offset", "distance of the address from the start of that function"),
      wide("profile", "number of its profiling record; null when it only calls others", 5317),
      STACK,
    ],
  },
  {
    name: "bins",
    doc: "requests by size",
    columns: [
      wide("size", "size in bytes"),
      {
        name: "at_least",
        type: "bool",
        doc: "true for the last bin, which also holds all larger sizes",
        rank: 3010,
      },
      ...TOTALS,
    ],
  },
  {
    name: "symbols",
    doc: "functions by address",
    columns: [
      wide("id", "number of the function", 5315),
      { name: "name", type: "text", doc: "its name" },
      wide("addr", "its first address"),
    ],
  },
];
