/**
 * Recipes for coverage traces.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS_CHAPTER } from "../script_recipes.ts";

const HISTORY = ["gnatcov/qemu-arm-history-bare1.trace", "--exec", "gnatcov/elf/bare1-arm"];
const TWO_RUNS = [
  "a=gnatcov/qemu-arm-flat-bare1.trace",
  "b=gnatcov/qemu-arm-history-bare1.trace",
  "--exec",
  "gnatcov/elf/bare1-arm",
];

/** Title of the chapter on a single trace, to which source traces add recipes. */
export const ONE_TRACE_CHAPTER = "Coverage: one trace";

const run: Chapter = {
  title: ONE_TRACE_CHAPTER,
  intro: "Function names come from the program: Quarry opens it where the trace says, or use --exec FILE.",
  recipes: recipes({ sample: HISTORY }, {
    "Which functions were never entered?": 'functions | where state == "-" | select func, addr, size',
    "Which functions ran partly, and how much is missing?": [
      'functions | where state == "!" | sort uncovered desc',
      "  | select func, size, covered, uncovered",
    ],
    "Where is code that never ran, also between functions?":
      "uncovered | sort size desc | take 5 | select func, section, addr, size",
    "Which bytes of a function, a section or a range did not run?":
      'gaps in symbol("gcd") | select addr, size, end',
    "Which branch never went both ways?": [
      'blocks | where outcome == "one"',
      "  | select addr, symbol, taken, fallthrough | take 5",
    ],
    "How many branches of each function went both ways?": [
      'blocks | where outcome != "none"',
      '  | by symbol: branches = count(), both = count() if outcome == "both"',
    ],
    "What led to a fault?": "events | where fault | before 3 | select seq, addr, func, type",
    "Which paths does the program take most (history traces)?":
      "edges | where exact | top 3 by count | select from, to, count",
    "Where in a range did code run?": "heat in 0x10118..0x1021c | select addr, strip",
    "How much code was covered?": "ranges | summarize covered = sum(size)",
  }),
};

/** Recipes about source lines. */
const lines: Chapter = {
  title: "Coverage: source lines",
  intro: "Source lines also come from the program, when it was compiled with -g.",
  recipes: recipes({ sample: ["gnatcov/wordfreq/words.trace"] }, {
    "Which lines were never reached?": {
      query: "lines | where not covered | select file, line, func",
      sample: ["gnatcov/wordfreq/missing.trace"],
    },
    "Which lines ran only partly?": [
      'lines | where state == "!" | sort uncovered desc',
      "  | select file, line, func, size, uncovered",
    ],
    "Which files have the least coverage?": [
      "files | sort covered * 100 / lines | take 5",
      "  | select file, lines, covered, uncovered",
    ],
    "On which lines did a branch go only one way?": [
      'blocks | where outcome == "one" and line is not null',
      "  | by file, line: branches = count() | sort line",
    ],
    "Which lines did no trace of the campaign reach?": {
      query: "lines | by file, line, func: runs = count() if covered | where runs == 0",
      sample: ["a=gnatcov/wordfreq/missing.trace", "b=gnatcov/wordfreq/numbers.trace"],
    },
    "Which leaking lines does my test run never reach?": {
      query: [
        "leaks of run | where file is not null | by func, file, line",
        "  | join anti (lines of test | where covered) on file, line",
      ],
      beside: ["mtrc"],
      sample: ["run=mpatrol/wordfreq-le64/trace.mtrc", "test=gnatcov/wordfreq/missing.trace"],
    },
  }),
};

/** Recipes about the coverage of several runs. */
const campaign: Chapter = {
  title: "Coverage: several traces",
  intro: "Open them under names: quarry a=run1.trace b=run2.trace",
  recipes: recipes({ sample: TWO_RUNS }, {
    "What do all traces cover together?": 'union of "*" | summarize covered = sum(size)',
    "Which code do all traces cover, with the same branch outcomes?":
      'intersection of "*" by outcome | summarize covered = sum(size)',
    "What does one trace add to another?":
      "difference of a, b | select addr, size, runs, func = symbol(addr)",
    "What does one trace add to all others, including outcomes?":
      "difference of a by outcome | select addr, size, taken, fallthrough, fault",
    "Which few traces cover everything? (greedy: a smaller set may exist)":
      "runs | where pick is not null | sort pick | select pick, trace, covered, adds",
    "Which traces can be dropped without losing coverage?":
      "runs | where own == 0 and outcome_own == 0 | select trace, covered",
    "Which traces reach an address, and when first?":
      "traces reaching 0x100a8 | select trace, addr, count, first",
    "Which traces have a tag?": 'tags | where name == "kind" and value == "HISTORY" | select trace',
    "Which functions did no trace of the campaign enter?":
      "functions | by func, module: n = max(covered) | where n == 0",
    "Which functions got worse?": [
      "(functions of a | select func, covered)",
      "  | join (functions of b | select func, covered) on func",
      "  | where covered_right < covered",
    ],
    "Does the new trace still reach everything?": [
      "assert difference of a, b | summarize lost = sum(size) | where lost > 0",
      '  : "b reaches what a reached"',
    ],
  }),
};

/** Recipes for use on build servers. */
const scripts: Chapter = {
  title: SCRIPTS_CHAPTER,
  recipes: recipes({ sample: HISTORY }, {
    "Fail when a function that must run did not":
      'assert functions | where func == "gcd" and covered == 0 | count == 0',
  }),
};

/** Chapters on coverage. */
export const coverageChapters: readonly Chapter[] = [run, lines, campaign, scripts];

/** Titles of the chapters that are only about coverage. */
export const COVERAGE_TITLES: readonly string[] = [run, lines, campaign].map(({ title }) => title);
