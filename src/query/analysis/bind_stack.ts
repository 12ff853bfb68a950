/**
 * Stages on backtraces: `unwind`, `through`, `callers of`, `tree`.
 * @module
 */

import type { MarkerStage, PatternStage, TreeStage } from "../syntax/ast.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { TextMatchExpr } from "../plan/plan.ts";
import type { Binder } from "./binder.ts";
import {
  computedRelation,
  emptyScope,
  type Frame,
  openRelation,
  placed,
  type Relation,
  withPlan,
} from "./scope.ts";
import { isFreeWord, unfold } from "./unfold.ts";
import { textMatch } from "./make.ts";
import { constant, isNumber, typeWords } from "../plan/types.ts";

/** What a stack frame has. */
const FRAME_COLUMNS: readonly PlanColumn[] = [
  { name: "level", type: "u64", display: "plain" },
  { name: "addr", type: "u64", display: "hex" },
  { name: "func", type: "text", display: "plain" },
  { name: "module", type: "text", display: "plain" },
  { name: "offset", type: "u64", display: "hex" },
  { name: "file", type: "text", display: "plain" },
  { name: "line", type: "u64", display: "plain" },
];
const TREE_COLUMNS: readonly PlanColumn[] = [
  { name: "level", type: "u64", display: "plain" },
  { name: "func", type: "text", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];
const CALLER_COLUMNS: readonly PlanColumn[] = TREE_COLUMNS.slice(1);
const BYTES: PlanColumn = { name: "bytes", type: "u64", display: "plain" };

/** Number of the column with backtraces; -1 after a report. */
function stackColumn(
  binder: Binder,
  node: { readonly kind: string; readonly span: PatternStage["span"] },
  input: Relation,
  frame: Frame | null,
): number {
  // `stacks` are backtraces themselves, under `id`.
  const names = input.table?.name === "stacks" ? ["stack", "id"] : ["stack"];
  const { columns } = input.plan;
  const index = columns.findIndex(({ name, type }) => names.includes(name) && type === "u64");
  if (index >= 0) {
    if (input.facts[index]?.column.allNull === true) {
      binder.report("Q301", 'Column "stack" is null in every row: this trace has no backtraces', node, {
        frame,
      }, {
        severity: "warning",
      });
    }
    return index;
  }
  if (!input.open) {
    binder.report("Q214", `Stage "${node.kind}" needs a column "stack"`, node, { frame }, {
      suggestion: "put it before the stage that drops the column",
    });
  }
  return -1;
}

/** `unwind`: one row per stack frame. */
export function bindUnwind(
  binder: Binder,
  node: MarkerStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const span = placed(node.span, { frame });
  const stack = stackColumn(binder, node, input, frame);
  if (stack < 0) return openRelation(span);
  const columns = [...input.plan.columns];
  const facts = [...input.facts];
  for (const added of FRAME_COLUMNS) {
    const at = columns.findIndex((column) => column.name === added.name);
    if (at < 0) {
      columns.push(added);
      facts.push(null);
    } else {
      columns[at] = added;
      facts[at] = null;
    }
  }
  const plan = { op: "unwind", input: input.plan, stack, columns, span } as const;
  return { ...input, plan, facts, table: null };
}

/** `through PATTERN` and `callers of PATTERN`. */
export function bindStackPattern(
  binder: Binder,
  node: PatternStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const span = placed(node.span, { frame });
  const stack = stackColumn(binder, node, input, frame);
  const pattern = bindPattern(binder, node, frame);
  if (stack < 0 || pattern === null) return node.kind === "through" ? input : openRelation(span);
  const shared = {
    input: input.plan,
    stack,
    size: sizeIndex(input),
    pattern,
    direction: "up",
    span,
  } as const;
  if (node.kind === "through") {
    return withPlan(input, { op: "through", ...shared, columns: input.plan.columns });
  }
  return computedRelation({ op: "callers", ...shared, columns: withBytes(CALLER_COLUMNS, shared.size) });
}

function withBytes(columns: readonly PlanColumn[], size: number): readonly PlanColumn[] {
  return size < 0 ? columns : [...columns, BYTES];
}

function sizeIndex(input: Relation): number {
  return input.plan.columns.findIndex(({ name, type }) => name === "size" && isNumber(type));
}

function bindPattern(binder: Binder, node: PatternStage, frame: Frame | null): TextMatchExpr | null {
  const scope = emptyScope(frame);
  const written = node.pattern;
  const isParameter = written.kind === "word" && frame?.params.has(written.text) === true;
  const name = isParameter
    ? { kind: "name", name: written.text, quoted: false, span: written.span } as const
    : written;
  const unfolded = unfold(binder, name, scope);
  if (unfolded === null || !("node" in unfolded)) return null;
  const { node: pattern, scope: inner } = unfolded;
  const span = placed(written.span, scope);
  const operand = constant(null, "text", span);
  if (pattern.kind === "word") return textMatch("glob", operand, pattern.text, span);
  if (pattern.kind === "regex") return textMatch("regex", operand, pattern.source, span, pattern.flags);
  if (isFreeWord(binder, pattern, inner)) return textMatch("glob", operand, pattern.name, span);
  const bound = binder.expression(pattern, inner);
  if (bound === null) return null;
  if (bound.op === "constant" && typeof bound.value === "string") {
    return textMatch("glob", operand, bound.value, span);
  }
  return binder.report(
    "Q206",
    `Pattern is ${typeWords(bound.type)}, expected the name of a function`,
    written,
    scope,
    {
      suggestion: `for example ${node.kind === "through" ? "through" : "callers of"} net_*`,
    },
  );
}

/** `tree [up|down]`: the call tree; `down` goes from the outermost function, `up` from the innermost. */
export function bindTree(binder: Binder, node: TreeStage, input: Relation, frame: Frame | null): Relation {
  const span = placed(node.span, { frame });
  const stack = stackColumn(binder, node, input, frame);
  if (stack < 0) return openRelation(span);
  const size = sizeIndex(input);
  return computedRelation({
    op: "tree",
    input: input.plan,
    stack,
    size,
    pattern: null,
    direction: node.direction ?? "down",
    columns: withBytes(TREE_COLUMNS, size),
    span,
  });
}
