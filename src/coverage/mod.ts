/**
 * What coverage traces add to the query language and to a session.
 * @module
 */

import type { LanguagePart } from "../query/language_part.ts";
import { COVERAGE } from "./runs/extension.ts";
import { complement, difference, intersection, union } from "./sources/coverage_sets.ts";
import { gaps, heat, reaching } from "./sources/windows.ts";

/** Sources, in the order of the documentation. */
export const coverage: LanguagePart = {
  sources: [gaps, heat, reaching, union, intersection, difference, complement],
  extension: COVERAGE,
};
