/**
 * Partners on features of traces: parts of a table, blocks live at a point, backtraces, two sides of a comparison.
 * @module
 */

import { difference } from "../query/oracle/compare.ts";
import type { Relation } from "../query/oracle/relation.ts";
import {
  type Ground,
  type Partners,
  sameAnswers,
  shuffledAggregates,
  text,
  WHOLE,
} from "./partner_ground.ts";

const GLOBS = ["*", "m*", "*_*", "__libc*", "main", "nothing", "?*"];
/** Columns of a block that do not change after its allocation. */
const OF_BEGINNINGS = "trace, alloc, seq, func";

/** The part of a table that belongs to a trace equals the rows that pass a filter on `trace`. */
export function part(ground: Ground): Partners | undefined {
  const { random, session: { catalog } } = ground;
  const source = random.pick(ground.sources.filter(({ text }) => /^\w+$/.test(text)));
  const name = random.pick(catalog.traceNames);
  const own = catalog.table(source.text, name)?.columns;
  if (own === undefined) return undefined;
  // Columns that this trace lacks are null in the table of all, and unknown in its own table; other types
  // differ, too.
  const cols = source.cols.filter((col) =>
    col.name !== "trace" && col.lazy === undefined &&
    own.some((each) => each.name === col.name && each.type.replace("u32", "u64") === col.type)
  );
  const rows: Relation = {
    ...source,
    cols,
    text: [source.text],
    steps: [source.sql],
    most: source.rows,
    prefix: "",
  };
  const x = ground.column(rows, ({ type }) => WHOLE.has(type));
  if (x === undefined) return undefined;
  const { text: where } = ground.condition(rows);
  const named = shuffledAggregates(random, x).map((each, at) => `y${at} = ${each}`).join(", ");
  const end = random.pick([`summarize ${named}`, `by ${x}: ${named}`, `top 5 by ${x} | select ${x}`]);
  return {
    name: "of and where trace",
    scripts: [
      `${source.text} of ${name} | where ${where} | ${end}`,
      `${source.text} | where trace == "${name}" | where ${where} | ${end}`,
    ],
    judge: sameAnswers,
  };
}

/** The blocks live at a record were allocated by then and not freed. */
export function alive(ground: Ground): Partners | undefined {
  const { random, session: { catalog } } = ground;
  if (catalog.table("allocs", null) === undefined) return undefined;
  const columns = `select ${OF_BEGINNINGS} | sort trace, alloc`;
  if (random.oneIn(3)) {
    return {
      name: "leaks",
      scripts: [`leaks | ${columns}`, `allocs | where leaked | ${columns}`, `live @ end | ${columns}`],
      judge: sameAnswers,
    };
  }
  const at = 1 + random.below(random.pick([40, 300, 1200]));
  return {
    name: "live at a record",
    scripts: [
      `live @ #${at} | ${columns}`,
      `allocs | where seq <= ${at} and (freed is null or freed > ${at}) | ${columns}`,
    ],
    judge: sameAnswers,
  };
}

/** The live bytes and blocks of a record equal those of the blocks live then. */
export function weight(ground: Ground): Partners | undefined {
  const { random, session: { catalog } } = ground;
  const name = random.pick(catalog.traceNames);
  const known = catalog.table("events", name)?.columns.some((each) => each.name === "live_bytes");
  if (!known || catalog.table("allocs", name) === undefined) return undefined;
  const at = 1 + random.below(random.pick([20, 60, 300]));
  return {
    name: "live bytes",
    scripts: [
      `events of ${name} | where seq == ${at} | select live_bytes, live_blocks`,
      `live @ #${at} of ${name} | summarize coalesce(sum(size), 0), count()`,
    ],
    // A trace with fewer records has no record of that number.
    judge: ([one, other]) => one!.length === 0 ? undefined : difference({ rows: one! }, { rows: other! }),
  };
}

/** Rows whose backtrace passes through a function are those with a frame in it. */
export function passing(ground: Ground): Partners | undefined {
  const { random, session: { catalog } } = ground;
  const [table, key] = random.pick([["events", "seq"], ["allocs", "alloc"], ["calls", "no"]] as const);
  const columns = catalog.table(table, null)?.columns ?? [];
  if (![key, "stack"].every((name) => columns.some((each) => each.name === name))) return undefined;
  const glob = random.pick(GLOBS);
  return {
    name: "through and unwind",
    scripts: [
      `${table} | through ${glob} | select trace, ${key} | sort trace, ${key}`,
      `${table} | unwind | where func ~ "${glob}" | distinct trace, ${key} | sort trace, ${key}`,
    ],
    judge: sameAnswers,
  };
}

/** A comparison of rows with themselves is empty. */
export function unchanged(ground: Ground): Partners | undefined {
  const rows = ground.rows();
  const key = ground.column(rows, ({ type }) => type !== "f64");
  if (key === undefined || ["count", "bytes"].includes(key)) return undefined;
  return {
    name: "diff of the same",
    scripts: [
      `diff (${text(rows)}), (${
        text(rows)
      }) by ${key} | where count_delta != 0 or count_before != count_after | count`,
      `diff (${text(rows)}), (${text(rows)}) by ${key} | summarize coalesce(sum(count_before), 0)`,
      `${text(rows)} | count`,
    ],
    judge: ([none, before, whole]) =>
      difference({ rows: none! }, { rows: [[0n]] }) ?? difference({ rows: before! }, { rows: whole! }),
  };
}
