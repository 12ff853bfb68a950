/**
 * The parts of the grammar that are handed in.
 * @module
 */

import type { PointList } from "./points.ts";
import type { SourceSyntax } from "./source_syntax.ts";
import type { StageList } from "./stage_syntax.ts";

/** All stages, sources and points, as the parser and the printer see them. */
export interface Language {
  readonly stages: StageList;
  readonly sources: { find(keyword: string): SourceSyntax | undefined };
  readonly points: PointList;
}
