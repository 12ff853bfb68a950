/**
 * What `info` tells of a trace, before it is text or JSON.
 * @module
 */

import type { Problem } from "../../events/trace_sink.ts";
import type { Format } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { gravest } from "../../headline/damage.ts";
import type { Headline } from "../../headline/headline.ts";
import type { Trace } from "../../tables/trace.ts";
import type { Tag } from "../../tables/packed_trace.ts";
import { describeContainers } from "../../containers/unwrap.ts";
import type { OpenedFile } from "../open_traces.ts";
import { distinctCount, hasZero, textCounts } from "./column_counts.ts";

/** A figure, or several under names. */
export type Figure = bigint | number | string | { readonly [name: string]: Figure };

/** Where most bytes were live at once. */
interface Peak {
  /** `seq` of the record. */
  readonly seq: number;
  /** The format's own number of it. */
  readonly no: bigint | null;
}

/** All facts about one trace. */
export interface TraceFacts {
  /** What is said first. */
  readonly headline: Headline;
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly version: string;
  readonly wordBits: number | null;
  readonly byteOrder: string | null;
  readonly container: string;
  /** Bytes of the trace, without its containers. */
  readonly bytes: number;
  readonly fileBytes: number;
  readonly rows: number;
  readonly seconds: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** Distinct values of the columns that are often grouped by. */
  readonly distinct: ReadonlyMap<string, number>;
  readonly stats: { readonly [name: string]: Figure };
  readonly peak: Peak | null;
  /** Rows of the other tables. */
  readonly tables: ReadonlyMap<string, number>;
  readonly tags: readonly Tag[];
  /** What its reader guesses, and why. */
  readonly guessed: Format["guessed"] | undefined;
  readonly problems: readonly Problem[];
  /** The one that the headline names. */
  readonly gravest: Problem | undefined;
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
    gravest: gravest(trace)?.problem,
    problemCounts: trace.problemCounts,
  };
}

/** Totals as mpatrol counts them, where blocks have lives. */
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
    // The pair index counts like mptrace, which forgets a zero-sized block when a larger one comes.
    smallest: events && hasZero(events, "size", ["alloc", "realloc"]) ? 0n : totals.smallest,
    largest: totals.largest,
    average: roundedQuotient(allocatedBytes, allocatedCount),
  };
}

/** To the nearest, halves to the even number: what `printf("%.0f")` makes of it, and so the original tools. */
function roundedQuotient(sum: bigint, count: bigint): bigint {
  if (count === 0n) return 0n;
  const whole = sum / count;
  const twice = (sum % count) * 2n;
  return twice > count || (twice === count && whole % 2n === 1n) ? whole + 1n : whole;
}

/** `allocated.count` and `allocated.bytes` become `allocated: { count, bytes }`. */
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
