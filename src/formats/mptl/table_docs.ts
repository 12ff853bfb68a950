/**
 * What the tables of profiles mean, in words.
 * @module
 */

import type { ColumnDoc, TableDoc } from "../../events/table_doc.ts";

function wide(name: string, doc: string): ColumnDoc {
  return { name, type: "u64", doc };
}

const CLASSES = ["small", "medium", "large", "xlarge"];
const FIGURES: readonly (readonly [string, string])[] = [
  ["allocs", "allocations"],
  ["alloc_bytes", "bytes of allocations"],
  ["frees", "frees"],
  ["freed_bytes", "bytes of frees"],
];

const TOTALS: readonly ColumnDoc[] = [
  ...FIGURES.map(([name, what]) => wide(name, `all ${what}`)),
  wide("live", "allocations that were never freed"),
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
      wide("site", "number of the call site in sites"),
      wide("addr", "code address of the call"),
      { name: "func", type: "text", doc: "function that the call is in" },
      { name: "file", type: "text", doc: "source file; always null in profiles" },
      STACK,
      ...FIGURES.flatMap(([figure, what]) =>
        CLASSES.map((name) => wide(`${name}_${figure}`, `${what} of the size class ${name}`))
      ),
      ...TOTALS,
    ],
  },
  {
    name: "sites",
    doc: "one row per call site: a place with its callers",
    columns: [
      wide("index", "number of the call site"),
      wide("parent", "call site of the caller"),
      wide("addr", "code address"),
      { name: "symbol", type: "text", doc: "function that it lies in" },
      wide("symbol_id", "number of that function in symbols"),
      wide("offset", "distance of the address from the start of that function"),
      wide("profile", "number of its profiling record; null when it only calls others"),
      STACK,
    ],
  },
  {
    name: "bins",
    doc: "requests by size",
    columns: [
      wide("size", "size in bytes"),
      { name: "at_least", type: "bool", doc: "true for the last bin, which also holds all larger sizes" },
      ...TOTALS,
    ],
  },
  {
    name: "symbols",
    doc: "functions by address",
    columns: [
      wide("id", "number of the function"),
      { name: "name", type: "text", doc: "its name" },
      wide("addr", "its first address"),
    ],
  },
];
