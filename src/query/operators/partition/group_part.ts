/**
 * Input of grouping, and its result if groups do not fit in memory.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import type { Part } from "../../execution/relation.ts";

/** Rows to group, with key and aggregate columns. */
export interface GroupPart {
  readonly part: Part;
  readonly keys: readonly Column[];
  readonly inputs: readonly AggregateInput[];
  /** Position of each row among all rows, if the rows are a partition. */
  readonly places?: Column;
  /** Row numbers in the part of a table, if the rows are a partition. */
  readonly rows?: Column;
}

/** The groups do not fit in memory. */
export interface GroupsDoNotFit {
  /** Estimated bytes for all groups, if they grow as so far. */
  readonly expected: number;
}
