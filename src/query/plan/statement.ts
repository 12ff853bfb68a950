/**
 * Bound statements and points in a trace.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { AssertStatement, Pipeline } from "../syntax/ast.ts";
import type { CompareExpr } from "./expressions.ts";
import type { Plan } from "./plan.ts";
import type { Constant } from "./values.ts";

/** A point in a trace. */
export type BoundPoint =
  | { readonly at: "no" | "seq" | "time" | "elapsed"; readonly value: bigint }
  | { readonly at: "share"; readonly percent: number }
  | { readonly at: "start" | "end" | "peak" | "peakBlocks" }
  | { readonly at: "column"; readonly column: string; readonly value: bigint }
  | { readonly at: "bit"; readonly column: string; readonly name: string };

/** A bound statement. */
export type BoundStatement =
  | {
    readonly kind: "query";
    readonly plan: Plan;
    /** Traces for which suppressed leaks are left out; null stands for all traces. */
    readonly leavesOut?: ReadonlySet<string | null>;
    readonly node: Pipeline;
    readonly span: Span;
  }
  | {
    readonly kind: "assert";
    readonly plan: Plan;
    readonly leavesOut?: ReadonlySet<string | null>;
    /** The comparison for the single value. Null: the value must be true, or there must be no rows. */
    readonly comparison: { readonly fn: CompareExpr["fn"]; readonly expected: Constant } | null;
    readonly message: string | null;
    readonly node: AssertStatement;
    readonly span: Span;
  };
