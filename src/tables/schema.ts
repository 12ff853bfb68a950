/**
 * Descriptions of the tables of every trace, for `.schema`, help, completion and hover.
 * @module
 */

import type { ColumnDoc, TableDoc } from "../events/table_doc.ts";
import type { ColumnType } from "../events/trace_sink.ts";

/** Builds the description of a column from name, type and explanation. */
function column(name: string, type: ColumnType, doc: string): ColumnDoc {
  return { name, type, doc };
}

const EVENTS: TableDoc = {
  name: "events",
  words: { also: ["event", "record", "row"] },
  doc: "one row per record, in file order",
  columns: [
    column("seq", "u64", "row number in the trace, from 1"),
    column("no", "u64", "the format's own number of the record"),
    column("kind", "text", "alloc realloc free, reserve internal, call, block fault ..."),
    column("thread", "u64", "thread identifier"),
    column("func", "text", "function at the source position"),
    column("file", "text", "source file"),
    column("line", "u32", "source line"),
    column("name", "text", "the called function: API function or allocator"),
    column("module", "text", "library or program"),
    column("addr", "u64", "start of the block; code address in coverage traces"),
    column("size", "u64", "size in bytes; for a free the size the block had"),
    column("end", "u64", "addr + size"),
    column("index", "u64", "number of the allocation, if the trace numbers them"),
    column("type", "text", "resource type, function class, or machine op letters"),
    column("context", "u32", "mask of the program's contexts; contexts has their names"),
    column("time", "time", "timestamp, unrolled over midnight"),
    column("stack", "u32", "backtrace: id in stacks"),
    column("frame", "u32", "frame number, in traces of API calls"),
    column("op", "u32", "op byte, in coverage traces"),
    column("alloc", "u32", "row in allocs that the record belongs to, from 1"),
    column("live_blocks", "u64", "live blocks after the record"),
    column("live_bytes", "u64", "live bytes after the record"),
    column("trace", "text", "name under which the file was opened"),
  ],
};

const ALLOCS: TableDoc = {
  name: "allocs",
  words: {
    also: [
      "alloc",
      "allocation",
      "allocated",
      "allocated block",
      "allocated memory",
      "allocated byte",
      "memory block",
      "heap block",
    ],
    loosely: ["block", "memory", "heap", "byte"],
    says: {
      "leaked": "leaked",
      "freed": "freed is not null",
      "released": "freed is not null",
      "short lived": "life <= 10",
      "shortlived": "life <= 10",
      "short life": "life <= 10",
      "temporary": "life <= 10",
      "transient": "life <= 10",
      "resized": "resizes > 0",
      "reallocated": "resizes > 0",
      "moved": "moves > 0",
      "freed by another thread": "free.thread != thread",
      "freed by other thread": "free.thread != thread",
      "freed by a different thread": "free.thread != thread",
      "freed on another thread": "free.thread != thread",
      "freed in another thread": "free.thread != thread",
      "freed by another function": "free.func != func",
    },
    named: ["func", "file", "line"],
    columns: {
      "free.func": { also: ["freeing function", "freer", "freed by", "free function"] },
      "free.thread": { also: ["freeing thread", "free thread"] },
    },
  },
  doc: "one row per lifetime of a block: its allocation joined with its free",
  columns: [
    column("alloc", "u32", "row number, from 1; events.alloc points here"),
    column("seq", "u64", "seq of the allocating record"),
    column("addr", "u64", "current or last address of the block"),
    column("size", "u64", "size, after the last resize"),
    column("end", "u64", "addr + size"),
    column("thread", "u64", "thread that allocated"),
    column("func", "text", "function that allocated"),
    column("file", "text", "source file of the allocation"),
    column("line", "u32", "source line of the allocation"),
    column("name", "text", "allocator"),
    column("module", "text", "library or program that allocated"),
    column("type", "text", "resource type"),
    column("context", "u32", "mask of the program's contexts; contexts has their names"),
    column("time", "time", "time of the allocation"),
    column("stack", "u32", "backtrace of the allocation"),
    column("index", "u64", "number of the allocation, if the trace numbers them"),
    column("first_size", "u64", "size at the allocation"),
    column("max_size", "u64", "largest size that it had"),
    column("resizes", "u64", "how often it was reallocated"),
    column("moves", "u64", "reallocs that changed the address"),
    column("freed", "u64", "seq of the freeing record; null = still live"),
    column("life", "u64", "events from its allocation to its free, as the format numbers them"),
    { ...column("age", "time", "time from its allocation to its free"), display: "duration" },
    column("free.thread", "u64", "thread that freed"),
    column("free.func", "text", "function that freed"),
    column("free.file", "text", "source file of the free"),
    column("free.line", "u32", "source line of the free"),
    column("free.name", "text", "deallocation function that was called"),
    column("free.stack", "u32", "backtrace of the free"),
    column("free.time", "time", "time of the free"),
    column("leaked", "bool", "true if it was never freed"),
    column("refs", "u32", "references left"),
    column("replaced", "u64", "seq of a second allocation of the same live resource"),
    column("trace", "text", "name under which the file was opened"),
  ],
};

const PROBLEMS: TableDoc = {
  name: "problems",
  words: { also: ["problem", "error", "warning", "issue", "damage", "corruption"] },
  doc: "everything wrong or unusual in the trace",
  columns: [
    column("severity", "text", "error: data is missing; warning: unusual but read; note: worth knowing"),
    column("code", "text", "stable code"),
    column("offset", "u64", "byte offset in the decompressed stream"),
    column("record", "u64", "record number in file order, from 1"),
    column("message", "text", "what was found"),
    column("handling", "text", "how it was handled"),
    column("trace", "text", "name under which the file was opened"),
  ],
};

const TAGS: TableDoc = {
  name: "tags",
  words: { also: ["tag", "header", "metadata", "header field"] },
  doc: "header fields and info entries",
  columns: [
    column("name", "text", "name of the field"),
    column("value", "text", "its value"),
    column("raw", "text", "its bytes, in hex"),
    column("trace", "text", "name under which the file was opened"),
  ],
};

/** Descriptions of tables with fixed columns. Tables that only one format has are described by the format. */
export const TABLE_DOCS: readonly TableDoc[] = [EVENTS, ALLOCS, TAGS, PROBLEMS];

/** Returns the description of a table with fixed columns. */
export function tableDoc(name: string): TableDoc | undefined {
  return TABLE_DOCS.find((each) => each.name === name);
}
