/**
 * Queries for scripts and continuous integration.
 * @module
 */

import { type Chapter, MEMORY, recipes } from "./recipe.ts";

const WORDFREQ = ["mpatrol/wordfreq-le64/trace.mtrc"];
const TWO_RUNS = ["before=mpatrol/wordfreq-le64/trace.mtrc", "after=mpatrol/wordfreq-le32/trace.mtrc"];
const ALL = ["mtrc", "mptl", "sp-rtrace", "sp-rtrace-bin", "apitrace", "gnatcov", "gnatcov-src"];

/** What a machine may ask. */
export const scriptChapters: readonly Chapter[] = [{
  title: "Scripts and continuous integration",
  intro:
    "quarry query trace.mtrc -f checks.qry runs a script. The exit code is 1 when an assertion is false; " +
    "--junit FILE writes the results for a build server.",
  recipes: recipes({ formats: MEMORY, sample: WORDFREQ }, [
    {
      question: "Fail when anything large leaks",
      query: 'assert leaks | where size > 1M | count == 0 : "no large leak"',
    },
    {
      question: "Fail when leaks grow",
      query: [
        "assert diff leaks of before, leaks of after by func, file, line",
        '  | where bytes_delta > 0 | count == 0 : "leaks did not grow"',
      ],
      sample: TWO_RUNS,
    },
    {
      question: "Fail when the heap grows beyond a limit",
      query: 'assert summarize max(live_bytes) < 1M : "heap below one megabyte"',
    },
    {
      question: "Fail when the program frees what it never allocated",
      query: [
        "assert events | where kind == free and alloc is null",
        '  | count == 0 : "every free has a block"',
      ],
      formats: ["mtrc"],
    },
    {
      question: "Fail when a function that must run did not",
      query: 'assert functions | where func == "gcd" and covered == 0 | count == 0',
      formats: ["gnatcov"],
      sample: ["gnatcov/qemu-arm-history-bare1.trace", "--exec", "gnatcov/elf/bare1-arm"],
    },
    {
      question: "Fail when statement coverage drops",
      query: [
        "assert units | where kind == statement",
        '  | summarize sum(bits_set) >= 22 : "coverage kept"',
      ],
      formats: ["gnatcov-src"],
      sample: ["gnatcov/shop-x86_64.srctrace"],
    },
    {
      question: "Fail when a frame draws too much",
      query: 'assert frames | summarize max(draws) <= 100 : "at most 100 draws"',
      formats: ["apitrace"],
      sample: ["apitrace/real-threads4.trace"],
    },
    {
      question: "Name a set of rows and query it twice",
      query: [
        'let mine = leaks | where file ~ "*.c"',
        "mine | summarize blocks = count(), bytes = sum(size)",
        "mine | by func",
      ],
      formats: ["mtrc"],
    },
    {
      question: "Is anything wrong with the file?",
      query: "problems | by severity, code",
      formats: ALL,
      sample: ["sp-rtrace/c01-jsonidx.resolved.txt"],
    },
    {
      question: "What does the header say?",
      query: "tags | select name, value | take 5",
      formats: ALL,
    },
  ]),
}];
