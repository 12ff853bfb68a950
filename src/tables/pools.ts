/**
 * What all tables of a session share: memory, texts, backtraces. Each owner (session, trace, running
 * statement, result) has pools of its own over the same stores; closing them frees everything that the owner
 * allocated.
 * @module
 */

import { StackPool } from "../events/stack_pool.ts";
import { StringPool } from "../events/string_pool.ts";
import { Arena } from "../memory/arena.ts";

/** Memory, texts and backtraces of one owner. */
export interface Pools {
  /** Memory of columns. */
  readonly arena: Arena;
  /** Texts of the trace. */
  readonly strings: StringPool;
  /** Pool of backtraces. */
  readonly stacks: StackPool;
  /** Pools for data that the owner computed on demand; closed together with the owner. */
  readonly within: Set<Pools>;
}

/** Creates pools over new stores. */
export function newPools(): Pools {
  return {
    arena: new Arena("session"),
    strings: new StringPool(),
    stacks: new StackPool(),
    within: new Set(),
  };
}

/** Creates pools for another owner over the same stores. */
export function poolsFor(owner: string, { arena, strings, stacks }: Pools): Pools {
  return {
    arena: arena.forOwner(owner),
    strings: strings.forOwner(),
    stacks: stacks.forOwner(),
    within: new Set(),
  };
}

/**
 * Creates something in pools of a new owner. If that fails or is cancelled, everything that was allocated is
 * freed at once.
 */
export async function withOwnPools<T>(
  owner: string,
  beside: Pools,
  make: (pools: Pools) => T | Promise<T>,
): Promise<T> {
  const pools = poolsFor(owner, beside);
  try {
    return await make(pools);
  } catch (error) {
    closePools(pools);
    throw error;
  }
}

/** Creates something in pools of a new owner that is closed together with another owner. */
export function withPoolsWithin<T>(
  owner: Pools,
  name: string,
  make: (pools: Pools) => T | Promise<T>,
): Promise<T> {
  return withOwnPools(name, owner, async (pools) => {
    const made = await make(pools);
    owner.within.add(pools);
    return made;
  });
}

/** Frees everything an owner allocated. */
export function closePools({ arena, strings, stacks, within }: Pools): void {
  for (const pools of within) closePools(pools);
  arena.close();
  strings.close();
  stacks.close();
}
