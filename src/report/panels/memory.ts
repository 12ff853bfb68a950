/**
 * Panels for memory traces: live memory over time, leaks, and who allocated and freed.
 * @module
 */

import { timeText } from "../../base/time_text.ts";
import { formatNamed } from "../../formats/registry.ts";
import { blockTypes, hasBlocks, measuredLiveStages } from "../../headline/memory.ts";
import { programPlaces } from "../../headline/program_places.ts";
import type { Panel, View } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { memorySource } from "./sources.ts";
import { blockFlames } from "./stacks.ts";

const SUMS = "blocks = count(), bytes = sum(size)";

/** Panels for traces with lifetimes of blocks. */
export async function memoryPanels(context: PanelContext): Promise<Panel[]> {
  const { of } = context;
  const { perStep, overTime, axis } = await sliced(context);
  const { measured } = await blockTypes(context);
  // In other formats, the size of a block can change.
  const inBytes = hasBlocks(context) ? measuredLiveStages(measured) : "";
  const curve = async (value: string, source = ""): Promise<View> => ({
    kind: "line",
    x: "from",
    y: value,
    axis,
    // A step of records always contains records, but a step of time may be empty.
    ...(axis === "time" ? { held: "at_end" } : {}),
    peak: await peakOf(context, value, source),
  });
  return [
    {
      title: "Allocations in numbers",
      ...(measured === "" ? {} : { note: "Without resources that have no size, such as file handles." }),
      query:
        `allocs${of}${measured} | summarize blocks = count(), bytes = sum(size), leaked_blocks = count() if leaked, ` +
        "leaked_bytes = sum(size) if leaked",
      view: { kind: "tiles" },
      empty: "Nothing was allocated.",
    },
    {
      title: "Live bytes over the trace",
      note: perStep,
      query: overTime("live_bytes", inBytes),
      view: await curve("live_bytes", inBytes),
      empty: "The trace has no events.",
    },
    ...blockFlames(context),
    ...await placePanels(context),
    {
      title: "Live blocks over the trace",
      note: perStep,
      query: overTime("live_blocks"),
      view: await curve("live_blocks"),
      empty: "The trace has no events.",
    },
    {
      title: "Requested sizes",
      note: "Blocks by first size, in powers of two.",
      query:
        `allocs${of} | by size = bucket(first_size): blocks = count(), bytes = sum(first_size) | sort size`,
      view: { kind: "bars", value: "blocks", powers: "size" },
      empty: "Nothing was allocated.",
    },
    ...(context.guesses("allocs", "life") ? [] : [lifetimes(of)]),
    ...await ownerPanels(context),
    {
      title: "Records by kind",
      query: `events${of} | by kind: records = count(), bytes = sum(size) | sort records desc`,
      view: { kind: "bars", value: "records" },
      empty: "The trace has no events.",
    },
    ...kindPanels(context),
    ...memorySource(context),
  ];
}

/**
 * Minimum number of distinct times for a chart over time: with fewer, changes between them would be hidden.
 */
const LEAST_TIMES = 40n;

/** Chooses how charts divide the trace: by time if it has enough distinct times, else by records. */
async function sliced(context: PanelContext): Promise<{
  readonly perStep: string;
  readonly overTime: (value: string, source?: string) => string;
  readonly axis: string;
}> {
  const { of } = context;
  const query = (step: string, value: string, source: string): string =>
    `events${of}${source} | timeline every ${step} ${value} = max(${value})`;
  if (context.filled("events", ["time"]).length > 0) {
    const [times] = await context.firstRow(`events${of} | summarize distinct(time)`) ?? [];
    if (typeof times === "bigint" && times >= LEAST_TIMES) {
      const width = spanText(await context.sliceWidth("events", "time"));
      return {
        perStep: `The maximum of every ${width}.`,
        overTime: (value, source = "") => `${query(width, value, source)}, at_end = last(${value})`,
        axis: "time",
      };
    }
  }
  const step = await context.sliceWidth("events", "seq");
  return {
    perStep: `The maximum of every ${step === 1n ? "record" : `${step} records`}.`,
    overTime: (value, source = "") => query(String(step), value, source),
    axis: "record",
  };
}

/** A span of time as queries write it. */
function spanText(nanos: bigint): string {
  for (const [unit, size] of [["s", 1_000_000_000n], ["ms", 1_000_000n], ["us", 1000n]] as const) {
    if (nanos >= size && nanos % size === 0n) return `${nanos / size}${unit}`;
  }
  return `${nanos}ns`;
}

/** Returns the position of the maximum of a column: the record, with the format's word for it. */
async function peakOf(context: PanelContext, column: string, source: string): Promise<string | null> {
  const time = context.filled("events", ["time"]);
  const row = await context.firstRow(
    `events${context.of}${source} | where ${column} > 0 | top 1 by ${column} | select ${
      ["seq", "no", ...time].join(", ")
    }`,
  );
  if (!row) return null;
  const [seq, no, at] = row;
  const word = formatNamed(context.open.trace.header.format)?.record ?? "record";
  const record = no === seq ? "" : ` (record ${seq})`;
  const clock = typeof at === "bigint" ? ` at ${timeText(at)}` : "";
  return `after ${word} ${no}${record}${clock}`;
}

/** Panels that show who leaks, and who holds the most at the peak. */
async function placePanels(context: PanelContext): Promise<Panel[]> {
  const { of } = context;
  const bySite = await siteQuery(context);
  return [
    {
      title: "Places that leak most",
      note: "Blocks that were never freed, by where they were allocated.",
      query: `leaks${of}${bySite}`,
      view: { kind: "bars", value: "bytes" },
      empty: "Nothing leaks: every block was freed.",
      wide: true,
    },
    {
      title: "Live at the peak",
      note: "Blocks that were live at the peak, by where they were allocated.",
      query: `live @ peak${of}${bySite}`,
      view: { kind: "bars", value: "bytes" },
      empty: "Nothing was ever live.",
      wide: true,
    },
  ];
}

/** Stages that group blocks by place: by names in the trace, or else by backtrace. */
async function siteQuery(context: PanelContext): Promise<string> {
  const own = await programPlaces(context, "allocs");
  const source = own.length > 0 ? own : context.filled("allocs", ["func", "file", "line"]);
  const more = context.filled("allocs", ["name", "type"]);
  if (source.length > 0) {
    // Leave rows without a name out if other rows have one.
    return ` | by ${[...source, ...more].join(", ")}: ${SUMS} | top 12 by bytes | sort ${
      source[0]
    } is null, bytes desc`;
  }
  if (context.filled("allocs", ["stack"]).length === 0) {
    const rest = [...context.filled("allocs", ["module", "thread"]), ...more];
    return ` | by ${rest.length > 0 ? rest.join(", ") : "addr"}: ${SUMS} | top 12 by bytes`;
  }
  return ` | by ${
    ["stack", ...more].join(", ")
  }: ${SUMS} | top 12 by bytes | join left (stacks) on stack | select ${
    [...more, "blocks", "bytes", "frames"].join(", ")
  }`;
}

/** Panels for blocks that are freed by another place than the one that allocated them. */
async function ownerPanels(context: PanelContext): Promise<Panel[]> {
  const { of } = context;
  const panels: Panel[] = [];
  if (await hasThreads(context)) {
    panels.push({
      title: "Threads that free blocks of other threads",
      note: "Blocks by the thread that allocated them (rows) and the thread that freed them (columns).",
      query: `allocs${of} | where freed is not null | by thread, free.thread: ${SUMS} | top 144 by blocks`,
      view: { kind: "matrix", row: "thread", column: "free.thread", value: "blocks" },
      empty: "Nothing was freed.",
    });
  }
  if (context.filled("allocs", ["func", "free.func"]).length === 2) {
    panels.push({
      title: "Functions that free blocks of other functions",
      note: "Only blocks that another function frees.",
      query: `allocs${of} | where free.func != func | by func, free.func: ${SUMS} | top 12 by blocks`,
      view: { kind: "bars", value: "blocks" },
      empty: "Every function frees only its own blocks.",
    });
  }
  return panels;
}

/** With a single thread there is nothing to distinguish. */
async function hasThreads(context: PanelContext): Promise<boolean> {
  const row = await context.firstRow(
    `allocs${context.of} | summarize makers = distinct(thread), freers = distinct(free.thread)`,
  );
  return row?.some((threads) => typeof threads === "bigint" && threads > 1n) ?? false;
}

/** Panels by resource type and context, if the format has them. */
function kindPanels(context: PanelContext): Panel[] {
  const { of } = context;
  const panels: Panel[] = [];
  if (context.filled("allocs", ["type"]).length > 0) {
    panels.push({
      title: "Types of resources",
      query: `allocs${of} | by type: ${SUMS}, leaked = count() if leaked | sort blocks desc | take 20`,
      view: { kind: "bars", value: "blocks" },
      empty: "Nothing was allocated.",
    });
  }
  if (context.has("contexts") && context.filled("allocs", ["context"]).length > 0) {
    panels.push({
      title: "Contexts",
      query: `contexts${of} | sort count desc | take 20`,
      view: { kind: "table" },
      empty: "The program has no contexts.",
    });
  }
  return panels;
}

function lifetimes(of: string): Panel {
  return {
    title: "Lifetimes of freed blocks",
    note: "By length in events, in powers of two.",
    query: `allocs${of} | where freed is not null | by events = bucket(life): ${SUMS} | sort events`,
    view: { kind: "bars", value: "blocks", powers: "events" },
    empty: "Nothing was freed.",
  };
}
