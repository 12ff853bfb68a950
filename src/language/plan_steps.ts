/**
 * The list of all steps that a plan can have.
 * @module
 */

import { scanStep } from "../query/operators/scan/scan.ts";
import { STAGES } from "../query/stages/registry.ts";
import { StepList } from "../query/step_list.ts";
import { SOURCES } from "./registry.ts";

/** Steps of tables, of sources and of stages. */
export const ALL_STEPS: StepList = new StepList([
  scanStep,
  ...[...SOURCES, ...STAGES].flatMap(({ step }) => step ?? []),
]);
