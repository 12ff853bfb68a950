/**
 * Descriptions of the tables of traces of calls.
 * @module
 */

import { type ColumnDoc, columnDoc as column, type TableDoc } from "../../events/table_doc.ts";
import { ARGS_DESCRIPTION, ARGUMENT_COLUMNS } from "../argument_docs.ts";

const ARGUMENT = "the argument of an API call with this name";

/** Views of the memory behind an argument. */
const MEMORY_FORMS = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "f32", "f64", "bytes", "chars"];

/** Describes a column of `calls` that shows the memory behind an argument. */
function memoryDoc(form: string): string {
  const [, kind = "", bits] = /^([uif])(\d+)$/.exec(form) ?? [];
  const what = { u: "unsigned numbers", i: "signed numbers", f: "floating-point numbers" }[kind];
  const shown = what ? `${what} of ${bits} bits` : form === "bytes" ? "bytes in hexadecimal" : "text";
  return `the memory that ${ARGUMENT} points to, as ${shown}`;
}

/** Returns the columns of `calls` that take an argument name, given its description. */
export function argumentFamilies(argument: string): readonly ColumnDoc[] {
  return [
    column("arg", "text", argument),
    column("text", "text", `${argument}, as text`),
    column(
      "number",
      "i64",
      `${argument}, as a whole number: signed, unless a value is above 9223372036854775807`,
    ),
    column("signed", "i64", `${argument}, as a whole number up to 9223372036854775807`),
    column("unsigned", "u64", `${argument}, as a whole number that is not below zero`),
    column("float", "f64", `${argument}, where it is a floating-point number`),
  ];
}

/** Columns of `calls` that take an argument name. */
const CALL_FAMILIES: readonly ColumnDoc[] = [
  ...argumentFamilies(ARGUMENT),
  ...MEMORY_FORMS.map((form) => column(form, "text", memoryDoc(form))),
];

/** Columns of `calls` that are computed on demand. */
const LAZY_CALL_COLUMNS: readonly ColumnDoc[] = [
  column("args", "text", "the arguments as text, as in a dump", 5319),
  column("ret", "text", "the return value"),
  column(
    "normal",
    "text",
    "the call as text, with handles and objects numbered by first use",
  ),
  column("redundant", "bool", "repeats the previous call on its thread, with the same arguments"),
];

/** Tables of traces of calls. */
export const CALL_DOCS: readonly TableDoc[] = [
  {
    name: "calls",
    words: {
      also: ["call", "api call", "gl call"],
      says: {
        "redundant": "redundant",
        "duplicate": "redundant",
        "duplicated": "redundant",
        "repeated": "redundant",
        "unnecessary": "redundant",
        "superfluous": "redundant",
        "draw": 'class has "render"',
        "drawing": 'class has "render"',
        "incomplete": "incomplete",
        "unfinished": "incomplete",
        "never returned": "incomplete",
        "upload": "blob_bytes > 0",
        "fake": "fake",
      },
      named: ["name"],
      columns: {
        name: { also: ["function", "func", "api function", "call name", "function name"] },
        blob_bytes: {
          also: ["byte", "data", "size", "upload size", "uploaded byte", "blob size"],
          most: ["largest", "biggest"],
        },
      },
    },
    doc:
      "one row per API call; arg(NAME) is the argument of that name, args and ret are texts as in a dump, " +
      "redundant marks repeats of the call before, normal is the text without addresses, f32(NAME) shows memory",
    columns: [
      ARGUMENT_COLUMNS.no,
      column("thread", "u64", "thread that called"),
      column("entry", "u32", "row of the function in functions, from 0", 5105),
      column("name", "text", "function"),
      column("class", "text", "class of the function", 901),
      column("frame", "u32", "frame that the call belongs to"),
      column("fake", "bool", "written by the tracer and not by the program", 5108),
      column("incomplete", "bool", "never returned", 5109),
      column("blob_bytes", "u64", "bytes of memory that the arguments carry", 2901),
      column("depth", "u32", "nesting depth: number of calls that contain this one", 5103),
      column("enter", "u64", "byte offset of the enter event in the stream", 5106),
      column("leave", "u64", "byte offset of the leave event in the stream; null if there is none", 5107),
      column("stack", "u32", "backtrace: id in stacks"),
    ],
    onDemand: LAZY_CALL_COLUMNS,
    families: CALL_FAMILIES,
  },
  {
    name: "args",
    doc: ARGS_DESCRIPTION,
    columns: [
      ARGUMENT_COLUMNS.no,
      ARGUMENT_COLUMNS.name,
      ARGUMENT_COLUMNS.arg,
      ARGUMENT_COLUMNS.position,
      column("type", "text", "kind of value"),
      ARGUMENT_COLUMNS.value,
      column("number", "i64", "value, if it is a whole number up to 9223372036854775807", 3302),
      column("unsigned", "u64", "value, if it is a whole number that is not negative", 3303),
      column("symbol", "text", "name of an enumerated value or of bits", 701),
      column("bytes", "u64", "bytes of memory that the value carries", 1102),
      column(
        "hash",
        "u64",
        "hash of the memory that the value carries: equal content has equal hashes",
        5110,
      ),
      column("offset", "u64", "where the value begins in the stream"),
    ],
  },
  {
    name: "frames",
    words: {
      also: ["frame"],
      named: ["frame"],
      columns: {
        calls: {
          amount: true,
          also: ["call", "number of call", "call count"],
          most: ["busiest", "heaviest"],
        },
        draws: { amount: true, also: ["draw", "draw call", "number of draw call", "number of draw"] },
        uploads: { amount: true, also: ["upload"] },
        bytes: { amount: true, also: ["byte", "data", "uploaded byte", "byte uploaded"] },
      },
    },
    doc: "one row per frame; the last one may have no end",
    columns: [
      column("frame", "u32", "number of the frame"),
      column("first", "u64", "number of the first call", 3901),
      column("last", "u64", "number of the last call", 3902),
      column("calls", "u64", "calls", 1103),
      column("draws", "u64", "calls that draw", 2201),
      column("uploads", "u64", "calls whose arguments carry memory", 2202),
      column("bytes", "u64", "bytes that arguments carry", 1102),
      column("stream_bytes", "u64", "bytes of the trace", 2903),
      column("threads", "u32", "threads that called", 4001),
      column("ended", "bool", "false for calls after the end of the last frame", 5313),
    ],
  },
  {
    name: "groups",
    words: { also: ["debug group", "group"], named: ["path"] },
    doc: "one row per debug group, a tree by parent",
    columns: [
      column("group", "u32", "number of the group, from 1", 5102),
      column("parent", "u32", "number of the enclosing group; null for an outermost one", 5101),
      column("depth", "u32", "nesting depth: number of enclosing groups", 5103),
      column("thread", "u64", "thread that pushed the group"),
      column("name", "text", "label that the program gave the group"),
      column("path", "text", "labels from the outermost group on", 1801),
      column("frame", "u32", "frame in which the group began"),
      column("first", "u64", "number of the push call", 3901),
      column("last", "u64", "number of the pop call; null = never popped", 3902),
      column("calls", "u64", "calls of the thread in the group, other pushes and pops included", 1103),
      column("draws", "u64", "calls in the group that draw", 2201),
      column("bytes", "u64", "bytes that arguments of calls in the group carry", 1102),
    ],
  },
  {
    name: "functions",
    words: {
      also: ["function", "api function"],
      named: ["name"],
      columns: {
        name: { also: ["function", "func"] },
        calls: { also: ["call", "call count"], most: ["busiest"] },
        bytes: { also: ["byte", "data"] },
      },
    },
    doc: "one row per API function that was called",
    columns: [
      column("name", "text", "function"),
      column("class", "text", "class of the function", 901),
      column("args", "text", "names of the arguments", 5319),
      column("calls", "u64", "calls", 1103),
      column("bytes", "u64", "bytes that arguments of the calls carry", 1102),
      column("id", "u64", "number of the function in the stream", 5315),
    ],
  },
  {
    name: "threads",
    doc: "one row per thread that called",
    columns: [
      column("thread", "u64", "number of the thread"),
      column("calls", "u64", "calls", 1103),
      column("bytes", "u64", "bytes that arguments of the calls carry", 1102),
      column("first", "u64", "number of the first call", 3901),
      column("last", "u64", "number of the last call", 3902),
    ],
  },
  {
    name: "objects",
    words: {
      also: ["object", "gl object", "graphics object"],
      says: {
        "never deleted": "deleted is null",
        "never destroyed": "deleted is null",
        "not destroyed": "deleted is null",
        "not deleted": "deleted is null",
        "undeleted": "deleted is null",
        "leaked": "deleted is null",
        "leaking": "deleted is null",
        "live": "deleted is null",
        "deleted": "deleted is not null",
      },
      kinds: "type",
      named: ["type", "object"],
      columns: { object: { also: ["name", "handle"] }, type: { also: ["kind"] } },
    },
    doc: "one row per graphics object that was created, mapped or allocated",
    columns: [
      column("type", "text", "kind of object"),
      column("addr", "u64", "address; for named objects, group and name in one number"),
      column("object", "u64", "name or handle", 3001),
      column("group", "u32", "group of contexts that share the object", 5102),
      column("label", "text", "label that the program gave the object", 1001),
      column("size", "u64", "bytes"),
      column("uploads", "u64", "calls that uploaded content to the object", 2202),
      column("upload_bytes", "u64", "bytes that were uploaded to the object", 2902),
      column("made", "u64", "number of the call that created the object", 5310),
      column("deleted", "u64", "number of the call that deleted the object; null = never deleted", 5311),
      column("source", "text", "source text, for shaders", 5312),
    ],
  },
];
