/** Fresh memory for a test. */
import { StackPool } from "../../src/events/stack_pool.ts";
import { StringPool } from "../../src/events/string_pool.ts";
import { Arena } from "../../src/memory/arena.ts";
import type { Pools } from "../../src/tables/table.ts";

/** Pools on an arena of their own. */
export function newPools(): Pools {
  return { arena: new Arena(), strings: new StringPool(), stacks: new StackPool() };
}
