/**
 * `dump-trace-base`: the combined coverage of traces, as disjoint ranges in address order.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { OP, SECTION } from "../../formats/gnatcov/constants.ts";
import type { TraceBase } from "../../formats/gnatcov/derive/trace_base.ts";
import { DumpError } from "./dump_error.ts";
import { EntryWalk, rangeLine } from "./entry_walk.ts";
import type { TraceJob } from "./jobs.ts";
import { readStrictHeader } from "./strict_header.ts";

/**
 * State of a code: not seen yet, cannot change the set any more, has no addresses (reported for every entry,
 * or never), or must be added again.
 */
const NEW = 0, DONE = 1, EMPTY = 2, SILENT = 3, AGAIN = 4;

/**
 * Adds a file to the set and prints the whole set; returns false if entries without addresses were left out,
 * or module events were invalid.
 */
export async function dumpTraceBase(job: TraceJob, base: TraceBase): Promise<boolean> {
  const { window, arena, file, out } = job;
  const head = await readStrictHeader(window, file, job.campaign);
  if (head.section.kind === SECTION.decisionMap) {
    throw new DumpError(`${file}: execution trace expected, but this is a decision map`);
  }
  const walk = new EntryWalk(window, arena, head, file);
  let states = new Uint8Array(1024);
  let versions = new Uint32Array(1024);
  let version = 1;
  let clean = true;

  /**
   * Adds an entry that may change the set; returns true if it must be reported as empty, which happens each
   * time.
   */
  const add = (code: number): boolean => {
    const op = walk.dictionary.opOf(code);
    const { first, last } = walk.rules.rangeOf(code);
    const result = base.add(first, last, op);
    if (result === "added") version++;
    // An entry that only adds an outcome may meet another range later; all other entries have no further
    // effect.
    if (result === "empty") states[code] = op === OP.fault ? SILENT : EMPTY;
    else states[code] = (op & (OP.block | OP.fault)) === 0 ? AGAIN : DONE;
    versions[code] = version;
    return states[code] === EMPTY;
  };

  try {
    const sound = await walk.run({
      special: () => {},
      complain: job.complain,
      codes: async (codes, count) => {
        if (walk.dictionary.size > states.length) {
          states = growArray(states, walk.dictionary.size * 2);
          versions = growArray(versions, walk.dictionary.size * 2);
        }
        const words = arena.u32;
        for (let at = codes >>> 2, end = at + count; at < end; at++) {
          const code = words[at]!;
          const state = states[code]!;
          if (state === DONE || state === SILENT || (state === AGAIN && versions[code] === version)) continue;
          if (state === NEW && walk.rules.facts.isDropped(code)) {
            states[code] = SILENT;
            continue;
          }
          if (state !== EMPTY && !add(code)) continue;
          clean = false;
          await job.complain("empty trace entry discarded:");
          const { first, last } = walk.rules.rangeOf(code);
          await out.text(rangeLine(walk.hex(first), walk.hex(last), walk.dictionary.opOf(code)));
        }
      },
    });
    clean &&= sound;
    for (const { first, last, op } of base.ranges()) {
      await out.text(rangeLine(walk.hex(first), walk.hex(last), op));
    }
  } finally {
    walk.close();
  }
  return clean;
}
