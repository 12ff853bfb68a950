/**
 * Descriptions of the tables of a DHAT file.
 * @module
 */

import { columnDoc as column, layoutOf, type TableDoc } from "../../events/table_doc.ts";
import type { TableLayout } from "../../events/trace_sink.ts";

/** Columns of figures, in the order in which points keep them. */
export const FIGURE_COLUMNS = [
  "allocs",
  "alloc_bytes",
  "lifetime",
  "max_blocks",
  "max_bytes",
  "peak_blocks",
  "peak_bytes",
  "live",
  "live_bytes",
  "read_bytes",
  "written_bytes",
] as const;

/** Tables of DHAT files. */
export const DHAT_DOCS: readonly TableDoc[] = [{
  name: "profile",
  words: {
    also: ["place", "program point", "profile"],
    columns: {
      caller: { also: ["function", "caller function"] },
      allocs: { amount: true, also: ["allocation", "number of allocation", "alloc"] },
      alloc_bytes: { amount: true, also: ["allocated byte", "allocated memory", "byte allocated"] },
      peak_bytes: { amount: true, also: ["peak byte"] },
      live: { amount: true, also: ["live block", "leaked block"] },
      live_bytes: {
        amount: true,
        also: ["live byte", "leaked byte", "byte live at the end", "leaked memory"],
      },
      read_bytes: { amount: true, also: ["read byte", "byte read"] },
      written_bytes: { amount: true, also: ["written byte", "byte written"] },
    },
  },
  doc: "one row per program point: a backtrace with everything that was allocated (copied, counted) there",
  columns: [
    column("index", "u64", "number of the point in the file, from 0"),
    column("stack", "u32", "backtrace of the place: id in stacks"),
    column("func", "text", "innermost function, which may be the allocator itself"),
    column("file", "text", "source file of the innermost function"),
    column("line", "u32", "source line in the innermost function"),
    column("module", "text", "program or library of the innermost function, if it has no source file"),
    column("addr", "u64", "code address in the innermost function"),
    column(
      "caller",
      "text",
      "innermost function that is neither an allocator nor of a standard library",
      702,
    ),
    column("caller_file", "text", "source file of the caller", 703),
    column("caller_line", "u32", "source line in the caller", 704),
    column("allocs", "u64", "allocations; in other modes of DHAT, copies or events", 1105),
    column("alloc_bytes", "u64", "bytes of all allocations or copies, or units of all events", 1101),
    column("lifetime", "u64", "sum of the lifetimes of all blocks, in the unit of the tag tu", 5330),
    column("max_blocks", "u64", "blocks that were live when the point reached its own maximum", 5331),
    column(
      "max_bytes",
      "u64",
      "maximum of live bytes of this point alone; maxima of several points cannot be added up",
      5332,
    ),
    column("peak_blocks", "u64", "blocks that were live at the peak of the program (t-gmax)"),
    column("peak_bytes", "u64", "bytes that were live at the peak of the program (t-gmax)"),
    column("live", "u64", "blocks that were live at the end", 1104),
    column("live_bytes", "u64", "bytes that were live at the end"),
    column("read_bytes", "u64", "bytes that were read from the blocks", 5333),
    column("written_bytes", "u64", "bytes that were written to the blocks", 5334),
    column("accesses", "text", "accesses per byte of a block: -N, K are N bytes with K accesses each", 5335),
  ],
}];

const NUMBERS: readonly string[] = ["index", "addr", ...FIGURE_COLUMNS];
const ID = { nullable: true, zeroIsNull: true } as const;

/** Layout of the table of program points. */
export const PROFILE: TableLayout = layoutOf(DHAT_DOCS, "profile", {
  ...Object.fromEntries(NUMBERS.map((name) => [name, { nullable: true }])),
  stack: ID,
  line: ID,
  caller_line: ID,
});
