/** Catalogs typed in by hand, one for each kind of trace. */

import type { ColumnType } from "../../../src/events/trace_sink.ts";
import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  MinMax,
  ValueCount,
} from "../../../src/query/analysis/catalog.ts";
import { DEFAULT_SIZE_CLASSES } from "../../../src/query/analysis/catalog.ts";
import { tableDoc } from "../../../src/tables/schema.ts";

/** Columns of calls by argument, some of each type. */
const FAMILIES: Readonly<Record<string, ColumnType>> = {
  arg: "text",
  text: "text",
  number: "i64",
  signed: "i64",
  unsigned: "u64",
  float: "f64",
  u8: "text",
  f32: "text",
  bytes: "text",
};

const HEX = /(?:^|\.)(?:addr|end)$/;

/** A column: `name type`, followed by `!` if it is always null, and `>other` where that has the rest of it. */
function column(text: string): CatalogColumn {
  const [, rest] = text.split(" >");
  const [name, type = "u64"] = text.replace("!", "").split(" ");
  const allNull = text.endsWith("!");
  const display = type === "time" ? "time" : HEX.test(name!) ? "hex" : "plain";
  const plain = type === "u32" ? "u64" : type;
  return {
    name: name!,
    type: plain as ColumnType,
    display,
    doc: `column ${name}`,
    allNull,
    ...(rest ? { rest } : {}),
  };
}

function table(name: string, columns: string, families: readonly string[] = []): CatalogTable {
  return { name, doc: `table ${name}`, columns: columns.split(", ").map(column), families };
}

/** A documented table, with some columns null. */
function contractTable(name: string, nulls: string): CatalogTable {
  const absent = new Set(nulls.split(" "));
  const { columns } = tableDoc(name)!;
  return table(
    name,
    columns.map((each) => `${each.name} ${each.type}${absent.has(each.name) ? "!" : ""}`).join(", "),
  );
}

/** The contents of a fake trace. */
export interface FakeTrace {
  readonly main: string;
  readonly tables: readonly CatalogTable[];
  readonly values?: Readonly<Record<string, readonly (string | bigint)[]>>;
  readonly bounds?: Readonly<Record<string, readonly [bigint, bigint]>>;
  readonly flags?: Readonly<Record<string, bigint>>;
  readonly arguments?: readonly string[];
  readonly symbols?: Readonly<Record<string, readonly [bigint, bigint]>>;
}

/** A catalog over fake traces by name. */
export function fakeCatalog(traces: Readonly<Record<string, FakeTrace>>): Catalog {
  const all = Object.values(traces);
  const first = all[0]!;
  const tables = (trace: string | null): readonly CatalogTable[] =>
    trace === null ? all.flatMap((each) => each.tables) : traces[trace]?.tables ?? [];
  return {
    mainTable: first.main,
    traceNames: Object.keys(traces),
    tableNames: [...new Set(tables(null).map((each) => each.name))],
    sizeClasses: DEFAULT_SIZE_CLASSES,
    table: (name, trace) => tables(trace).find((each) => each.name === name),
    distinct(table, column, limit): readonly ValueCount[] | undefined {
      const values = first.values?.[`${table}.${column}`];
      return values === undefined || values.length > limit
        ? undefined
        : values.map((value, at) => ({ value, count: 100 - at }));
    },
    minMax(table, column): MinMax | undefined {
      const bounds = first.bounds?.[`${table}.${column}`];
      return bounds === undefined ? undefined : { min: bounds[0], max: bounds[1] };
    },
    bitNames: () => first.flags === undefined ? undefined : new Map(Object.entries(first.flags)),
    familyType(_, family, argument) {
      if (first.arguments !== undefined && argument !== "" && !first.arguments.includes(argument)) {
        return null;
      }
      // No type of number holds all values of "any", and no value is a floating-point number.
      if (family === "number" && argument === "any") return "text";
      return family === "float" ? null : FAMILIES[family] ?? "text";
    },
    familyArguments: () => first.arguments,
    sectionRange: (name) => name === ".text" && first.symbols ? { low: 0x1000n, high: 0x2000n } : undefined,
    symbolRange(name) {
      const range = first.symbols?.[name];
      return range === undefined ? undefined : { low: range[0], high: range[1] };
    },
  };
}

const PLACES = ["threads", "files", "functions"].map((name) => table(name, "name text, count, bytes"));

/** An mpatrol trace. */
export const MTRC: FakeTrace = {
  main: "events",
  tables: [
    contractTable("events", "name module type context time stack frame op"),
    contractTable(
      "allocs",
      "name module type context time stack age refs replaced free.name free.stack free.time",
    ),
    table("stacks", "id, depth, frames text, inner text, outer text"),
    table("problems", "severity text, code text, offset, record, message text, handling text, trace text"),
    ...PLACES,
  ],
  values: {
    "events.thread": [1n, 2n, 5n],
    "events.kind": ["alloc", "free", "realloc", "reserve", "internal"],
    "events.func": ["main", "net_read", "parse_line", "net_write"],
    "events.file": ["src/net/socket.c", "src/parse.c"],
    "allocs.func": ["main", "net_read", "parse_line"],
  },
  bounds: {
    "events.size": [1n, 1048576n],
    "events.addr": [0x55d010000000n, 0x55d0103fffffn],
    "allocs.size": [1n, 1048576n],
  },
};

/** An sp-rtrace report. */
export const RTRACE: FakeTrace = {
  main: "events",
  tables: [
    contractTable("events", "index frame op thread"),
    contractTable("allocs", "index thread free.thread"),
    table("contexts", "context u64, name text"),
  ],
  values: { "events.type": ["memory", "fd"] },
  flags: { LOADED: 1n, startup: 2n },
};

/** An apitrace stream. */
export const APITRACE: FakeTrace = {
  main: "events",
  tables: [
    contractTable("events", "index context op time"),
    contractTable("allocs", "index context"),
    table(
      "calls",
      "seq, no, thread, name text, class text, frame, ret text, fake bool, incomplete bool, blob_bytes, enter, leave, stack u32",
      [...Object.keys(FAMILIES), "args"],
    ),
    table(
      "args",
      "no, name text, arg text, position, value text, number i64 >unsigned, unsigned, symbol text, bytes bytes",
    ),
    table("frames", "frame, first, last, calls, draws, bytes, threads"),
  ],
  values: { "calls.name": ["glTexImage2D", "glDrawArrays"] },
  arguments: ["target", "level", "width", "any"],
};

/** A GNATcoverage history trace. */
export const GNATCOV: FakeTrace = {
  main: "events",
  tables: [
    contractTable("events", "thread context time index alloc"),
    table(
      "blocks",
      "addr, size, end, module text, symbol text, count, taken bool, fallthrough bool, fault bool, outcome text, first, last",
    ),
    table("ranges", "addr, size, end, module text, op, type text"),
    table("gaps", "addr, size, end, module text"),
  ],
  symbols: { main: [0x1000n, 0x1100n] },
};

/** An mpatrol profile. */
export const PROFILE: FakeTrace = {
  main: "profile",
  tables: [
    table("profile", "index, site, addr, func text, file text, large_allocs, small_allocs, live, live_bytes"),
    table("sites", "index, parent, addr, symbol text"),
  ],
};
