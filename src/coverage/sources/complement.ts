/**
 * Computes what none of several runs covers: code of their programs, or the gaps between covered ranges.
 * @module
 */

import { unionOf } from "../ranges/campaign.ts";
import { subtractRanges } from "../ranges/subtract_data.ts";
import { uncoveredIn } from "../ranges/functions.ts";
import type { AddressRange } from "../ranges/entries.ts";
import { programsOf } from "../programs/attached_program.ts";
import type { OpenRun } from "../../query/operators/extension.ts";
import { dataByModule } from "./data_ranges.ts";
import type { RunCoverage } from "../runs/run_coverage.ts";

/** A range that no run covers. */
type Missed = AddressRange & { readonly module: number };

/**
 * Returns ranges sorted by address within each module, with modules in the order of the runs. A module whose
 * program is not available ends with its last covered range.
 */
export function complementOf(runs: readonly OpenRun[], coverage: RunCoverage): Missed[] {
  const covered = Map.groupBy(unionOf(runs.map((open) => coverage.of(open))), ({ module }) => module);
  const code = codeOf(runs, coverage);
  const data = dataByModule(runs, coverage);
  const modules = [...new Set([...covered.keys(), ...code.keys()])];
  return modules.flatMap((module) => {
    const ranges = covered.get(module) ?? [];
    const between = ranges.length > 0 ? [{ first: ranges[0]!.first, last: ranges.at(-1)!.last }] : [];
    const windows = code.get(module) ?? between;
    return windows.flatMap(({ first, last }) =>
      subtractRanges(uncoveredIn(ranges, first, last), data.get(module) ?? []).map((gap): Missed => ({
        ...gap,
        module,
      }))
    );
  });
}

/** Code sections of the programs by module, each once, sorted. */
function codeOf(runs: readonly OpenRun[], coverage: RunCoverage): Map<number, AddressRange[]> {
  const byModule = new Map<number, Map<bigint, bigint>>();
  for (const { trace } of runs) {
    for (const [module, { sections = [], bias }] of programsOf(trace) ?? []) {
      const number = coverage.numberOf(module === "" ? null : module);
      for (const { addr, size, loaded, executable } of sections) {
        if (!loaded || !executable || size === 0n) continue;
        let known = byModule.get(number);
        if (!known) byModule.set(number, known = new Map());
        known.set(addr - bias, addr - bias + size - 1n);
      }
    }
  }
  return new Map([...byModule].map(([number, sections]) => [
    number,
    [...sections].map(([first, last]) => ({ first, last })).sort((a, b) => a.first < b.first ? -1 : 1),
  ]));
}
