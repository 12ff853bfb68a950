/**
 * Descriptions of the tables of sp-rtrace traces.
 * @module
 */

import { columnDoc as column, type TableDoc } from "../../events/table_doc.ts";
import { ARGS_DESCRIPTION, ARGUMENT_COLUMNS } from "../argument_docs.ts";

/** The tables of both formats, text and binary. */
export const RESOURCE_DOCS: readonly TableDoc[] = [
  { name: "args", doc: ARGS_DESCRIPTION, columns: Object.values(ARGUMENT_COLUMNS) },
  {
    name: "maps",
    doc: "the memory map of the process",
    columns: [
      column("module", "text", "mapped file"),
      column("addr", "u64", "first address"),
      column("end", "u64", "end of the mapping"),
      column("size", "u64", "bytes"),
    ],
  },
  {
    name: "types",
    doc: "resource types of the trace, in the order of the file",
    columns: [
      column("type", "text", "name of the type"),
      column("mask", "u32", "bit of the type", 5307),
      column("description", "text", "description of the type", 3301),
      column("flags", "text", "flags as they were written", 5308),
      column("refcount", "bool", "true when calls count references", 5309),
      column("count", "u64", "calls of the type, including frees", 1106),
      column("bytes", "u64", "bytes that calls of the type allocated", 1102),
    ],
  },
  {
    name: "contexts",
    doc: "contexts of the program",
    columns: [
      column("context", "u32", "bit of the context in context masks"),
      column("name", "text", "name of the context"),
      column("count", "u64", "calls made while the context was active, including frees", 1106),
      column("bytes", "u64", "bytes that were allocated while the context was active", 1102),
    ],
  },
  {
    name: "attachments",
    doc: "files attached to the trace",
    columns: [column("name", "text", "name"), column("path", "text", "path", 1801)],
  },
  {
    name: "comments",
    doc: "lines that are not records",
    columns: [
      column("no", "u64", "number of the call before the line"),
      column("text", "text", "text", 902),
      column("temporary", "bool", "true for lines that tools leave out", 5314),
    ],
  },
  {
    name: "frame_texts",
    doc: "text after the address of a stack frame",
    columns: [column("frame", "u32", "number of the stack frame"), column("text", "text", "text", 902)],
  },
];
