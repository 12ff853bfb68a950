/**
 * Backtraces as other tools want them: a list of frames with names.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import { UNKNOWN_FUNCTION } from "../events/stack_pool.ts";
import { frameName } from "../query/execution/frame_name.ts";
import type { Pools } from "../tables/pools.ts";

/** One frame in words. */
export interface NamedFrame {
  /** Function; without one module and offset or address, or the address; empty when nothing is known. */
  readonly name: string;
  /** Program or library; empty when unknown. */
  readonly module: string;
  /** Source file; empty when unknown. */
  readonly file: string;
  /** Source line, 0 when unknown. */
  readonly line: number;
  /** Code address; null when unknown. */
  readonly address: bigint | null;
}

/** Numbers of the frames of a stack, innermost first. */
export function framesOf(pools: Pools, stack: number): number[] {
  return Array.from({ length: pools.stacks.depth(stack) }, (_, level) => pools.stacks.frameAt(stack, level));
}

/** A frame by number. */
export function namedFrame(pools: Pools, frame: number): NamedFrame {
  const { stacks, strings } = pools;
  const facts = stacks.describeFrame(frame);
  const name = frameName(facts, strings);
  return {
    name: name === UNKNOWN_FUNCTION ? "" : name,
    module: strings.text(facts.module),
    file: strings.text(facts.file),
    line: facts.line,
    address: facts.hasAddr ? joinHalves(facts.addrLow, facts.addrHigh) : null,
  };
}
