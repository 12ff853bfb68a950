/**
 * Questions over several traces at once.
 * @module
 */

import { type Chapter, recipes } from "./recipe.ts";

const TWO_RUNS = ["a=mpatrol/wordfreq-le64/trace.mtrc", "b=mpatrol/wordfreq-le32/trace.mtrc"];
const RUN_AND_PROFILE = ["run=mpatrol/wordfreq-le64/trace.mtrc", "prof=mpatrol/wordfreq-le64/profile.mptl"];

/** What two traces say together. */
export const runChapters: readonly Chapter[] = [{
  title: "Several traces",
  intro: "Open them under names: quarry a=before.mtrc b=after.mtrc",
  recipes: recipes({ formats: ["mtrc", "sp-rtrace", "sp-rtrace-bin"], sample: TWO_RUNS }, [
    {
      question: "What differs between two runs?",
      query: "diff allocs of a, allocs of b by func, line | where bytes_delta != 0",
    },
    { question: "Did leaks grow?", query: "diff leaks of a, leaks of b by func, line" },
    {
      question: "What differs at the peaks of two runs?",
      query: "diff (live @ peak of a), (live @ peak of b) by func",
    },
    {
      question: "How do runs compare as a whole?",
      query: [
        "allocs",
        "  | by trace: blocks = count(), bytes = sum(size), lost = count() if leaked",
      ],
      formats: ["mtrc", "sp-rtrace", "sp-rtrace-bin", "apitrace"],
    },
    {
      question: "Which places allocate in one run only?",
      query: [
        "allocs of a | join anti (allocs of b) on func, line | by func, line",
      ],
      sample: ["a=mpatrol/wordfreq-le64/trace.mtrc", "b=mpatrol/grow-be32/trace.mtrc"],
    },
    {
      question: "Does a profile agree with the trace of the same run?",
      query: [
        "(events of run | where kind in {alloc, realloc}",
        "  | by func: n = count(), bytes = sum(size))",
        "  | join (profile of prof",
        "    | by func: prof_n = sum(allocs), prof_bytes = sum(alloc_bytes)) on func",
      ],
      formats: ["mtrc", "mptl"],
      sample: RUN_AND_PROFILE,
      note:
        "A profile counts a realloc to the same size, and counts an empty block as one byte; a trace does not.",
    },
    {
      question: "Which stacks of a profile belong to the leaks of a trace?",
      query: [
        "(leaks of run | by func: lost = count())",
        "  | join (profile of prof | where live > 0",
        "    | select func, live, way = frames(stack)) on func",
      ],
      formats: ["mtrc", "mptl"],
      sample: RUN_AND_PROFILE,
    },
    {
      question: "What changed between two API traces, call by call?",
      query: "changes calls of a, calls of b by normal | take 4",
      formats: ["apitrace"],
      sample: ["a=apitrace/real-userarrays.trace", "b=apitrace/real-backtrace.trace"],
      note: "The column normal is the call without addresses, which differ from run to run.",
    },
    {
      question: "Which traces are open, and is anything wrong with them?",
      query: "traces | select name, format, rows, problems",
      formats: ["mtrc", "mptl", "sp-rtrace", "sp-rtrace-bin", "apitrace", "gnatcov", "gnatcov-src"],
    },
  ]),
}];
