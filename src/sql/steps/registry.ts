/**
 * What each step of a plan is in SQL. A step that is not here has no SQL, and a query with it is refused before
 * anything runs.
 * @module
 */

import type { Plan } from "../../query/plan/plan.ts";
import type { TranslatePlan } from "../translation.ts";
import { changesText } from "./changes.ts";
import { coverageSetText, reachingText } from "./coverage.ts";
import { diffText } from "./differences.ts";
import { groupText, pivotText } from "./groups.ts";
import { joinText } from "./joins.ts";
import { contextText, extendText, filterText, limitText, projectText, sortText, topPerText } from "./rows.ts";
import { matchText } from "./sequences.ts";
import { histText, timelineText } from "./slices.ts";
import { callersText, throughText, unwindText } from "./stacks.ts";
import { scanText } from "./tables.ts";
import { treeText } from "./tree.ts";
import { windowsText } from "./windows.ts";

/** A step, whose plan is one of its kind: its name says which. */
// deno-lint-ignore no-explicit-any
type StepText = (plan: any, to: Parameters<TranslatePlan>[1]) => ReturnType<TranslatePlan>;

const keepText: StepText = (plan: Plan & { readonly input: Plan; readonly name: string }, to) => {
  to.keep(plan.name, plan.input);
  return to.rows(plan.input);
};

/** By the name of the step. */
const STEPS: Readonly<Record<string, StepText>> = {
  scan: scanText,
  filter: filterText,
  extend: extendText,
  project: projectText,
  aggregate: groupText,
  pivot: pivotText,
  sort: sortText,
  topPer: topPerText,
  take: limitText,
  skip: limitText,
  tail: limitText,
  sample: limitText,
  context: contextText,
  join: joinText,
  diff: (plan, to) => plan.inOrder === true ? changesText(plan, to) : diffText(plan, to),
  hist: histText,
  timeline: timelineText,
  window: windowsText,
  match: matchText,
  unwind: unwindText,
  through: throughText,
  callers: callersText,
  tree: treeText,
  union: coverageSetText,
  intersection: coverageSetText,
  difference: coverageSetText,
  reaching: reachingText,
  as: keepText,
};

const PROGRAMS = "it needs what programs say of code and of data between it, and a dataset has no programs";

/** Why a step has none. */
const REASONS: Readonly<Record<string, string>> = {
  complement: PROGRAMS,
  gaps: PROGRAMS,
  heat: PROGRAMS,
  explain: "it reports what Quarry does; the engine has an EXPLAIN of its own",
};

/** Translates one node; what it reads is translated when it asks for it. */
export const translatePlan: TranslatePlan = (plan, to) => {
  const step = Object.hasOwn(STEPS, plan.op) ? STEPS[plan.op] : undefined;
  if (step !== undefined) return step(plan, to);
  return to.refuse(
    `"${plan.op}"`,
    REASONS[plan.op] ?? "it asks what only Quarry knows of a trace",
    plan.span,
  );
};
