/**
 * The headline of traces with blocks: what was never freed and who allocated it, or else what was live at the
 * peak.
 * @module
 */

import { bytesOf, countOf, listOf, percentOf } from "../base/amount_text.ts";
import type { NamedRow, TraceQueries } from "../engine/trace_queries.ts";
import { formatNamed } from "../formats/registry.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlinePicture, type HeadlineRow } from "./headline.ts";
import { programPlaces } from "./program_places.ts";
import { curve } from "./curve.ts";
import { labelOfRow, numberOfRow, shareOf, sourceLocationOf, testsOf, textOfRow } from "./row_values.ts";
import { stillLiveWording } from "./still_live.ts";

const SUMS = "count = count(), bytes = sum(size)";
/** Minimum number of points of the curve. */
const SLICES = 100n;
const FILTER = " | where ";
/** Names of columns that name places in the program. */
const NAMES: ReadonlySet<string> = new Set(["place", "func", "file", "name"]);
/** Maximum number of block types to read: more than any trace has. */
const ALL_TYPES = 1000;

/** True for traces that record the lifetime of blocks. */
export function hasBlocks({ open }: TraceQueries): boolean {
  return open.trace.lives !== undefined &&
    (formatNamed(open.trace.header.format)?.has.includes("blocks") ?? false);
}

/** The answer for a trace with blocks: totals, and the places with the most bytes. */
export async function memoryAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const types = await blockTypes(about);
  const { of } = about;
  const [totals] = await about.rows(
    `allocs${of}${types.measured} | summarize blocks = count(), bytes = sum(size), ` +
      "leaked = count() if leaked, leaked_bytes = sum(size) if leaked",
    1,
  );
  const known = await knownLeaks(about, types.measured);
  const leaked = BigInt(numberOfRow(totals, "leaked")) - known.count;
  const picture = await liveBytes(about, types.measured);
  const also = types.counted.filter((each) => numberOfRow(each, "leaked") > 0)
    .map((each) => `${countOf(numberOfRow(each, "leaked"), "resource")} of type ${textOfRow(each, "type")}`);
  const others = also.length === 0 ? "" : `; ${listOf(also)} never released`;
  const peak = types.measured === "" ? peakOf(about) : await measuredPeak(about, types.measured);
  if (numberOfRow(totals, "blocks") === 0n) {
    return { sentence: `Nothing was allocated${others}`, picture: null, rows: [], query: null };
  }
  if (leaked > 0) {
    const all = { count: leaked, bytes: BigInt(numberOfRow(totals, "leaked_bytes")) - known.bytes };
    const places = await placesOf(about, `leaks${of}${types.measured}`, all);
    return {
      sentence: `${countOf(all.count, "block")} (${bytesOf(all.bytes)}) ${
        stillLiveWording(about)
      }${places.said}${others}${known.said("; ", " left out")}${peak}`,
      picture,
      ...places,
    };
  }
  const held = `live @ peak${of}${types.measured}`;
  const [atPeak] = await about.rows(`${held} | summarize ${SUMS}`, 1);
  const places = await placesOf(about, held, {
    count: numberOfRow(atPeak, "count"),
    bytes: numberOfRow(atPeak, "bytes"),
  });
  const freed = `${countOf(numberOfRow(totals, "blocks"), "block")} (${
    bytesOf(numberOfRow(totals, "bytes"))
  })`;
  return {
    sentence: `Everything was freed${
      known.said(" but ", ` that ${known.count === 1n ? "is" : "are"} left out`)
    }: ${freed} allocated${others}${peak}${places.said}`,
    picture,
    ...places,
  };
}

/** Leaks that match suppressions, and a phrase about them, which is empty if there are none. */
async function knownLeaks(about: TraceQueries, measured: string): Promise<{
  readonly count: bigint;
  readonly bytes: bigint;
  said(before: string, after: string): string;
}> {
  const files = about.session.environment.suppressions ?? [];
  const [row] = files.length === 0
    ? []
    : await about.rows(`leaks${about.of}${measured} | where suppressed is not null | summarize ${SUMS}`, 1);
  const [count, bytes] = [BigInt(numberOfRow(row, "count")), BigInt(numberOfRow(row, "bytes"))];
  return {
    count,
    bytes,
    said: (before, after) =>
      count === 0n ? "" : `${before}${countOf(count, "leak")} of ${bytesOf(bytes)}${after}`,
  };
}

/**
 * Distinguishes blocks, whose sizes are bytes, from resources such as file handles, which are only counted.
 */
export async function blockTypes(about: TraceQueries): Promise<{
  /** A filter that keeps the blocks with a size; empty if there are no other resources. */
  readonly measured: string;
  readonly counted: readonly NamedRow[];
}> {
  if (about.filled("allocs", ["type"]).length === 0) return { measured: "", counted: [] };
  const types = await about.rows(
    `allocs${about.of} | by type: most = max(size), leaked = count() if leaked`,
    ALL_TYPES,
  );
  // A handle has no size: formats store 1 or 0 instead.
  const counted = types.filter((each) => numberOfRow(each, "most") <= 1 && textOfRow(each, "type") !== null);
  if (counted.length === 0 || counted.length === types.length) return { measured: "", counted: [] };
  const names = counted.map((each) => JSON.stringify(textOfRow(each, "type")));
  return { measured: `${FILTER}type not in {${names.join(", ")}}`, counted };
}

/** Formats `; peak 3.7 MiB at event 438`. */
function peakOf({ open }: TraceQueries): string {
  const totals = open.trace.lives?.totals;
  const events = open.trace.tables.get("events");
  if (!totals || !events || totals.peakBytes === 0n || totals.peakBytesRow >= events.rowCount) return "";
  const no = events.column("no") ? events.cell(totals.peakBytesRow, "no") : null;
  const record = formatNamed(open.trace.header.format)?.record ?? "record";
  return `; peak ${bytesOf(totals.peakBytes)} ${
    typeof no === "bigint" ? `at ${record} ${no}` : `at record ${totals.peakBytesRow + 1}`
  }`;
}

/**
 * Stages for `events` that compute `live_bytes` without resources that have no size. Empty if there are no such
 * resources: then the column counts memory alone.
 */
export function measuredLiveStages(measured: string): string {
  if (measured === "") return "";
  const test = `alloc is not null and ${measured.slice(FILTER.length)}`;
  return ` | window order seq: made = cumulative(size) if kind == alloc and ${test}, ` +
    `gone = cumulative(size) if kind == free and ${test} | ` +
    "extend live_bytes = coalesce(made, 0) - coalesce(gone, 0)";
}

/** The peak of the blocks that have a size, as part of a sentence. */
async function measuredPeak(about: TraceQueries, measured: string): Promise<string> {
  const source = `events${about.of}${measuredLiveStages(measured)}`;
  const [most] = await about.rows(`${source} | top 1 by live_bytes | select no, live_bytes`, 1);
  if (numberOfRow(most, "live_bytes") === 0n) return "";
  const record = formatNamed(about.open.trace.header.format)?.record ?? "record";
  return `; peak ${bytesOf(numberOfRow(most, "live_bytes"))} at ${record} ${numberOfRow(most, "no")}`;
}

/** The curve of live bytes over the records. */
async function liveBytes(about: TraceQueries, measured: string): Promise<HeadlinePicture | null> {
  const step = await about.sliceWidth("events", "seq", SLICES);
  return await curve(about, {
    title: "live bytes",
    query: `events${about.of}${
      measuredLiveStages(measured)
    } | timeline every ${step} bytes = max(live_bytes)`,
    x: "from",
    axis: "record",
    y: "bytes",
    unit: "bytes",
  });
}

/**
 * The columns by which blocks are grouped: those that name places in the program, or else the most specific
 * ones that the trace has.
 */
export async function placeColumns(about: TraceQueries): Promise<readonly string[]> {
  const own = await programPlaces(about, "allocs");
  if (own.length > 0) return own;
  const source = about.filled("allocs", ["func", "file", "line"]);
  if (source.length > 0) return source;
  const others = about.filled("allocs", ["name", "module", "type"]);
  return others.length > 0 ? others : ["first_size"];
}

/**
 * The places with the most bytes of `source`. Places with a name come first; a last row sums up blocks
 * without one.
 */
async function placesOf(
  about: TraceQueries,
  source: string,
  all: { readonly count: bigint | number; readonly bytes: bigint | number },
): Promise<Pick<HeadlineAnswer, "rows" | "query"> & { readonly said: string }> {
  const keys = await placeColumns(about);
  const named = keys.filter((key) => NAMES.has(key));
  const [name] = named;
  const nameless = name === undefined
    ? undefined
    : (await about.rows(`${source} | where ${name} is null | summarize ${SUMS}`, 1))[0];
  const lost = numberOfRow(nameless, "count");
  const filter = lost > 0 ? ` | where ${name} is not null` : "";
  const query = `${source}${filter} | by ${keys.join(", ")}: ${SUMS} | top ${HEADLINE_ROWS} by bytes`;
  const top = await about.rows(query, lost > 0 ? HEADLINE_ROWS - 1 : HEADLINE_ROWS);
  const rows: HeadlineRow[] = top.map((row) => ({
    label: labelOfPlace(row, keys),
    detail: detailOfPlace(row, keys),
    value: inBlocks(row),
    share: shareOf(numberOfRow(row, "bytes"), all.bytes),
    tone: null,
    query: `${source} | where ${testsOf(row, keys)}`,
  }));
  if (lost > 0) {
    rows.push({
      label: "(no name)",
      detail: unnamed(keys),
      value: inBlocks(nameless!),
      share: shareOf(numberOfRow(nameless, "bytes"), all.bytes),
      tone: null,
      query: `${source} | where ${name} is null`,
    });
  }
  return { rows, query: top.length > 0 ? query : null, said: said(top[0], keys, all, nameless) };
}

/**
 * Formats `, 98 % from cache_store (big.c:17)`: the place with the most bytes, and the blocks without a name
 * if they have more bytes.
 */
function said(
  best: NamedRow | undefined,
  keys: readonly string[],
  all: { readonly bytes: bigint | number },
  nameless: NamedRow | undefined,
): string {
  const lost = numberOfRow(nameless, "count") > 0 ? inBlocks(nameless!) : null;
  if (best === undefined) return lost === null ? "" : `, by ${unnamed(keys)}`;
  const where = detailOfPlace(best, keys);
  const name = keys[0] === "first_size" ? labelOfPlace(best, keys) : `\`${labelOfPlace(best, keys)}\``;
  const place = `${name}${where === null ? "" : ` (${where})`}`;
  if (lost !== null && numberOfRow(nameless, "bytes") > numberOfRow(best, "bytes")) {
    return `: ${inBlocks(best)} from ${place}, ${lost} from ${
      keys[0] === "place" ? unnamed(keys) : "code without a name"
    }`;
  }
  const percent = percentOf(numberOfRow(best, "bytes"), all.bytes);
  return percent === null ? `, most from ${place}` : `, ${percent} from ${place}`;
}

/** Describes rows without a name. */
function unnamed(keys: readonly string[]): string {
  return keys[0] === "place"
    ? "code of libraries or code without a name"
    : "code that the trace does not name";
}

/** Formats `3.4 MiB in 12,100 blocks`. */
function inBlocks(row: NamedRow): string {
  return `${bytesOf(numberOfRow(row, "bytes"))} in ${countOf(numberOfRow(row, "count"), "block")}`;
}

/** The name of a place. */
function labelOfPlace(row: NamedRow, keys: readonly string[]): string {
  const [key] = keys;
  if (key === "first_size") return `blocks of ${bytesOf(numberOfRow(row, key))}`;
  return labelOfRow(row, key!) ?? "(no name)";
}

/** The location of a place, or other columns that distinguish it. */
function detailOfPlace(row: NamedRow, keys: readonly string[]): string | null {
  if (keys[0] === "file") return keys.includes("line") ? `line ${textOfRow(row, "line") ?? "unknown"}` : null;
  if (keys[0] === "func" || keys[0] === "place") return sourceLocationOf(row);
  return keys.slice(1).map((key) => textOfRow(row, key)).find((text) => text !== null) ?? null;
}
