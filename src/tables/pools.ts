/**
 * What every table of a session shares: memory, texts, backtraces. Each owner (session, trace, running statement, result)
 * has pools of its own over the same stores; closing them gives back what the owner took.
 * @module
 */

import { StackPool } from "../events/stack_pool.ts";
import { StringPool } from "../events/string_pool.ts";
import { Arena } from "../memory/arena.ts";

/** Memory, texts and backtraces of one owner. */
export interface Pools {
  /** Memory of columns. */
  readonly arena: Arena;
  /** Texts. */
  readonly strings: StringPool;
  /** Backtraces. */
  readonly stacks: StackPool;
}

/** Pools over new stores. */
export function newPools(owner = "session"): Pools {
  return { arena: new Arena(owner), strings: new StringPool(), stacks: new StackPool() };
}

/** Pools of another owner over the same stores. */
export function poolsFor(owner: string, { arena, strings, stacks }: Pools): Pools {
  return { arena: arena.forOwner(owner), strings: strings.forOwner(), stacks: stacks.forOwner() };
}

/** Gives back all that an owner took. */
export function closePools({ arena, strings, stacks }: Pools): void {
  arena.close();
  strings.close();
  stacks.close();
}

/**
 * Makes something that is kept as long as its owner, in memory of its own: a cancel or a lack of memory gives all of it
 * back at once. What is made is noted in `made`, which is closed with the owner.
 */
export async function makeBeside<T>(
  what: string,
  shared: Pools,
  made: Pools[] | undefined,
  make: (pools: Pools) => Promise<T>,
): Promise<T> {
  const pools = poolsFor(what, shared);
  try {
    const result = await make(pools);
    made?.push(pools);
    return result;
  } catch (error) {
    closePools(pools);
    throw error;
  }
}
