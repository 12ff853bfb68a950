/** Groups found by each thread, before they are merged. */
import { assertEquals } from "@std/assert";
import { KeyState } from "../../../src/query/execution/kernels/keyed_layout.ts";
import { Workspace } from "../../../src/query/execution/relation.ts";
import type { SharedWork } from "../../../src/query/execution/shared_work.ts";
import {
  TABLE_CAPACITY,
  threadTableBytes,
  ThreadTables,
} from "../../../src/query/operators/hash_group/thread_tables.ts";
import { newPools } from "../../support/pools.ts";

for (const [threads, isFull] of [[64, false], [65, true]] as const) {
  Deno.test(`groups that fill the tables of ${threads} threads are ${isFull ? "too" : "not too"} many`, () => {
    const work = new Workspace(newPools());
    const bytes = threadTableBytes([]);
    const memory = work.take(bytes * threads);
    const full = work.takeZeroed(4);
    const shared = { own: 0, section: { threads }, ownOf: (thread: number) => memory + thread * bytes };
    const tables = new ThreadTables(work, shared as unknown as SharedWork, [], { start: 0, full });
    assertEquals(tables.isFull, false);
    for (let thread = 0; thread < threads; thread++) {
      work.arena.u32[(memory + thread * bytes + KeyState.Count) >>> 2] = TABLE_CAPACITY;
    }
    assertEquals(tables.isFull, isFull);
    work.release();
  });
}
