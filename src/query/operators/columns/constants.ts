/**
 * Tables from JavaScript values.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { Relation } from "../../execution/relation.ts";
import type { Constant, PlanColumn } from "../../plan/values.ts";
import type { OperatorContext } from "../operator.ts";
import { ColumnFiller } from "./column_filler.ts";
import { relationOf } from "./materialize.ts";

/** A relation from JavaScript values, column by column. */
export function constantsRelation(
  columns: readonly PlanColumn[],
  values: readonly (readonly Constant[])[],
  count: number,
  context: OperatorContext,
): Relation {
  return relationOf(columns, columns.map((info, at) => storeConstants(info, values[at]!, context)), count);
}

/** A stored column from JavaScript values. */
export function storeConstants(
  info: PlanColumn,
  values: readonly Constant[],
  context: OperatorContext,
): Column {
  const filler = new ColumnFiller(context.work, info);
  filler.putAll(values);
  return filler.finish();
}
