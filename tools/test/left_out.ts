/**
 * The summary of the tests that were skipped because something was missing.
 * @module
 */

import { LEFT_OUT_FILE, type LeftOut } from "../../tests/support/programs.ts";
import type { TestCase } from "./junit.ts";
import { Temporary } from "../../tests/support/temporary.ts";

/** Runs `work` with a file in which tests record what they skip; returns its entries. */
export async function collectLeftOut(
  work: (env: Record<string, string>) => Promise<void>,
): Promise<LeftOut[]> {
  using file = Temporary.file();
  await work({ [LEFT_OUT_FILE]: file.path });
  return Deno.readTextFileSync(file.path).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
}

/** The missing things and how many tests were skipped because of each; empty if every test ran. */
export function leftOutSummary(leftOut: readonly LeftOut[], tests: readonly TestCase[]): string {
  const skipped = tests.filter(({ outcome }) => outcome === "skipped").length;
  if (skipped === 0) return "";
  const counts = new Map<string, number>();
  for (const { reasons } of leftOut) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const lines = [...counts].sort(([left, a], [right, b]) => b - a || (left < right ? -1 : 1)).map(
    ([reason, count]) => `${String(count).padStart(6)}  ${reason}`,
  );
  return [`${skipped} of ${tests.length} tests were left out:`, ...lines].join("\n");
}
