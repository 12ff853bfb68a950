/**
 * Descriptions of the tables of a GFXReconstruct capture: those of apitrace, reduced to what captures
 * contain.
 * @module
 */

import {
  type ColumnDoc,
  columnDoc as column,
  layoutOf,
  NULLABLE,
  type TableDoc,
} from "../../events/table_doc.ts";
import { type ColumnSpec, PAIRING_KIND, type TableLayout } from "../../events/trace_sink.ts";
import { argumentFamilies, CALL_DOCS } from "../apitrace/table_docs.ts";

const ARGUMENT = "the argument with this path, such as pCreateInfo.size or pRegions[0].size";

/** Copies the description of an apitrace table, with only the named columns. */
function taken(name: string, doc: string, names: string): TableDoc {
  const found = CALL_DOCS.find((each) => each.name === name)!;
  const columns = names.split(" ").map((each) => found.columns.find((column) => column.name === each)!);
  return { ...found, doc, columns };
}

const ON_DEMAND: readonly ColumnDoc[] = [
  column("args", "text", "the arguments, as captured", 5319),
  column("ret", "text", "the return value"),
  column("normal", "text", "the call as text, with pointers numbered by first use"),
  column("redundant", "bool", "repeats the previous call on its thread, with the same arguments"),
];

/** Tables of captures. */
export const GFXR_DOCS: readonly TableDoc[] = [
  {
    ...taken(
      "calls",
      "one row per API call; arg(PATH) is the argument with that path, args and ret are texts, redundant marks repeats of " +
        "the call before",
      "no thread entry name class frame fake incomplete blob_bytes depth enter leave",
    ),
    onDemand: ON_DEMAND,
    families: argumentFamilies(ARGUMENT),
  },
  taken(
    "args",
    "one row per value of an argument: numbers, texts and words, also those inside structures",
    "no name arg position type value number unsigned bytes",
  ),
  taken(
    "frames",
    "one row per frame; the last one may have no end",
    "frame first last calls draws uploads bytes stream_bytes threads ended",
  ),
  taken("functions", "one row per API function that was called", "name class args calls bytes id"),
  taken(
    "threads",
    "one row per thread that called; captures before 1.0 have none",
    "thread calls bytes first last",
  ),
  taken(
    "groups",
    "one row per debug label of a command buffer or queue, a tree by parent",
    "group parent depth thread name path frame first last calls draws bytes",
  ),
  taken(
    "objects",
    "one row per object that a call created or allocated, by its handle",
    "type addr object group label size uploads upload_bytes made deleted source",
  ),
];

const NAME_IN_FUNCTIONS = { into: { table: "functions", show: "name" } };

/** Layout of the calls, in file order. */
export const CALLS: TableLayout = layoutOf(GFXR_DOCS, "calls", {
  thread: { dictionary: true, zeroIsNull: true },
  name: NAME_IN_FUNCTIONS,
  class: { into: { table: "functions", show: "class" } },
});

export const FRAMES: TableLayout = layoutOf(GFXR_DOCS, "frames");
export const FUNCTIONS: TableLayout = layoutOf(GFXR_DOCS, "functions");
export const THREADS: TableLayout = layoutOf(GFXR_DOCS, "threads");
export const OBJECTS: TableLayout = layoutOf(GFXR_DOCS, "objects", { deleted: NULLABLE });

/** Layout of debug groups, in the order of the pushes. */
export const GROUPS: TableLayout = layoutOf(GFXR_DOCS, "groups", {
  thread: { dictionary: true, zeroIsNull: true },
  parent: NULLABLE,
  last: NULLABLE,
});

/** Layout of `args`, with a row per value. `isHuge` says that some numbers fit only in `unsigned`. */
export function argsLayout(isHuge: boolean): TableLayout {
  return layoutOf(GFXR_DOCS, "args", {
    position: NULLABLE,
    number: { ...NULLABLE, ...(isHuge ? { rest: "unsigned" } : {}) },
    unsigned: NULLABLE,
    bytes: NULLABLE,
  });
}

/**
 * One row per call, per memory block that was freed together with its device, and per record of the recorder
 * itself.
 */
export const EVENT_COLUMNS: readonly ColumnSpec[] = [
  { name: "no", type: "u64" },
  { name: "kind", type: "text" },
  PAIRING_KIND,
  { name: "thread", type: "u64", dictionary: true, zeroIsNull: true },
  { name: "name", type: "text" },
  { name: "addr", type: "u64", nullable: true },
  { name: "size", type: "u64", nullable: true },
  { name: "type", type: "text" },
  { name: "frame", type: "u32" },
];
