/**
 * Tables and columns of pprof profiles, and what they mean.
 * @module
 */

import { columnDoc as column, type TableDoc } from "../../events/table_doc.ts";

/** Descriptions of common weights; a file may have others. */
const WEIGHTS: readonly (readonly [name: string, doc: string])[] = [
  ["alloc_objects", "blocks that were allocated"],
  ["alloc_space", "bytes that were allocated"],
  ["inuse_objects", "blocks that were live when the profile was taken"],
  ["inuse_space", "bytes that were live when the profile was taken"],
  ["samples", "number of CPU samples"],
  ["cpu", "CPU time, in nanoseconds"],
  ["contentions", "number of times a thread waited"],
  ["delay", "time spent waiting, in nanoseconds"],
];

/** Columns of `profile` that are not weights. */
export const PLACE_COLUMNS = "index stack func file line addr module";

/** Descriptions of the tables. `profile` may have further weights that the file names. */
export const PPROF_DOCS: readonly TableDoc[] = [{
  name: "profile",
  words: {
    columns: {
      alloc_objects: { amount: true, also: ["allocated object", "number of allocation"] },
      alloc_space: { amount: true, also: ["allocated byte", "allocated memory"] },
      inuse_objects: { amount: true, also: ["live object", "object in use", "in use object"] },
      inuse_space: { amount: true, also: ["live byte", "byte in use", "in use byte", "in use memory"] },
      cpu: { amount: true, also: ["cpu time"] },
      samples: { amount: true, also: ["sample"] },
      delay: { amount: true, also: ["waiting time"] },
    },
  },
  doc: "one row per sample: a backtrace, and a column for each type of samples that the file has",
  columns: [
    column("index", "u64", "number of the sample in the file, from 0"),
    column("stack", "u32", "backtrace: id in stacks"),
    column("func", "text", "function of the innermost frame, the inlined one if there is one"),
    column("file", "text", "source file of the innermost frame"),
    column("line", "u32", "source line of the innermost frame"),
    { ...column("addr", "u64", "code address of the innermost frame"), display: "plain" },
    column("module", "text", "program or library of the innermost frame"),
    ...WEIGHTS.map(([name, doc]) => column(name, "i64", doc)),
  ],
}, {
  name: "weights",
  doc: "one row per type of samples: a column of profile",
  columns: [
    column("name", "text", "the column of profile that holds the values"),
    column("unit", "text", "what the values count, such as bytes or nanoseconds", 401),
    column("total", "i64", "sum over all samples; null beyond 64 bits", 3030),
    column("default", "bool", "whether the type is used when a query names no weight", 3031),
  ],
}, {
  name: "labels",
  doc: "one row per label of a sample: a request, a tenant, a size class",
  columns: [
    column("sample", "u64", "index of the sample in profile"),
    column("name", "text", "name of the label"),
    column("value", "text", "value of the label; a number is shown as text"),
    column("number", "i64", "value of the label, if it is a number", 3302),
    column("unit", "text", "the unit of the number", 401),
  ],
}, {
  name: "modules",
  doc: "one row per part of a program or library in memory",
  columns: [
    column("module", "text", "program or library"),
    column("addr", "u64", "first address of the part"),
    column("end", "u64", "end address of the part"),
    column("offset", "u64", "offset of the part in the file of the program or library"),
    column("build", "text", "build id", 5341),
  ],
}];
