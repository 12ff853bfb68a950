/**
 * Recipes for coverage files.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";

const TWO_RUNS = ["before=lcov/calc.info", "after=lcov/calc.second.info"];

/** Recipes about lines, branches and tests. */
export const LCOV_RECIPES: readonly Chapter[] = [{
  title: "Coverage files: lines, branches, tests",
  intro: "lcov's .info, gcov's JSON, coverage.py's JSON, llvm-cov's JSON, Cobertura. Several are a campaign.",
  recipes: recipes({ sample: ["lcov/shapes.info"] }, {
    "How much is covered, as in lcov --summary?": [
      "lines | summarize lines = count(), hit = count() if covered",
      "  | extend percent = round(hit * 100.0 / lines, 1)",
    ],
    "Which files are covered least, as in lcov --list and gcovr?": {
      query: [
        "files | extend percent = round(covered * 100.0 / lines, 1)",
        "  | select file, lines, covered, percent | sort percent",
      ],
      sample: ["lcov/calc.info"],
    },
    "How much of each folder is covered?": {
      query: [
        "lines | by folder = dir(file): covered = count() if covered, lines = count()",
        "  | extend percent = round(covered * 100.0 / lines, 1) | sort percent",
      ],
      sample: ["lcov/calc.info"],
    },
    "Which tests reach a file?": {
      query: 'test_lines | where file ~ "**/list.c" and count > 0 | by test',
      sample: ["lcov/calc.info"],
    },
    "How many functions are covered, if all names of a function count once?": [
      "functions | by file, line: n = max(count)",
      "  | summarize functions = count(), hit = count() if n > 0",
    ],
    "How many branches does lcov 1 count, which adds up the instances of templates?": [
      "branches | by file, line, block, branch: n = sum(count)",
      "  | summarize branches = count(), hit = count() if n > 0",
    ],
    "Which lines ran without all outcomes of their branches?": [
      "lines | where covered and taken < branches",
      "  | select file, line, taken, branches",
    ],
    "Which functions were never called?": {
      query: "functions | where count == 0 | select func, file, line",
      sample: ["lcov/words.info"],
    },
    "Which lines lost coverage?": {
      query: [
        "(lines of before | where covered)",
        "  | join anti (lines of after | where covered) on file, line",
        "  | select file, line, func",
      ],
      sample: TWO_RUNS,
    },
    "Which lines does only one test reach?": {
      query: [
        "test_lines | by file, line: tests = distinct(test), test = first(test)",
        "  | where tests == 1 | by test | sort count desc",
      ],
      sample: ["lcov/calc.info"],
    },
    "Which leaks are on lines that no test reaches?": {
      query: [
        "leaks of run | where file is not null | by func, file, line",
        "  | join anti (lines of test | where covered) on file, line",
      ],
      beside: ["mtrc"],
      sample: ["run=mpatrol/wordfreq-le64/trace.mtrc", "test=lcov/words.info"],
    },
  }),
}, {
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: ["lcov/words.info"] }, {
    "Fail when line coverage drops below 80 percent": [
      "assert lines | summarize n = count(), hit = count() if covered",
      '  | where hit * 100 < n * 80 : "80 percent of the lines ran"',
    ],
  }),
}];
