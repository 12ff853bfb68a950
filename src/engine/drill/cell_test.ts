/**
 * The value of a cell as a part of a query, and tests for rows with and without it.
 * @module
 */

import type { ResultColumn, ResultValue } from "../../base/result_table.ts";
import { hex } from "../../base/u64.ts";
import { hasFunctionNames } from "../../names/function_columns.ts";
import { shortName } from "../../names/short_name.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { textTestOf } from "../../query/execution/text_memo.ts";
import { fullFunction } from "../../query/functions/names.ts";
import type { Expression } from "../../query/syntax/ast.ts";
import {
  booleanNode,
  callNode,
  equalityNode,
  integerNode,
  nameNode,
  NULL_NODE,
  textNode,
} from "../../query/syntax/build_nodes.ts";
import type { Pools } from "../../tables/pools.ts";
import type { Session } from "../session.ts";

/** A value as an expression; undefined if it cannot be written as one. */
export function valueOfCell(column: ResultColumn, value: ResultValue): Expression | undefined {
  if (value === null) return NULL_NODE;
  if (typeof value === "string") return textNode(value);
  if (typeof value === "boolean") return booleanNode(value);
  if (column.type === "time" || column.type === "f64" || value instanceof Uint8Array) return undefined;
  const whole = BigInt(value);
  return integerNode(whole, column.display === "hex" ? hex(whole) : undefined);
}

/**
 * Returns the test for rows whose expression has the value of a cell (`==`), or for the other rows (`!=`). A function
 * name that is also the short form of another name is compared with the full name.
 */
export function cellTest(
  { node, column, session }: {
    readonly node: Expression;
    readonly column: ResultColumn;
    readonly session: Pick<Session, "traces">;
  },
  op: "==" | "!=",
  value: Expression,
): Expression {
  const isShort = value.kind === "string" && hasFunctionNames(column) &&
    isShortForOthers(session, value.value);
  return equalityNode(isShort ? callNode(fullFunction.name, node) : node, op, value);
}

/** Whether this is the short name of a function of the open traces that has a different full name. */
function isShortForOthers({ traces }: Pick<Session, "traces">, name: string): boolean {
  if (name === "" || shortName(name) !== name) return false;
  const test = { how: "equal", pattern: name, flags: "", ofNames: true } as const;
  for (const { trace: { pools } } of traces) {
    const passes = textTestOf(pools.strings, test);
    for (const code of codesOf(pools)) {
      if (passes.passes(code) && pools.strings.text(code) !== name) return true;
    }
  }
  return false;
}

/** Yields the texts of a trace, including those of columns that were computed on demand. */
function* codesOf({ strings, within }: Pools): Generator<number> {
  yield* strings.codes();
  for (const pools of within) yield* codesOf(pools);
}

/** A column of a result by its name. */
export function columnNode(name: string): Expression {
  return nameNode(name, writtenName(name) !== name);
}
