/**
 * The headline of traces of API calls: frames, draws, redundant calls, and objects that are never deleted.
 * @module
 */

import { amountOf, bytesOf, countOf, percentOf } from "../base/amount_text.ts";
import type { TraceQueries } from "../engine/trace_queries.ts";
import { bars, curve } from "./curve.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlineRow } from "./headline.ts";
import { numberOfRow, shareOf, testsOf, textOfRow } from "./row_values.ts";

/** Minimum number of points of the curve. */
const SLICES = 100n;

/** Totals of a trace of calls, and the functions that are called most often. */
export async function callsAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const { of } = about;
  const [totals] = await about.rows(
    `calls${of} | summarize calls = count(), redundant = count() if redundant, bytes = sum(blob_bytes)`,
    1,
  );
  const calls = numberOfRow(totals, "calls");
  const bytes = numberOfRow(totals, "bytes");
  const [frames] = about.has("frames")
    ? await about.rows(`frames${of} | summarize frames = count(), draws = sum(draws)`, 1)
    : [];
  const parts = [
    `${countOf(calls, "call")} in ${countOf(numberOfRow(frames, "frames"), "frame")}`,
    countOf(numberOfRow(frames, "draws"), "draw"),
    ...(Number(bytes) === 0 ? [] : [`${bytesOf(bytes)} uploaded`]),
    redundantOf(numberOfRow(totals, "redundant"), calls),
  ];
  const objects = await objectsOf(about);
  const query = `calls${of} | by name: calls = count() | top ${HEADLINE_ROWS} by calls`;
  const rows: HeadlineRow[] = (await about.rows(query, HEADLINE_ROWS - objects.rows.length)).map((row) => ({
    label: textOfRow(row, "name") ?? "(no name)",
    detail: null,
    value: countOf(numberOfRow(row, "calls"), "call"),
    share: shareOf(numberOfRow(row, "calls"), calls),
    tone: null,
    query: `calls${of} | where ${testsOf(row, ["name"])}`,
  }));
  return {
    sentence: `${parts.join(", ")}${objects.said}`,
    picture: await callsPerFrame(about) ?? bars("calls", rows, query),
    rows: [...rows, ...objects.rows],
    query,
  };
}

function redundantOf(redundant: bigint | number, calls: bigint | number): string {
  const percent = percentOf(redundant, calls);
  return `${countOf(redundant, "redundant call")}${
    Number(redundant) > 0 && percent !== null ? ` (${percent})` : ""
  }`;
}

/** A row for objects that are never deleted. */
async function objectsOf(
  about: TraceQueries,
): Promise<{ readonly said: string; readonly rows: HeadlineRow[] }> {
  const { of } = about;
  if (!about.has("objects", "deleted")) return { said: "", rows: [] };
  const [all] = await about.rows(
    `objects${of} | summarize made = count(), kept = count() if deleted is null, bytes = sum(size) if deleted is null`,
    1,
  );
  const [made, kept] = [numberOfRow(all, "made"), numberOfRow(all, "kept")];
  if (made === 0n) return { said: "", rows: [] };
  if (kept === 0n) return { said: `; all ${countOf(made, "object")} deleted`, rows: [] };
  const size = numberOfRow(all, "bytes") > 0 ? ` (${bytesOf(numberOfRow(all, "bytes"))})` : "";
  return {
    said: `; ${amountOf(kept)} of ${countOf(made, "object")}${size} never deleted`,
    rows: [{
      label: "objects never deleted",
      detail: null,
      value: `${countOf(kept, "object")}${size}`,
      share: null,
      tone: "middling",
      query: `objects${of} | where deleted is null`,
    }],
  };
}

/** The number of calls in each frame, as a curve. */
async function callsPerFrame(about: TraceQueries): Promise<HeadlineAnswer["picture"]> {
  if (!about.has("frames")) return null;
  const step = await about.sliceWidth("frames", "frame", SLICES);
  const frame = step === 1n ? "frame" : `frame = bin(frame, ${step})`;
  return await curve(about, {
    title: "calls per frame",
    query: `frames${about.of} | by ${frame}: calls = max(calls) | sort frame`,
    x: "frame",
    axis: "frame",
    y: "calls",
    unit: "count",
  });
}
