/**
 * Gives rows the number of their group: a dense table where the keys lie close together, else a hash table.
 * @module
 */

import { kernelsOf } from "./kernels.ts";
import { GroupSlot, GroupState } from "./kernels/group_layout.ts";
import type { Workspace } from "./relation.ts";
import { stretches } from "./stretches.ts";

const LARGE = 1 << 16;

/** One step of grouping: the first key gives ids, every further key refines them. */
export class Grouper {
  readonly #work: Workspace;
  readonly #state: number;
  #capacity = 1024;
  #table: number;
  #firsts: number;

  /** Starts without groups. */
  constructor(work: Workspace) {
    this.#work = work;
    this.#state = work.takeZeroed(GroupState.Bytes);
    this.#table = work.takeZeroed(this.#capacity * GroupSlot.Bytes);
    this.#firsts = work.take(this.#capacity * 2);
  }

  /** Number of groups. */
  get count(): number {
    return this.#work.arena.u32[(this.#state + GroupState.Count) >>> 2]!;
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#capacity * (GroupSlot.Bytes + 2);
  }

  /** Arena address of the first row of each group. */
  get firsts(): number {
    return this.#firsts;
  }

  /**
   * Groups of `n` keys to `groups`; with `refine` these hold the ids of the step before. `rows` are the row numbers
   * (0: base + i). With `add` false unknown keys get 0xffffffff.
   */
  assign(
    keys: number,
    nulls: number,
    n: number,
    groups: number,
    refine: boolean,
    rows: number,
    base: number,
    add = true,
  ): void {
    const { group } = kernelsOf(this.#work.arena);
    let done = 0;
    while (true) {
      done = group.group(
        keys,
        nulls,
        done,
        n,
        groups,
        refine ? 1 : 0,
        this.#table,
        this.#capacity - 1,
        this.#state,
        this.#firsts,
        rows,
        base,
        add ? 1 : 0,
        this.#capacity >>> 1,
      );
      if (done >= n) return;
      this.#grow();
    }
  }

  /** Gives the memory back. */
  release(): void {
    this.#work.give(this.#state, this.#table, this.#firsts);
  }

  #grow(): void {
    const work = this.#work;
    // Large tables are moved more often rather than being empty for the most part.
    const capacity = this.#capacity * (this.#capacity < LARGE ? 4 : 2);
    const table = work.takeZeroed(capacity * GroupSlot.Bytes);
    const { group } = kernelsOf(work.arena);
    for (const [at, n] of stretches(work, this.#capacity)) {
      group.regroup(this.#table + GroupSlot.Bytes * at, n, table, capacity - 1);
    }
    const firsts = work.take(capacity * 2);
    work.arena.u8.copyWithin(firsts, this.#firsts, this.#firsts + this.#capacity * 2);
    work.give(this.#table, this.#firsts);
    this.#table = table;
    this.#firsts = firsts;
    this.#capacity = capacity;
  }
}
