/**
 * The page on coverage traces. Each recipe runs as it stands over two traces named `a` and `b` with their program; a
 * test does that.
 * @module
 */

import { exampleList, wrap } from "./layout.ts";

/** What people misread. */
const CAVEATS: readonly string[] = [
  "count is the number of entries, not of executions. A flat trace has an entry for each outcome that was new: it " +
  "cannot say what ran often. A merged trace counts nothing.",
  "A history trace has an entry for each execution of a block that ends in a direct branch. Blocks left by a return " +
  "or an indirect jump stand there the first time only. Traces that keep history only for the blocks of a decision " +
  "map do not say so.",
  "So edges are exact only behind entries with a branch direction (column exact), and first and last are places in " +
  "the trace, not times.",
  "taken and fallthrough are branch directions 0 and 1. Which is which depends on the simulator and the target; an " +
  "unconditional jump counts as taken, a block that the simulator cut as fallthrough.",
  "The state of a function goes by bytes alone: + says that all ran, not that all outcomes were seen.",
  "Addresses count from the module's code, or the load address, where the trace has one. Runs can be compared only " +
  "when their addresses mean the same: a position-independent program without a load address moves from run to run.",
];

/** Questions and the queries that answer them. */
export const coverageRecipes: readonly (readonly [question: string, query: string])[] = [
  ["Which functions never ran?", 'functions | where state == "-"'],
  [
    "Which functions ran in part, and how much is missing?",
    'functions | where state == "!" | sort uncovered desc',
  ],
  ["Where is code that never ran, also between functions?", "uncovered | sort size desc | take 20"],
  ["Which bytes of a function, a section or a range did not run?", 'gaps in symbol("main")'],
  ["Which branches went only one way?", 'blocks | where outcome == "one" and symbol ~ "parse_*"'],
  ["What led to a fault?", "events | where fault | before 40"],
  ["Which way does the program go most (history traces)?", "edges | where exact | top 20 by count"],
  ["Where in a range did code run?", "heat in 0x8000400..0x8000600 | select addr, strip"],
  ["Which runs reach an address, and when first?", "traces reaching 0x80004b4"],
  ["Which runs carry a tag?", 'tags | where name == "USER_DATA" and value ~ "*nightly*" | select trace'],
  ["What do all runs cover together?", 'union of "*" | summarize covered = sum(size)'],
  ["What does every run cover, with the same outcomes?", 'intersection of "*" by outcome'],
  ["What does one run add to another?", "difference of a, b | extend func = symbol(addr)"],
  ["What does one run add to all others? Which outcomes?", "difference of a by outcome"],
  [
    "Which few runs cover what all cover? (greedy: a smaller set may exist)",
    "runs | where pick is not null | sort pick",
  ],
  ["Which runs may go without a loss?", "runs | where own == 0 and outcome_own == 0"],
  ["What did no run of the campaign enter?", "functions | by func, module: n = max(covered) | where n == 0"],
  ["Which functions got worse?", "diff functions of a, functions of b by func, state"],
  [
    "Does the new run still reach everything?",
    "assert difference of a, b | summarize lost = sum(size) | where lost > 0",
  ],
];

/** The page. */
export function coveragePage(): string {
  const heading = (title: string): string => `${title}\n${"=".repeat(title.length)}\n\n`;
  return heading("What counts mean") + CAVEATS.map((text) => wrap(text)).join("\n") + "\n" +
    heading("Questions") +
    coverageRecipes.map(([question, query]) => wrap(question) + exampleList([query])).join("\n") + "\n" +
    heading("Programs and campaigns") +
    wrap(
      "The program is found where the trace says, relative to the trace too, or by --exec FILE; its size and " +
        "checksum are compared with the trace. quarry repl runs/*.trace opens many runs, @LIST those that a file lists.",
    ) +
    "\n" +
    wrap(
      "quarry as gnatcov write-trace writes a trace again, cut, filtered or merged, for gnatcov to read:",
    ) +
    exampleList([
      "quarry as gnatcov write-trace -o faults.trace --where 'fault' run.trace",
      "quarry as gnatcov write-trace -o all.trace --merge runs/*.trace",
    ]);
}
