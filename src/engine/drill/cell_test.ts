/**
 * The value of a cell as a part of a query, and tests for rows with it and without.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../base/result_table.ts";
import { hex } from "../../base/u64.ts";
import { writtenName } from "../../query/analysis/words.ts";
import type { Expression } from "../../query/syntax/ast.ts";
import { integerNode, nameNode, NULL_NODE, textNode, truthNode } from "../../query/syntax/build.ts";

/** A value; undefined for what cannot be written. */
export function valueOfCell(column: ResultColumn, value: ResultValue): Expression | undefined {
  if (value === null) return NULL_NODE;
  if (typeof value === "string") return textNode(value);
  if (typeof value === "boolean") return truthNode(value);
  if (column.type === "time" || column.type === "f64" || value instanceof Uint8Array) return undefined;
  const whole = BigInt(value);
  return integerNode(whole, column.display === "hex" ? hex(whole) : undefined);
}

/** A column of a result by its name. */
export function columnNode(name: string): Expression {
  return nameNode(name, writtenName(name) !== name);
}
