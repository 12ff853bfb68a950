/**
 * The results of a test run, as a file for the next run and for the count of both.
 * @module
 */

import type { LeftOut } from "../../tests/support/programs.ts";
import type { Outcome, TestCase } from "./junit.ts";

/** A run. */
export interface RunRecord {
  /** Whether Deno called it a success: a file that cannot be loaded has no failed test. */
  readonly ok: boolean;
  readonly tests: readonly TestCase[];
  /** Tests that were skipped, with their files. */
  readonly leftOut: readonly LeftOut[];
  /** Tests that failed and passed when they ran once more, as `file: name`. */
  readonly unsteady: readonly string[];
}

/**
 * A run in which some tests ran once more: their second outcome counts. It succeeds if the second run did: failures
 * outside tests also end the first run, so `again` only exists if tests failed.
 */
export function withSecondRun(first: RunRecord, again: RunRecord): RunRecord {
  const key = ({ file, name }: TestCase): string => `${file}: ${name}`;
  const passed = new Set(again.tests.filter(({ outcome }) => outcome === "passed").map(key));
  const unsteady = first.tests.filter((test) => test.outcome === "failed" && passed.has(key(test))).map(key);
  const tests = first.tests.map((test): TestCase =>
    unsteady.includes(key(test)) ? { ...test, outcome: "passed" } : test
  );
  return { ...first, tests, unsteady, ok: again.ok && tests.every(({ outcome }) => outcome !== "failed") };
}

/** The tests that passed only when they ran once more; empty if there are none. */
export function unsteadyTests(records: readonly RunRecord[]): string {
  const unsteady = [...new Set(records.flatMap((record) => record.unsteady))];
  if (unsteady.length === 0) return "";
  return [`${unsteady.length} passed only when they ran once more:`, ...unsteady.map((each) => `  ${each}`)]
    .join("\n");
}

/** Numbers of tests by outcome. */
type Counts = Record<Outcome, number>;

/** Counts of one or more runs: a test that one of them skipped and another ran is counted once, by its outcome. */
export function countRuns(records: readonly RunRecord[]): Counts {
  const rank: Record<Outcome, number> = { skipped: 0, passed: 1, failed: 2 };
  const outcomes = new Map<string, Outcome>();
  for (const { file, name, outcome } of records.flatMap(({ tests }) => tests)) {
    const key = `${file}\n${name}`;
    const before = outcomes.get(key);
    if (before === undefined || rank[outcome] > rank[before]) outcomes.set(key, outcome);
  }
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const outcome of outcomes.values()) counts[outcome]++;
  // A file that breaks while it is loaded is known only from Deno's exit code.
  if (counts.failed === 0) counts.failed = records.filter(({ ok }) => !ok).length;
  return counts;
}

/** The last line of the gate. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
