/**
 * Backtraces as lists of named frames, for exports to other tools.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import { UNKNOWN_FUNCTION } from "../events/code_place.ts";
import { frameName } from "../query/execution/frame_name.ts";
import type { Pools } from "../tables/pools.ts";

/** A frame with its names. */
export interface NamedFrame {
  /** Function; if unknown, module and offset or address, or only the address; empty if nothing is known. */
  readonly name: string;
  /** Program or library; empty if unknown. */
  readonly module: string;
  /** Source file; empty if unknown. */
  readonly file: string;
  /** Source line; 0 if unknown. */
  readonly line: number;
  /** Code address; null if unknown. */
  readonly address: bigint | null;
}

/** Numbers of the frames of a stack, innermost first. */
export function framesOf(pools: Pools, stack: number): number[] {
  return Array.from({ length: pools.stacks.depth(stack) }, (_, level) => pools.stacks.frameAt(stack, level));
}

/** A frame by its number, with its names. */
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
