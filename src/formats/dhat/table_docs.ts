/**
 * Tables and columns of profiles of DHAT, and what they mean.
 * @module
 */

import { columnDoc as column, layoutOf, NULLABLE, type TableDoc } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** The tables in words. */
export const DHAT_DOCS: readonly TableDoc[] = [{
  name: "profile",
  doc: "one row per program point: a backtrace and the sums of what it allocated, copied or did",
  columns: [
    column("index", "u64", "number of the point in the file, from 0"),
    column("stack", "u32", "backtrace: id in stacks"),
    column("func", "text", "function of the first frame, which may be the allocator itself"),
    column("file", "text", "its source file"),
    column("line", "u32", "its line"),
    column("module", "text", "its program or library, where the file has no source of it"),
    column("addr", "u64", "its code address"),
    column("allocs", "u64", "blocks; copies or events where the profile is one of those", 1105),
    column("alloc_bytes", "u64", "their bytes; units of events", 1101),
    column("live", "u64", "blocks that were live at the end", 1104),
    column("live_bytes", "u64", "their bytes"),
    column("peak_blocks", "u64", "blocks that were live when all points together had most bytes"),
    column("peak_bytes", "u64", "their bytes"),
    column("max_blocks", "u64", "blocks that were live when this point had most bytes", 3020),
    column("max_bytes", "u64", "their bytes; maxima of points are of different moments", 3021),
    column("lifetime", "u64", "sum of lifetimes, in the unit of time that the tag tu names", 3022),
    column("read_bytes", "u64", "bytes that the program read of these blocks", 3023),
    column("written_bytes", "u64", "bytes that it wrote to them", 3024),
    column(
      "accesses",
      "text",
      "accesses of each byte, where all blocks have one size: -n,k stands for n times k",
      5340,
    ),
  ],
}];

/** Numbers are null where the profile is not about them. */
const NUMBERS = [
  "line",
  "addr",
  "stack",
  "allocs",
  "alloc_bytes",
  "live",
  "live_bytes",
  "peak_blocks",
  "peak_bytes",
  "max_blocks",
  "max_bytes",
  "lifetime",
  "read_bytes",
  "written_bytes",
];

/** The layout of `profile`. */
export const PROFILE: TableLayout = layoutOf(
  DHAT_DOCS,
  "profile",
  Object.fromEntries(NUMBERS.map((name) => [name, NULLABLE])),
);
