/**
 * Panels for mpatrol profiles: size classes and places.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { profileOf } from "../../engine/profile_of.ts";
import { sumOf } from "../../engine/weights.ts";
import { profileFlames } from "./stacks.ts";

/** Matches the columns that a size class has for each figure, such as `small_allocs`. */
const OF_CLASS = /_allocs$/;

/** Panels of a profile. */
export function profilePanels(context: PanelContext): Panel[] {
  const { of } = context;
  if (!context.columns("profile").includes("allocs")) return weightPanels(context);
  const place = profileLocation((names) => context.filled("profile", names)).join(", ");
  const has = (name: string): boolean => context.filled("profile", [name]).length > 0;
  const classes = context.columns("profile").filter((name) => OF_CLASS.test(name)).map((name) =>
    name.replace(OF_CLASS, "")
  );
  const byClass = (what: string): string =>
    `profile${of} | summarize ${classes.map((each) => `${each} = sum(${each}_${what})`).join(", ")}`;
  return [
    {
      title: "The profile in numbers",
      query: `profile${of} | summarize allocs = sum(allocs), alloc_bytes = sum(alloc_bytes)` +
        ["live", "live_bytes", "peak_bytes", "read_bytes", "written_bytes"].filter(has)
          .map((name) => `, ${name} = sum(${name})`).join(""),
      view: { kind: "tiles" },
      empty: "The profile has no source locations.",
    },
    ...profileFlames(context, "Flame graph of allocations"),
    ...has("live")
      ? [
        {
          title: "Places with the most live bytes",
          note: "Blocks that were never freed, by where they were allocated.",
          query:
            `profile${of} | where live > 0 | by ${place}: live = sum(live), live_bytes = sum(live_bytes), ` +
            "allocs = sum(allocs) | top 12 by live_bytes",
          view: { kind: "bars", value: "live_bytes" },
          empty: "Nothing was live at the end.",
          wide: true,
        } satisfies Panel,
      ]
      : [],
    ...has("peak_bytes")
      ? [
        {
          title: "Places with the most live bytes at the peak",
          note: "Blocks that were live when the program used the most memory.",
          query: `profile${of} | where peak_bytes > 0 | by ${place}: peak_blocks = sum(peak_blocks), ` +
            "peak_bytes = sum(peak_bytes) | top 12 by peak_bytes",
          view: { kind: "bars", value: "peak_bytes" },
          empty: "Nothing was live at the peak.",
          wide: true,
        } satisfies Panel,
      ]
      : [],
    {
      title: "Places that allocate most",
      query: `profile${of} | by ${place}: allocs = sum(allocs), alloc_bytes = sum(alloc_bytes), ` +
        `${
          has("freed_bytes") ? "freed_bytes = sum(freed_bytes) " : "points = count() "
        }| top 12 by alloc_bytes`,
      view: { kind: "bars", value: "alloc_bytes" },
      empty: "The profile has no source locations.",
      wide: true,
    },
    ...classes.length === 0 ? [] : classPanels(byClass),
    ...context.has("bins") ? [binPanel(of)] : [],
  ];
}

/** Panels for a profile whose file names what it counts. */
function weightPanels(context: PanelContext): Panel[] {
  const { of, open } = context;
  const profile = profileOf(open.trace);
  if (profile === undefined) return [];
  const { weights, first } = profile;
  const sums = weights.map(({ name }) => sumOf(name)).join(", ");
  const places = context.filled("profile", ["func", "file", "module", "addr"]).slice(0, 2).join(", ");
  return [
    {
      title: "The profile in numbers",
      query: `profile${of} | summarize ${sums}`,
      view: { kind: "tiles" },
      empty: "The profile has no samples.",
    },
    ...profileFlames(context, "Flame graph of samples"),
    ...places === "" ? [] : weights.map(({ name, unit }): Panel => ({
      title: `Places with most ${name.replaceAll("_", " ")}`,
      ...(unit === "nanoseconds" ? { note: "In nanoseconds." } : {}),
      query: `profile${of} | by ${places}: ${sumOf(name)} | top 12 by ${sumOf(name).split(" = ")[0]}`,
      view: { kind: "bars", value: name },
      empty: name === first ? "The profile has no samples." : `No sample has ${name.replaceAll("_", " ")}.`,
      wide: true,
    })),
  ];
}

/** Columns that identify a place: the caller of an allocator, if the profile distinguishes it. */
export function profileLocation(filled: (names: readonly string[]) => readonly string[]): readonly string[] {
  const callers = filled(["caller", "caller_file", "caller_line"]);
  return callers.includes("caller") ? callers : ["func", ...filled(["file"])];
}

function binPanel(of: string): Panel {
  return {
    title: "Requested sizes",
    note: "Requests by size, in powers of two; the last bin of a profile has no end.",
    query: `bins${of} | where allocs > 0 | by size = bucket(size), at_least: least = min(size), ` +
      "allocs = sum(allocs), alloc_bytes = sum(alloc_bytes), live = sum(live) | sort size, at_least",
    view: { kind: "bars", value: "allocs", powers: "size", open: { flag: "at_least", least: "least" } },
    empty: "The profile has no bins.",
    wide: true,
  };
}

function classPanels(byClass: (what: string) => string): Panel[] {
  return [
    {
      title: "Allocations by size class",
      query: byClass("allocs"),
      view: { kind: "columns", what: "class", sum: "allocs" },
      empty: "The profile has no source locations.",
    },
    {
      title: "Allocated bytes by size class",
      query: byClass("alloc_bytes"),
      view: { kind: "columns", what: "class", sum: "bytes" },
      empty: "The profile has no source locations.",
    },
  ];
}
