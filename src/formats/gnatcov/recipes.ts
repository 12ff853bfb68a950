/**
 * Questions about coverage traces.
 * @module
 */

import { type Chapter, recipes } from "../recipe.ts";
import { SCRIPTS } from "../script_recipes.ts";

const HISTORY = [
  "gnatcov/qemu-arm-history-bare1.trace",
  "--exec",
  "gnatcov/elf/bare1-arm",
];
const TWO_RUNS = [
  "a=gnatcov/qemu-arm-flat-bare1.trace",
  "b=gnatcov/qemu-arm-history-bare1.trace",
  "--exec",
  "gnatcov/elf/bare1-arm",
];

/** The chapter on a single trace, which source traces add to. */
export const ONE_TRACE = "Coverage: one trace";

const run: Chapter = {
  title: ONE_TRACE,
  intro: "Function names come from the program: Quarry opens it where the trace says, or use --exec FILE.",
  recipes: recipes({ sample: HISTORY }, [
    {
      question: "Which functions were never entered?",
      query: 'functions | where state == "-" | select func, addr, size',
    },
    {
      question: "Which functions ran partly, and how much is missing?",
      query: [
        'functions | where state == "!" | sort uncovered desc',
        "  | select func, size, covered, uncovered",
      ],
    },
    {
      question: "Where is code that never ran, also between functions?",
      query: "uncovered | sort size desc | take 5 | select func, section, addr, size",
    },
    {
      question: "Which bytes of a function, a section or a range did not run?",
      query: 'gaps in symbol("gcd") | select addr, size, end',
    },
    {
      question: "Which branch never went both ways?",
      query: [
        'blocks | where outcome == "one"',
        "  | select addr, symbol, taken, fallthrough | take 5",
      ],
    },
    {
      question: "How many branches of each function went both ways?",
      query: [
        'blocks | where outcome != "none"',
        '  | by symbol: branches = count(), both = count() if outcome == "both"',
      ],
    },
    {
      question: "What led to a fault?",
      query: "events | where fault | before 3 | select seq, addr, func, type",
    },
    {
      question: "Which paths does the program take most (history traces)?",
      query: "edges | where exact | top 3 by count | select from, to, count",
    },
    {
      question: "Where in a range did code run?",
      query: "heat in 0x10118..0x1021c | select addr, strip",
    },
    {
      question: "How much code was covered?",
      query: "ranges | summarize covered = sum(size)",
    },
  ]),
};

/** By the lines of the source. */
const lines: Chapter = {
  title: "Coverage: source lines",
  intro: "Source lines also come from the program, when it was compiled with -g.",
  recipes: recipes({ sample: ["gnatcov/wordfreq/words.trace"] }, [
    {
      question: "Which lines were never reached?",
      query: "lines | where not covered | select file, line, func",
      sample: ["gnatcov/wordfreq/missing.trace"],
    },
    {
      question: "Which lines ran only partly?",
      query: [
        'lines | where state == "!" | sort uncovered desc',
        "  | select file, line, func, size, uncovered",
      ],
    },
    {
      question: "Which files have the least coverage?",
      query: [
        "files | sort covered * 100 / lines | take 5",
        "  | select file, lines, covered, uncovered",
      ],
    },
    {
      question: "On which lines did a branch go only one way?",
      query: [
        'blocks | where outcome == "one" and line is not null',
        "  | by file, line: branches = count() | sort line",
      ],
    },
    {
      question: "Which lines did no trace of the campaign reach?",
      query: "lines | by file, line, func: runs = count() if covered | where runs == 0",
      sample: ["a=gnatcov/wordfreq/missing.trace", "b=gnatcov/wordfreq/numbers.trace"],
    },
    {
      question: "Which leaking lines does my test run never reach?",
      query: [
        "leaks of run | where file is not null | by func, file, line",
        "  | join anti (lines of test | where covered) on file, line",
      ],
      beside: ["mtrc"],
      sample: ["run=mpatrol/wordfreq-le64/trace.mtrc", "test=gnatcov/wordfreq/missing.trace"],
    },
  ]),
};

/** Several runs. */
const campaign: Chapter = {
  title: "Coverage: several traces",
  intro: "Open them under names: quarry a=run1.trace b=run2.trace",
  recipes: recipes({ sample: TWO_RUNS }, [
    { question: "What do all traces cover together?", query: 'union of "*" | summarize covered = sum(size)' },
    {
      question: "What does every trace cover, with the same outcomes?",
      query: 'intersection of "*" by outcome | summarize covered = sum(size)',
    },
    {
      question: "What does one trace add to another?",
      query: "difference of a, b | select addr, size, runs, func = symbol(addr)",
    },
    {
      question: "What does one trace add to all others, outcomes included?",
      query: "difference of a by outcome | select addr, size, taken, fallthrough, fault",
    },
    {
      question: "Which few traces cover everything? (greedy: a smaller set may exist)",
      query: "runs | where pick is not null | sort pick | select pick, trace, covered, adds",
    },
    {
      question: "Which traces can be dropped without losing coverage?",
      query: "runs | where own == 0 and outcome_own == 0 | select trace, covered",
    },
    {
      question: "Which traces reach an address, and when first?",
      query: "traces reaching 0x100a8 | select trace, addr, count, first",
    },
    {
      question: "Which traces have a tag?",
      query: 'tags | where name == "kind" and value == "HISTORY" | select trace',
    },
    {
      question: "Which functions did no trace of the campaign enter?",
      query: "functions | by func, module: n = max(covered) | where n == 0",
    },
    {
      question: "Which functions got worse?",
      query: [
        "(functions of a | select func, covered)",
        "  | join (functions of b | select func, covered) on func",
        "  | where covered_right < covered",
      ],
    },
    {
      question: "Does the new trace still reach everything?",
      query: [
        "assert difference of a, b | summarize lost = sum(size) | where lost > 0",
        '  : "b reaches what a reached"',
      ],
    },
  ]),
};

/** For build servers. */
const scripts: Chapter = {
  title: SCRIPTS,
  recipes: recipes({ sample: HISTORY }, [
    {
      question: "Fail when a function that must run did not",
      query: 'assert functions | where func == "gcd" and covered == 0 | count == 0',
    },
  ]),
};

/** Chapters on coverage. */
export const coverageChapters: readonly Chapter[] = [run, lines, campaign, scripts];

/** Titles of those that are about coverage alone. */
export const COVERAGE_TITLES: readonly string[] = [run, lines, campaign].map(({ title }) => title);
