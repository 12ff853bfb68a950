/**
 * Codes of errors that depend on the data.
 * @module
 */

import type { DiagnosticCode } from "../../base/diagnostic.ts";

/** Codes with their explanations; a code never changes its meaning. */
export const RUN_CODES = {
  Q401: {
    title: "Result does not fit",
    cause:
      "A calculation exceeded the range of its type in some row: numbers have 64 bits, and most are unsigned",
    cure: "Leave such rows out with where, or calculate with fractions: size * 1.0",
    example: "events | extend x = size - 1M",
  },
  Q402: {
    title: "Sum does not fit",
    cause: "The sum of a group does not fit into 64 bits",
    cure: "Sum fewer rows, or fractions: sum(x * 1.0)",
    example: "events | extend big = 18446744073709551615 | summarize sum(big)",
  },
  Q404: {
    title: "More than one row",
    cause: "A query in parentheses has several rows where one value is expected",
    cure: "End it with summarize, or with take 1",
    example: "events | where size > (allocs | select size)",
  },
  Q407: {
    title: "Join too large",
    cause: "The join columns are equal in so many rows that all pairs of them do not fit in memory",
    cure: "Join on more columns, or group one side first: join (leaks | by func) on func",
    example: "events | join (events) on trace | join (events) on trace",
  },
  Q408: {
    title: "Memory is full",
    cause:
      "A stage stores something for each row, such as its number or all rows of one window, and its memory is limited to 4 GiB",
    cure: "Filter rows before the stage, or give it keys so that it works one key at a time",
    example: "events | window order seq: run = cumulative(size)",
  },
} as const satisfies Record<string, DiagnosticCode>;
