/**
 * Descriptions of the tables of coverage traces, including notes on the limits of their figures.
 * @module
 */

import { type ColumnDoc, columnDoc as column, type TableDoc } from "../../events/table_doc.ts";

const MODULE = column("module", "text", "program or shared object that the code belongs to");

const RANGE: readonly ColumnDoc[] = [
  column(
    "addr",
    "u64",
    "first address, relative to the module's code, or to the load address if there is one",
  ),
  column("size", "u64", "bytes"),
  column("end", "u64", "addr + size"),
  MODULE,
];

const STATE: readonly ColumnDoc[] = [
  column("op", "u32", "bitwise or of the op bytes"),
  column("type", "text", "op as letters: branch bits 3 to 0, block, fault"),
  column(
    "taken",
    "bool",
    "left by branch direction 0 at least once; its meaning depends on the simulator",
    3003,
  ),
  column("fallthrough", "bool", "left by branch direction 1 at least once", 3004),
  column("fault", "bool", "a fault stopped the code: only the bytes up to size ran", 3005),
  column("outcome", "text", "branch directions seen: both, one or none", 202),
];

const SYMBOL: readonly ColumnDoc[] = [
  column("symbol", "text", "function, when the program is available", 701),
  column("offset", "u64", "offset from the start of the function"),
  column(
    "file",
    "text",
    "source file of the first address, if the program is available and has a line table",
  ),
  column("line", "u32", "source line of the first address"),
];

const COUNT = column(
  "count",
  "u64",
  "entries in the trace. In a flat trace that is not how often it ran; in a history trace it is, but only for blocks " +
    "that end in a direct branch",
  1106,
);

const PLACES: readonly ColumnDoc[] = [
  COUNT,
  column("first", "u64", "seq of the first entry", 3901),
  column("last", "u64", "seq of the last entry", 3902),
];

/** Tables of coverage traces. Some need the program as well, as their descriptions say. */
const TRACE_DOCS: readonly TableDoc[] = [
  {
    name: "entries",
    doc: "one row per distinct trace entry; modules that come or go start new rows",
    columns: [
      column("kind", "u32", "number of the kind; events shows its name"),
      ...RANGE,
      column("pc", "u64", "address as it is in the file", 5201),
      ...STATE,
      column(
        "dropped",
        "bool",
        "true if the original tool drops the entry: before or below the load address",
        5301,
      ),
      ...PLACES,
      ...SYMBOL,
    ],
  },
  {
    name: "blocks",
    doc: "one row per distinct block: module, address and size",
    columns: [...RANGE, ...SYMBOL, ...STATE, ...PLACES],
  },
  {
    name: "ranges",
    doc:
      "disjoint covered ranges with the ops of everything that ran in them; neighbours differ in their ops",
    columns: [...RANGE, ...STATE],
  },
  { name: "gaps", doc: "the gaps between covered ranges of the same module", columns: RANGE },
  {
    name: "edges",
    doc: "history traces: which block followed which entry, most frequent first",
    columns: [
      column("from", "u64", "address of the block that was left", 3008),
      column("from_size", "u64", "size of the block that was left", 5303),
      column("from_module", "text", "module of the block that was left", 5305),
      column("op", "u32", "how the block was left, as an op byte"),
      column("type", "text", "how the block was left, as letters"),
      column("to", "u64", "address of the block that was entered", 3009),
      column("to_size", "u64", "size of the block that was entered", 5304),
      column("to_module", "text", "module of the block that was entered", 5306),
      column("count", "u64", "how often the one block followed the other", 1106),
      column(
        "exact",
        "bool",
        "false after returns and indirect jumps, where a trace leaves out blocks that ran before",
        5302,
      ),
    ],
  },
  {
    name: "uncovered",
    doc: "code that did not run, in functions and between them; needs the program",
    columns: [
      column("func", "text", "function; null between functions"),
      column("file", "text", "source file of the first address, if the program has a line table"),
      column("line", "u32", "source line of the first address"),
      column("section", "text", "section of the program", 702),
      ...RANGE,
    ],
  },
  {
    name: "lines",
    words: {
      also: ["line", "source line", "code line", "line of code"],
      loosely: ["code", "coverage"],
      says: {
        "uncovered": "not covered",
        "not covered": "not covered",
        "missed": "not covered",
        "missing": "not covered",
        "never executed": "not covered",
        "not executed": "not covered",
        "unexecuted": "not covered",
        "not hit": "not covered",
        "never hit": "not covered",
        "unreached": "not covered",
        "not reached": "not covered",
        "never reached": "not covered",
        "never run": "not covered",
        "not run": "not covered",
        "never ran": "not covered",
        "did not run": "not covered",
        "untested": "not covered",
        "not tested": "not covered",
        "covered": "covered",
        "executed": "covered",
        "reached": "covered",
        "hit": "covered",
        "tested": "covered",
        "partly covered": "state == '!'",
        "partially covered": "state == '!'",
        "half covered": "state == '!'",
        "partial": "state == '!'",
      },
      named: ["file", "line"],
      columns: {
        count: {
          also: ["hit", "execution", "hit count", "execution count"],
          most: ["hottest", "most executed", "most hit"],
        },
        uncovered: { amount: true, also: ["missed byte", "uncovered byte"] },
      },
    },
    doc:
      "one row per source line that has code, including those that never ran; needs the program, compiled with -g",
    columns: [
      column("file", "text", "source file, as the compiler was given it"),
      column("line", "u32", "line, from 1"),
      column("func", "text", "function that contains the first code of the line"),
      column("covered", "bool", "true if some code of the line ran", 1701),
      column(
        "state",
        "text",
        "- nothing ran, ! some bytes did, + all did; branch outcomes play no part",
        201,
      ),
      column("size", "u64", "bytes of code of the line, wherever the compiler put it, without constants"),
      column("uncovered", "u64", "bytes that did not run", 1702),
      column(
        "branches",
        "u64",
        "direct branches of the line that ran, including jumps and calls, which go one way only",
        3006,
      ),
      column("both_ways", "u64", "direct branches of the line that went both ways", 3007),
      column(
        "count",
        "u64",
        "maximum number of entries for one byte of the line; executions only if each entry is one execution",
        1106,
      ),
      column("first", "u64", "seq of the first entry that reaches the line; null if none does", 3901),
      column("last", "u64", "seq of the last entry that reaches the line", 3902),
      MODULE,
      column("addr", "u64", "first address of the code"),
    ],
  },
  {
    name: "symbols",
    doc: "functions and code labels in the symbol table of the program",
    columns: [column("symbol", "text", "name", 701), ...RANGE],
  },
  {
    name: "sections",
    doc: "sections of the program that are in memory",
    columns: [
      column("section", "text", "name", 702),
      ...RANGE,
      column("executable", "bool", "true for code", 3304),
      column("covered", "u64", "bytes of code that ran; null for data", 1701),
      column("uncovered", "u64", "bytes of code that did not run; null for data", 1702),
      column(
        "data",
        "u64",
        "bytes of constants between the code, if the program marks them; null for data",
        3305,
      ),
    ],
  },
];

/** The part of the lines of a file that ran. */
const COVERAGE = { as: "percent", value: "round(covered * 100.0 / lines, 1)", lessIsWorse: true } as const;
/** The part of the bytes of a function that ran. */
const BYTE_COVERAGE = {
  as: "percent",
  value: "round(covered * 100.0 / (covered + uncovered), 1)",
  lessIsWorse: true,
} as const;

/** Description of `functions`, a table that exists when the program of a coverage trace is available. */
const FUNCTIONS_DOC: TableDoc = {
  name: "functions",
  words: {
    also: ["function"],
    says: {
      "uncovered": "covered == 0",
      "not covered": "covered == 0",
      "missed": "covered == 0",
      "missing": "covered == 0",
      "never executed": "covered == 0",
      "not executed": "covered == 0",
      "unexecuted": "covered == 0",
      "not hit": "covered == 0",
      "never hit": "covered == 0",
      "unreached": "covered == 0",
      "not reached": "covered == 0",
      "never reached": "covered == 0",
      "never run": "covered == 0",
      "not run": "covered == 0",
      "never ran": "covered == 0",
      "did not run": "covered == 0",
      "untested": "covered == 0",
      "not tested": "covered == 0",
      "without coverage": "covered == 0",
      "with no coverage": "covered == 0",
      "never called": "covered == 0",
      "not called": "covered == 0",
      "uncalled": "covered == 0",
      "never entered": "covered == 0",
      "not entered": "covered == 0",
      "dead": "covered == 0",
      "unused": "covered == 0",
      "covered": "covered > 0",
      "called": "covered > 0",
      "executed": "covered > 0",
      "entered": "covered > 0",
      "reached": "covered > 0",
      "hit": "covered > 0",
      "partly covered": "state == '!'",
      "partially covered": "state == '!'",
      "half covered": "state == '!'",
      "partial": "state == '!'",
      "fully covered": "state == '+'",
    },
    figures: {
      "coverage": BYTE_COVERAGE,
      "percent covered": BYTE_COVERAGE,
      "coverage percent": BYTE_COVERAGE,
    },
    named: ["func"],
    columns: {
      uncovered: {
        amount: true,
        also: ["missed byte", "uncovered byte"],
        most: ["least covered", "worst covered", "worst"],
      },
      covered: { amount: true, also: ["covered byte"], most: ["best covered", "most covered"] },
      count: { also: ["hit", "execution"], most: ["hottest", "most executed"] },
    },
  },
  needsProgram: true,
  doc: "one row per function of the program, including those that never ran",
  columns: [
    column("func", "text", "function"),
    column("file", "text", "source file, if the program has a line table"),
    column("line", "u32", "line on which the function begins"),
    MODULE,
    column("addr", "u64", "first address of the code"),
    column("size", "u64", "bytes of the function, including constants"),
    column("end", "u64", "addr + size"),
    column("state", "text", "- nothing ran, ! some code did, + all did; branch outcomes play no part", 201),
    column("covered", "u64", "bytes that ran", 1701),
    column("uncovered", "u64", "bytes of code that did not run", 1702),
    column("data", "u64", "bytes of constants between the code, if the program marks them", 3305),
    COUNT,
    column("taken", "u64", "entries that ended with branch direction 0", 3003),
    column("fallthrough", "u64", "entries that ended with branch direction 1", 3004),
  ],
};

/** Description of `files`, a table that exists when the program of a coverage trace has a line table. */
const FILES_DOC: TableDoc = {
  name: "files",
  words: {
    also: ["file", "source file"],
    says: {
      "uncovered": "covered == 0",
      "not covered": "covered == 0",
      "untested": "covered == 0",
      "fully covered": "state == '+'",
      "covered": "covered > 0",
    },
    figures: {
      "coverage": COVERAGE,
      "line coverage": COVERAGE,
      "percent covered": COVERAGE,
      "coverage percent": COVERAGE,
    },
    named: ["file"],
    columns: {
      uncovered: {
        also: ["uncovered line", "missed line", "missing line"],
        most: ["least covered", "worst covered", "worst"],
      },
      covered: { also: ["covered line"], most: ["best covered", "most covered"] },
      lines: { amount: true, also: ["line", "number of line", "line count"] },
    },
  },
  needsProgram: true,
  doc: "one row per source file that has code; needs the program, compiled with -g",
  columns: [
    column("file", "text", "source file, as the compiler was given it"),
    column("state", "text", "- no line ran, ! some did, + all code of all lines did", 201),
    column("lines", "u64", "lines that have code", 5336),
    column("covered", "u64", "lines with some code that ran", 1701),
    column("uncovered", "u64", "lines whose code did not run at all", 1702),
    column("size", "u64", "bytes of code"),
    MODULE,
  ],
};

const IN_EVENTS = new Set(["pc", "outcome", "taken", "fallthrough", "fault", "dropped"]);

/** Columns of `entries` that `events` of coverage traces has as well. */
export const COVERAGE_EVENT_COLUMNS: readonly ColumnDoc[] = TRACE_DOCS
  .find(({ name }) => name === "entries")!.columns.filter(({ name }) => IN_EVENTS.has(name));

/** All tables of coverage traces. */
export const COVERAGE_DOCS: readonly TableDoc[] = [...TRACE_DOCS, FUNCTIONS_DOC, FILES_DOC];
