/**
 * Translations of plan steps. Queries with a step that is missing here are rejected before anything runs.
 * @module
 */

import type { Plan } from "../../query/plan/plan.ts";
import type { SqlRows, StepTexts, Translation } from "../translation.ts";
import { DIFFERENCE_STEPS } from "./differences.ts";
import { COVERAGE_STEPS } from "./coverage.ts";
import { GROUP_STEPS } from "./groups.ts";
import { JOIN_STEPS } from "./joins.ts";
import { ROW_STEPS } from "./rows.ts";
import { SEQUENCE_STEPS } from "./sequences.ts";
import { SLICE_STEPS } from "./slices.ts";
import { STACK_STEPS } from "./stacks.ts";
import { TABLE_STEPS } from "./tables.ts";
import { WINDOW_STEPS } from "./windows.ts";

const STEPS: StepTexts = {
  ...TABLE_STEPS,
  ...ROW_STEPS,
  ...GROUP_STEPS,
  ...JOIN_STEPS,
  ...DIFFERENCE_STEPS,
  ...SLICE_STEPS,
  ...WINDOW_STEPS,
  ...SEQUENCE_STEPS,
  ...STACK_STEPS,
  ...COVERAGE_STEPS,
};

const PROGRAMS = "it needs the code ranges of a program, which a dataset does not contain";

/** Reasons why steps have no SQL. */
const REASONS: Readonly<Record<string, string>> = {
  complement: PROGRAMS,
  gaps: PROGRAMS,
  heat: PROGRAMS,
  explain: "it reports what Quarry does; the engine has an EXPLAIN of its own",
};

/** Whether a step has SQL, or a specific reason why it has none. */
export function isKnownStep(op: string): boolean {
  return Object.hasOwn(STEPS, op) || Object.hasOwn(REASONS, op);
}

/** Translates one plan node; its inputs are translated when it requests them. */
export function translatePlan(plan: Plan, to: Translation): SqlRows {
  if (Object.hasOwn(STEPS, plan.op)) return STEPS[plan.op]!(plan, to);
  return to.refuse(
    `"${plan.op}"`,
    REASONS[plan.op] ?? "it needs facts that only Quarry has about a trace",
    plan.span,
  );
}
