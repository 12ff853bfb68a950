/**
 * Gathers the facts about a trace that `quarry info` prints.
 * @module
 */

import type { Problem } from "../../events/trace_sink.ts";
import type { Format } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { worstProblem } from "../../headline/damage.ts";
import type { Headline } from "../../headline/headline.ts";
import type { Trace } from "../../tables/trace.ts";
import type { Tag } from "../../tables/packed_trace.ts";
import { describeContainers } from "../../containers/unwrap.ts";
import type { OpenedFile } from "../open_traces.ts";
import { distinctCount, hasZero, textCounts } from "./column_counts.ts";

/** A number or text, or several of them by name. */
export type Figure = bigint | number | string | { readonly [name: string]: Figure };

/** The event at which most bytes were live. */
interface Peak {
  /** The value of `seq` in the row with the fact. */
  readonly seq: number;
  /** The number that the format assigns to the record. */
  readonly no: bigint | null;
}

/** All facts about one trace. */
export interface TraceFacts {
  /** The headline of the trace. */
  readonly headline: Headline;
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly version: string;
  readonly wordBits: number | null;
  readonly byteOrder: string | null;
  readonly container: string;
  /** Size of the trace in bytes, after decompression. */
  readonly bytes: number;
  readonly fileBytes: number;
  readonly rows: number;
  readonly seconds: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** The number of distinct values of columns that are often grouped by. */
  readonly distinct: ReadonlyMap<string, number>;
  readonly stats: { readonly [name: string]: Figure };
  readonly peak: Peak | null;
  /** The number of rows of each other table. */
  readonly tables: ReadonlyMap<string, number>;
  readonly tags: readonly Tag[];
  /** The values that the reader guesses about the trace, and why. */
  readonly guessed: Format["guessed"] | undefined;
  readonly problems: readonly Problem[];
  /** The problem that the headline mentions. */
  readonly worstProblem: Problem | undefined;
  readonly problemCounts: ReadonlyMap<string, number>;
}

const GROUPED = ["thread", "func", "file", "name", "module", "type"] as const;

/** Gathers the facts about a trace. */
export function traceFacts(file: OpenedFile, trace: Trace, headline: Headline): TraceFacts {
  const { header } = trace;
  const events = trace.tables.get("events");
  const distinct = new Map<string, number>();
  for (const name of GROUPED) {
    const count = events ? distinctCount(events, name) : 0;
    if (count > 0) distinct.set(name, count);
  }
  return {
    headline,
    name: trace.name,
    path: file.path,
    format: header.format,
    version: header.version,
    wordBits: header.wordBits === 0 ? null : header.wordBits,
    byteOrder: header.byteOrder === "none" ? null : header.byteOrder,
    container: describeContainers(file.containers),
    bytes: file.bytes,
    fileBytes: file.fileBytes,
    rows: trace.tables.get(header.mainTable)?.rowCount ?? 0,
    seconds: file.seconds,
    kinds: events ? textCounts(events, "kind") : new Map(),
    distinct,
    stats: { ...lifeStats(trace), ...nested(trace.stats) },
    peak: peakOf(trace),
    tables: new Map([...trace.tables].map(([name, table]) => [name, table.rowCount])),
    tags: trace.tags,
    guessed: formatNamed(trace.header.format)?.guessed,
    problems: trace.problems,
    worstProblem: worstProblem(trace)?.problem,
    problemCounts: trace.problemCounts,
  };
}

/** Returns totals of blocks as mpatrol counts them, if the trace records lifetimes of blocks. */
function lifeStats(trace: Trace): Record<string, Figure> {
  const totals = trace.lives?.totals;
  if (!totals) return {};
  const events = trace.tables.get("events");
  const pair = (count: bigint, bytes: bigint): Figure => ({ count, bytes });
  const { allocatedCount, allocatedBytes, freedCount, freedBytes } = totals;
  return {
    allocated: pair(allocatedCount, allocatedBytes),
    freed: pair(freedCount, freedBytes),
    unfreed: pair(allocatedCount - freedCount, allocatedBytes - freedBytes),
    peak: pair(totals.peakBlocks, totals.peakBytes),
    ...(formatNamed(trace.header.format)?.has.includes("own-memory")
      ? {
        reserved: pair(totals.reservedCount, totals.reservedBytes),
        internal: pair(totals.internalCount, totals.internalBytes),
      }
      : {}),
    // The pair index counts as mptrace does, which ignores a block of size 0 once there is a larger one.
    smallest: events && hasZero(events, "size", ["alloc", "realloc"]) ? 0n : totals.smallest,
    largest: totals.largest,
    average: roundedQuotient(allocatedBytes, allocatedCount),
  };
}

/**
 * Rounds to the nearest integer, and halves to the even one, as `printf("%.0f")` and therefore the original
 * tools do.
 */
function roundedQuotient(sum: bigint, count: bigint): bigint {
  if (count === 0n) return 0n;
  const whole = sum / count;
  const twice = (sum % count) * 2n;
  return twice > count || (twice === count && whole % 2n === 1n) ? whole + 1n : whole;
}

/** Converts `allocated.count` and `allocated.bytes` to `allocated: { count, bytes }`. */
function nested(stats: Trace["stats"]): Record<string, Figure> {
  const result: Record<string, Figure> = {};
  for (const [path, value] of stats) {
    const dot = path.indexOf(".");
    if (dot < 0) result[path] = value;
    else {
      const name = path.slice(0, dot);
      const group = result[name];
      result[name] = { ...(typeof group === "object" ? group : {}), [path.slice(dot + 1)]: value };
    }
  }
  return result;
}

function peakOf(trace: Trace): Peak | null {
  const totals = trace.lives?.totals;
  const events = trace.tables.get("events");
  if (!totals || !events || totals.peakBytes === 0n) return null;
  const row = totals.peakBytesRow;
  if (row >= events.rowCount) return null;
  const no = events.column("no") ? events.cell(row, "no") : null;
  return { seq: row + 1, no: typeof no === "bigint" ? no : null };
}
