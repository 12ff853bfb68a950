/**
 * Questions about source traces.
 * @module
 */

import { ONE_TRACE } from "../gnatcov/recipes.ts";
import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS } from "../script_recipes.ts";

const SAMPLE = ["gnatcov/shop-x86_64.srctrace"];

/** What source files leave uncovered. */
export const unitChapters: readonly Chapter[] = [{
  title: ONE_TRACE,
  recipes: recipes({ sample: SAMPLE }, [
    {
      question: "Which statements, decisions and paths of a source file are not covered?",
      query: "units | where bits_set < bits | select unit, kind, bits, bits_set, missing",
    },
    {
      question: "Which share of each source file is covered?",
      query: [
        "units | where kind == statement",
        "  | by base(unit): bits = sum(bits), seen = sum(bits_set)",
        "  | extend percent = seen * 100 / bits",
      ],
      note: "A file without statements has no percentage: a division by 0 is null.",
    },
  ]),
}, {
  title: SCRIPTS,
  recipes: recipes({ sample: SAMPLE }, [
    {
      question: "Fail when statement coverage drops",
      query: [
        "assert units | where kind == statement",
        '  | summarize sum(bits_set) >= 22 : "coverage kept"',
      ],
    },
  ]),
}];
