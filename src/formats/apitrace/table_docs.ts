/**
 * What the tables of traces of calls mean, in words.
 * @module
 */

import { type ColumnDoc, columnDoc as column, type TableDoc } from "../../events/table_doc.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { ARGS_WORDS, ARGUMENT_COLUMNS } from "../argument_words.ts";

/** Columns of `calls` that need an argument, and their types. */
const CALL_FAMILIES: Readonly<Record<string, ColumnType>> = {
  arg: "text",
  text: "text",
  number: "i64",
  signed: "i64",
  unsigned: "u64",
  float: "f64",
  u8: "text",
  i8: "text",
  u16: "text",
  i16: "text",
  u32: "text",
  i32: "text",
  u64: "text",
  f32: "text",
  f64: "text",
  bytes: "text",
  chars: "text",
};

const ARGUMENT_FORMS: Readonly<Record<string, string>> = {
  text: "as text",
  number: "as a whole number: signed, unless a value is above 9223372036854775807",
  signed: "as a whole number up to 9223372036854775807",
  unsigned: "as a whole number that is not below zero",
  float: "where it is a floating-point number",
};

/** What a column of `calls` with an argument shows, in words. */
function familyDoc(family: string): string {
  if (family === "arg") return "the argument of an API call with this name";
  const form = ARGUMENT_FORMS[family];
  if (form !== undefined) return `the argument of an API call with this name, ${form}`;
  const [, kind = "", bits] = /^([uif])(\d+)$/.exec(family) ?? [];
  const what = { u: "unsigned numbers", i: "signed numbers", f: "floating-point numbers" }[kind];
  const others: Readonly<Record<string, string>> = { bytes: "bytes in hexadecimal", chars: "text" };
  const shown = what === undefined ? others[family] ?? family : `${what} of ${bits} bits`;
  return `the memory behind the argument of an API call with this name, as ${shown}`;
}

/** Columns of `calls` that are computed on demand. */
const LAZY_CALL_COLUMNS: readonly ColumnDoc[] = [
  column("args", "text", "the arguments, as a dump shows them"),
  column("ret", "text", "the return value"),
  column(
    "normal",
    "text",
    "the call as text, with handles and objects numbered by first use",
  ),
  column("redundant", "bool", "repeats the call before it on its thread, arguments and all"),
];

/** Tables of traces of calls. */
export const CALL_DOCS: readonly TableDoc[] = [
  {
    name: "calls",
    doc:
      "one row per API call; arg(NAME) is the argument of that name, args and ret are texts as in a dump, " +
      "redundant marks repeats of the call before, normal is the text without addresses, f32(NAME) shows memory",
    columns: [
      ARGUMENT_COLUMNS.no,
      column("thread", "u64", "thread that called"),
      column("entry", "u32", "row of the function in functions, from 0"),
      column("name", "text", "function"),
      column("class", "text", "what kind of function it is"),
      column("frame", "u32", "frame that the call belongs to"),
      column("fake", "bool", "written by the tracer and not by the program"),
      column("incomplete", "bool", "never returned"),
      column("blob_bytes", "u64", "bytes of memory that the arguments carry"),
      column("depth", "u32", "number of calls around this one"),
      column("enter", "u64", "byte offset of its enter event in the stream"),
      column("leave", "u64", "byte offset of its leave event; null when there is none"),
      column("stack", "u32", "backtrace: id in stacks"),
    ],
    onDemand: LAZY_CALL_COLUMNS,
    families: Object.entries(CALL_FAMILIES).map(([name, type]) => column(name, type, familyDoc(name))),
  },
  {
    name: "args",
    doc: ARGS_WORDS,
    columns: [
      ARGUMENT_COLUMNS.no,
      ARGUMENT_COLUMNS.name,
      ARGUMENT_COLUMNS.arg,
      ARGUMENT_COLUMNS.position,
      column("type", "text", "kind of value"),
      ARGUMENT_COLUMNS.value,
      column("number", "i64", "value, where it is a whole number up to 9223372036854775807"),
      column("unsigned", "u64", "value, where it is a whole number that is not below zero"),
      column("symbol", "text", "name of an enumerated value or of bits"),
      column("bytes", "u64", "bytes that it carries"),
      column("hash", "u64", "hash of those bytes: equal content has equal hashes"),
      column("offset", "u64", "where the value begins in the stream"),
    ],
  },
  {
    name: "frames",
    doc: "one row per frame; the last one may have no end",
    columns: [
      column("frame", "u32", "number of the frame"),
      column("first", "u64", "number of its first call"),
      column("last", "u64", "number of its last call"),
      column("calls", "u64", "calls"),
      column("draws", "u64", "calls that draw"),
      column("uploads", "u64", "calls whose arguments carry memory"),
      column("bytes", "u64", "bytes that arguments carry"),
      column("stream_bytes", "u64", "bytes of the trace"),
      column("threads", "u32", "threads that called"),
      column("ended", "bool", "false for calls after the end of the last frame"),
    ],
  },
  {
    name: "groups",
    doc: "one row per debug group, a tree by parent",
    columns: [
      column("group", "u32", "number of the group, from 1"),
      column("parent", "u32", "group around it; null at the top"),
      column("depth", "u32", "groups around it"),
      column("thread", "u64", "thread that pushed it"),
      column("name", "text", "label that the program gave it"),
      column("path", "text", "labels from the outermost group on"),
      column("frame", "u32", "frame that it began in"),
      column("first", "u64", "number of the push call"),
      column("last", "u64", "number of the pop call; null = never popped"),
      column("calls", "u64", "calls of the thread in the group, other pushes and pops included"),
      column("draws", "u64", "calls inside that draw"),
      column("bytes", "u64", "bytes that arguments inside carry"),
    ],
  },
  {
    name: "functions",
    doc: "one row per API function that was called",
    columns: [
      column("name", "text", "function"),
      column("class", "text", "what kind of function it is"),
      column("args", "text", "names of its arguments"),
      column("calls", "u64", "calls"),
      column("bytes", "u64", "bytes that their arguments carry"),
      column("id", "u64", "its number in the stream"),
    ],
  },
  {
    name: "threads",
    doc: "one row per thread that called",
    columns: [
      column("thread", "u64", "number of the thread"),
      column("calls", "u64", "calls"),
      column("bytes", "u64", "bytes that their arguments carry"),
      column("first", "u64", "number of its first call"),
      column("last", "u64", "number of its last call"),
    ],
  },
  {
    name: "objects",
    doc: "one row per graphics object that was created, mapped or allocated",
    columns: [
      column("type", "text", "kind of object"),
      column("addr", "u64", "address; for named objects group and name in one"),
      column("object", "u64", "name or handle"),
      column("group", "u32", "contexts that share it"),
      column("label", "text", "label that the program gave it"),
      column("size", "u64", "bytes"),
      column("uploads", "u64", "calls that filled it"),
      column("upload_bytes", "u64", "bytes that they carried"),
      column("made", "u64", "number of the call that created it"),
      column("deleted", "u64", "number of the call that deleted it; null = never deleted"),
      column("source", "text", "source text, for shaders"),
    ],
  },
];
