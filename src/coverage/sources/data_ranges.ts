/**
 * Data between the code of programs, in the trace's address space.
 * @module
 */

import { shiftRanges } from "../ranges/subtract_data.ts";
import type { AddressRange } from "../ranges/entries.ts";
import { mergeRanges } from "../programs/coverage_of_programs.ts";
import { programsOf } from "../programs/attached_program.ts";
import type { OpenRun } from "../../query/operators/extension.ts";
import type { RunCoverage } from "../runs/run_coverage.ts";

/**
 * Data ranges by module number; modules whose programs are not available, or do not distinguish data from
 * code, are left out.
 */
export function dataByModule(
  runs: readonly OpenRun[],
  coverage: RunCoverage,
): ReadonlyMap<number, readonly AddressRange[]> {
  const byModule = new Map<number, AddressRange[]>();
  const seen = new Set<readonly AddressRange[]>();
  for (const { trace } of runs) {
    for (const [module, { data = [], bias }] of programsOf(trace) ?? []) {
      // Search each program once, because the runs of a campaign share it.
      if (data.length === 0 || seen.has(data)) continue;
      seen.add(data);
      const number = coverage.numberOf(module === "" ? null : module);
      byModule.set(number, mergeRanges([...byModule.get(number) ?? [], ...shiftRanges(data, -bias)]));
    }
  }
  return byModule;
}
