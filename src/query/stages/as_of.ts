/**
 * Syntax of an as-of join, which finds one partner for each row: `join last (ROWS) on addr before seq`.
 * @module
 */

import { columnIndex } from "../analysis/bind_group.ts";
import type { Binder } from "../analysis/binder.ts";
import type { BoundRelation, DefinitionUse } from "../analysis/scope.ts";
import { quote } from "../analysis/message_words.ts";
import type { AsOfPlan } from "../operators/join/as_of_join.ts";
import { isMeasure, typeText } from "../plan/types.ts";
import type { JoinKey } from "../syntax/ast.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseJoinKey, reportMissingPart } from "../syntax/stage_parts.ts";
import type { StageWord } from "../syntax/language.ts";
import { isPunctuation } from "../syntax/token.ts";

/** The words that choose the partner of a row. */
export const SIDE_WORDS: readonly StageWord[] = [
  { word: "last", doc: "Only the last partner that is before (or after) the row" },
  { word: "first", doc: "Only the first partner that is after (or before) the row" },
];

/** The words that tell on which side of the row the partner is. */
export const DIRECTION_WORDS: readonly StageWord[] = [
  { word: "before", doc: "Partners with a smaller value in this column" },
  { word: "after", doc: "Partners with a larger value in this column" },
];

/**
 * The order of an as-of join: the partner is the nearest row before or after, by a column that both sides
 * have.
 */
export interface AsOf {
  readonly side: "first" | "last";
  readonly direction: "before" | "after";
}

/** Whether the next word is `first` or `last`, and not a table of that name. */
export function isAtSideWord(state: ParseState): boolean {
  const next = state.peek(1);
  if (!["first", "last"].includes(state.peek().word)) return false;
  return isPunctuation(next, "(") ? next.spaced : next.kind === "identifier" && next.word !== "on";
}

/** Parses `first` or `last`. */
export function parseSide(state: ParseState): AsOf["side"] | null {
  return isAtSideWord(state) ? state.advance("keyword").word as AsOf["side"] : null;
}

/** Parses `before seq`; it is allowed only together with `first` or `last`, and required there. */
export function parseDirection(
  state: ParseState,
  side: AsOf["side"] | null,
): { readonly direction: AsOf["direction"]; readonly key: JoinKey } | null {
  const token = state.peek();
  const direction = token.word === "before" || token.word === "after" ? token.word : null;
  const isStage = direction !== null && side === null && state.peek(1).kind !== "identifier";
  if (direction === null || state.startsLine(token) || isStage) {
    if (side !== null) {
      reportMissingPart(state, '"before" or "after" and a column', "join last (frees) on addr before seq");
    }
    return null;
  }
  if (side === null) {
    const message = `"${direction}" needs "first" or "last" to choose a partner`;
    const suggestion = direction === "before" ? 'write "join last (…)"' : 'write "join first (…)"';
    state.report("Q115", message, token.span, suggestion);
  }
  state.advance("keyword");
  return { direction, key: parseJoinKey(state) };
}

/** Binds the columns of the order; null after reporting an error. */
export function bindDirection(
  binder: Binder,
  key: JoinKey,
  left: BoundRelation,
  right: BoundRelation,
  frame: DefinitionUse | null,
): Pick<AsOfPlan["asOf"], "left" | "right"> | null {
  const other = key.right ?? key.left;
  if (key.left.kind === "error" || other.kind === "error") return null;
  const leftIndex = columnIndex(binder, key.left, left, frame);
  const rightIndex = columnIndex(binder, other, right, frame);
  if (leftIndex < 0 || rightIndex < 0) return null;
  const [a, b] = [left.plan.columns[leftIndex]!, right.plan.columns[rightIndex]!];
  if (a.type === b.type && isMeasure(a.type)) return { left: leftIndex, right: rightIndex };
  const what = a.type === b.type
    ? `${quote(a.name)} is ${typeText(a.type)}, expected a number or a time`
    : `${quote(a.name)} is ${typeText(a.type)}, and ${quote(b.name)} is ${typeText(b.type)}`;
  return binder.report("Q206", `Cannot order by columns: ${what}`, key, { frame });
}
