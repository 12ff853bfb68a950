/**
 * What is grouped, and what is said of it where that has no room.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import type { Part } from "../../execution/relation.ts";

/** Rows to group, with the columns of keys and aggregates. */
export interface GroupPart {
  readonly part: Part;
  readonly keys: readonly Column[];
  readonly inputs: readonly AggregateInput[];
  /** Which of all rows each is, where these are a partition of them. */
  readonly places?: Column;
  /** And their numbers in their part. */
  readonly rows?: Column;
}

/** There was no room for the groups. */
export interface NoRoom {
  /** Bytes that all groups would take, if they went on as they began. */
  readonly expected: number;
}
