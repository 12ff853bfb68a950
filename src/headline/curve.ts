/**
 * Creates the pictures of headlines.
 * @module
 */

import { amountOf } from "../base/amount_text.ts";
import type { TraceQueries } from "../engine/trace_queries.ts";
import type { HeadlineCurve } from "../formats/headline_question.ts";
import type { CurvePoint, HeadlinePicture, HeadlineRow } from "./headline.ts";

/** Maximum number of points. If a query of a format returns more, only the first ones are drawn. */
const POINTS = 1000;

/** A curve of values over the trace; null for fewer than two points. The query must be complete. */
export async function curve(about: TraceQueries, asked: HeadlineCurve): Promise<HeadlinePicture | null> {
  const { x, y, query, title, axis, unit } = asked;
  const points: CurvePoint[] = [];
  for (const row of await about.rows(query, POINTS)) {
    const [at, value] = [row[x], row[y]];
    if (typeof at !== "bigint" && typeof at !== "number") continue;
    points.push({ at, value: typeof value === "bigint" || typeof value === "number" ? value : 0n });
  }
  return points.length < 2 ? null : { kind: "curve", title, axis, unit, points, query };
}

/** The labels at the two ends of the axis. */
export function curveEnds(points: readonly CurvePoint[]): readonly [string, string] {
  const text = (point: CurvePoint | undefined): string =>
    point === undefined ? "" : typeof point.at === "bigint" ? amountOf(point.at) : String(point.at);
  return [text(points.at(0)), text(points.at(-1))];
}

/** A bar for each row that has a share; null if none has. */
export function bars(
  title: string,
  rows: readonly HeadlineRow[],
  query: string | null,
): HeadlinePicture | null {
  const parts = rows.filter(({ share }) => share !== null);
  if (parts.length === 0 || query === null) return null;
  return {
    kind: "bars",
    title,
    bars: parts.map(({ label, value, share, tone }) => ({ label, value, share, tone })),
    query,
  };
}
