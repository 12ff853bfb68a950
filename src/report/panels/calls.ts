/**
 * Panels for recordings of API calls: calls per frame, callers, redundant calls, objects never deleted.
 * @module
 */

import type { Panel } from "../panel.ts";
import type { PanelContext } from "../panel_context.ts";
import { callFlames } from "./stacks.ts";

/** Panels of a recording. */
export async function callPanels(context: PanelContext): Promise<Panel[]> {
  const { of } = context;
  const step = await context.sliceWidth("frames", "frame");
  const slices = (column: string, value: string): string =>
    step === 1n
      ? `frames${of} | by frame: ${value} = sum(${column}) | sort frame`
      : `frames${of} | by frame = bin(frame, ${step}): ${value} = max(${column}) | sort frame`;
  const most = step === 1n ? {} : { note: `Each step is the maximum of ${step} frames.` };
  return [
    {
      title: "Calls in numbers",
      query:
        `calls${of} | summarize calls = count(), frames = distinct(frame), functions = distinct(name), ` +
        "threads = distinct(thread), blob_bytes = sum(blob_bytes)",
      view: { kind: "tiles" },
      empty: "The trace has no calls.",
    },
    {
      title: "Calls per frame",
      ...most,
      query: slices("calls", "calls"),
      view: { kind: "line", x: "frame", y: "calls", ...await busiestFrame(context, "calls") },
      empty: "The trace has no frames.",
    },
    ...callFlames(context),
    {
      title: "Uploaded bytes per frame",
      note: `Textures, buffers and other memory in arguments.${
        step === 1n ? "" : ` Each step is the maximum of ${step} frames.`
      }`,
      query: slices("bytes", "bytes"),
      view: { kind: "line", x: "frame", y: "bytes", ...await busiestFrame(context, "bytes") },
      empty: "The trace has no frames.",
    },
    {
      title: "Most frequent functions",
      query: `calls${of} | by name: calls = count(), bytes = sum(blob_bytes) | top 15 by calls`,
      view: { kind: "bars", value: "calls" },
      empty: "The trace has no calls.",
    },
    {
      title: "Frames with the most calls",
      query: `frames${of} | top 15 by calls | select frame, calls, draws, uploads, bytes`,
      view: { kind: "bars", value: "calls" },
      empty: "The trace has no frames.",
    },
    {
      title: "Functions that upload most",
      query:
        `calls${of} | where blob_bytes > 0 | by name: calls = count(), bytes = sum(blob_bytes) | top 12 by bytes`,
      view: { kind: "bars", value: "bytes" },
      empty: "No call passes memory.",
    },
    {
      title: "Calls that repeat the previous one",
      note:
        "Calls with the same function and arguments as the previous call on their thread: they could be left out.",
      query: `calls${of} | where redundant | by name: repeats = count() | top 12 by repeats`,
      view: { kind: "bars", value: "repeats" },
      empty: "No call repeats the previous one.",
    },
    {
      title: "Threads",
      query: `calls${of} | by thread: calls = count(), bytes = sum(blob_bytes) | sort thread | take 40`,
      view: { kind: "bars", value: "calls" },
      empty: "The trace has no calls.",
    },
    {
      title: "Graphics objects that are never deleted",
      query:
        `objects${of} | where deleted is null | by type: objects = count(), bytes = sum(size) | sort objects desc`,
      view: { kind: "bars", value: "objects" },
      empty: "Every object was deleted, or none was created.",
    },
  ];
}

/**
 * Returns the frame with the largest value of a column, because a step of the chart may contain several
 * frames.
 */
async function busiestFrame(
  context: PanelContext,
  column: string,
): Promise<{ readonly axis: string; readonly peak: string | null }> {
  const row = await context.firstRow(
    `frames${context.of} | where ${column} > 0 | top 1 by ${column} | select frame`,
  );
  return { axis: "frame", peak: row ? `in frame ${row[0]}` : null };
}
