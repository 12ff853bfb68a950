/**
 * What may stand in a part of a stage or source.
 * @module
 */

import type { Expression } from "./ast.ts";

/** Which expressions are wanted. */
export type ExpressionUse = "any" | "filter" | "column" | "measure" | "aggregate" | "window";

/** What may stand in a part of a stage or source; one place may want several things. */
export type StageWant =
  | {
    readonly want: "expression";
    readonly use: ExpressionUse;
    /** Behind what else is wanted. */
    readonly low?: boolean;
    /** Only what can be compared with this. */
    readonly like?: Expression;
  }
  | { readonly want: "source"; readonly bracket: boolean }
  | { readonly want: "words"; readonly words: readonly string[] }
  | { readonly want: "function" }
  | { readonly want: "symbol" }
  | { readonly want: "count" };

/** One want for an expression. */
export function wantsExpression(use: ExpressionUse): readonly StageWant[] {
  return [{ want: "expression", use }];
}
