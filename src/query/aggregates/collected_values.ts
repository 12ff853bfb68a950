/**
 * Keeps all values of groups, for aggregates that need them. They are stored piece by piece and may spill to
 * disk. The value at a rank of a group is found without sorting.
 * @module
 */

import type { PackedBytes } from "../../memory/block_store.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { kernelsOf } from "../execution/kernels.ts";
import type { Workspace } from "../execution/relation.ts";
import { stepBudget } from "../execution/step_budget.ts";

/** Values of one piece with their groups; without groups, all are in group 0. */
interface Kept {
  readonly values: PackedBytes;
  readonly groups: PackedBytes | undefined;
  readonly count: number;
}

/** A range of consecutive groups, with its number of values. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly values: number;
}

/** Bytes of a value and of its copy during the search. */
const BYTES_OF_VALUE = 16;
/** Number of bits that the radix search processes per step. */
const DIGIT = 16;

/** The values of all groups, ordered as unsigned words. */
export class CollectedValues {
  readonly #work: Workspace;
  readonly #kept: Kept[] = [];

  constructor(work: Workspace) {
    this.#work = work;
  }

  /**
   * Stores the words and groups (u32) of at most `room` rows, which `collect` writes; `collect` returns the
   * number of rows.
   */
  add(room: number, isGrouped: boolean, collect: (values: number, groups: number) => number): void {
    const { arena } = this.#work;
    const values = arena.addBlock(room * 8);
    const groups = arena.addBlock(room * 4);
    const count = collect(values.pointer, groups.pointer);
    arena.store.unpin(values);
    arena.store.unpin(groups);
    if (!isGrouped) arena.freeBlock(groups);
    this.#kept.push({ values, groups: isGrouped ? groups : undefined, count });
  }

  /**
   * Yields the value at a rank (from 0) of each group, or null for an empty group. `rankOf` maps the number
   * of values to the rank. May be called only once.
   */
  *pick(groupCount: number, rankOf: (count: number) => number): Generator<bigint | null> {
    const work = this.#work;
    const { arena } = work;
    const starts = this.#starts(groupCount);
    const startOf = (group: number): number => arena.u32[(starts >>> 2) + group]!;
    const most = Math.max(1, Math.floor(stepBudget(arena) / BYTES_OF_VALUE));
    const counts = work.take(8192);
    const { group } = kernelsOf(arena);
    for (const stretch of stretchesOf(groupCount, startOf, most)) {
      const { from: first } = stretch;
      if (stretch.values > most) {
        yield this.#search(first, stretch.values, rankOf(stretch.values), most, counts);
        continue;
      }
      const words = work.take(stretch.values * 8), scratch = work.take(stretch.values * 8);
      this.#gather(stretch, starts, groupCount, words);
      for (let each = first; each < stretch.to; each++) {
        const count = startOf(each + 1) - startOf(each);
        // Searching a large group makes at most eight passes over it.
        work.tick(8 + (count >>> 3));
        const at = words + 8 * (startOf(each) - startOf(first));
        yield count === 0 ? null : group.nthWord(at, count, rankOf(count), scratch, counts);
      }
      work.give(words, scratch);
    }
    work.give(starts, counts);
    for (const { values, groups } of this.#kept) {
      arena.freeBlock(values);
      if (groups) arena.freeBlock(groups);
    }
  }

  /**
   * Returns the address of a u32 per group: its offset when all values are laid out group by group. The end of the last
   * group follows.
   */
  #starts(groupCount: number): number {
    const work = this.#work;
    const starts = work.takeZeroed((groupCount + 1) * 4);
    const none = work.takeZeroed(BLOCK_ROWS * 4);
    const { group } = kernelsOf(work.arena);
    // Write counts one position later, so that their prefix sums are the offsets.
    for (const each of this.#kept) {
      this.#with(each, (_, groups) => group.countOwners(groups || none, each.count, starts + 4));
    }
    work.give(none);
    const { u32 } = work.arena;
    for (let each = 1; each <= groupCount; each++) {
      u32[(starts >>> 2) + each]! += u32[(starts >>> 2) + each - 1]!;
    }
    return starts;
  }

  /** Gathers the values of a range of groups, one group after another. */
  #gather({ from, to }: Stretch, starts: number, groupCount: number, words: number): void {
    const work = this.#work;
    const next = work.take((to - from) * 4);
    const none = work.takeZeroed(BLOCK_ROWS * 4);
    const { group } = kernelsOf(work.arena);
    const { u32 } = work.arena;
    const base = u32[(starts >>> 2) + from]!;
    for (let each = from; each < to; each++) {
      u32[(next >>> 2) + each - from] = u32[(starts >>> 2) + each]! - base;
    }
    const isAll = to - from === groupCount;
    for (const each of this.#kept) {
      work.check();
      this.#with(each, (values, groups) => {
        if (isAll) group.scatterRows(values, groups || none, each.count, next, words);
        else scatterSome(work, { values, groups, count: each.count }, { from, to }, next, words);
      });
    }
    work.give(next, none);
  }

  /**
   * Finds the value at a rank of a group that does not fit in memory: a radix search, with one pass per
   * digit.
   */
  #search(group: number, total: number, place: number, most: number, counts: number): bigint {
    const work = this.#work;
    const tallies = new Uint32Array(1 << DIGIT);
    let left = total;
    let wanted = place;
    let known = 0n;
    let shift = 64;
    while (left > most && shift > 0) {
      tallies.fill(0);
      shift -= DIGIT;
      this.#eachWord(group, known, shift + DIGIT, (low, high) => {
        const half = shift >= 32 ? high : low;
        tallies[(half >>> (shift & 31)) & 0xffff]!++;
      });
      let digit = 0;
      while (wanted >= tallies[digit]!) wanted -= tallies[digit++]!;
      left = tallies[digit]!;
      known = (known << BigInt(DIGIT)) | BigInt(digit);
    }
    if (shift === 0) return known;
    const words = work.take(left * 8), scratch = work.take(left * 8);
    let at = words >>> 2;
    // Memory may grow during the visit, but views of shared memory that were created before stay valid.
    const { u32 } = work.arena;
    this.#eachWord(group, known, shift, (low, high) => {
      u32[at++] = low;
      u32[at++] = high;
    });
    const found = kernelsOf(work.arena).group.nthWord(words, left, wanted, scratch, counts);
    work.give(words, scratch);
    return BigInt.asUintN(64, found);
  }

  /** Visits the words of a group whose bits from `shift` up equal `known`. */
  #eachWord(group: number, known: bigint, shift: number, visit: (low: number, high: number) => void): void {
    const work = this.#work;
    const bits = shift === 64 ? 0n : known << BigInt(shift);
    const mask = shift === 64 ? 0n : BigInt.asUintN(64, -1n << BigInt(shift));
    const half = (word: bigint): number => Number(word & 0xffff_ffffn) | 0;
    const [lowMask, highMask, lowBits, highBits] = [
      half(mask),
      half(mask >> 32n),
      half(bits),
      half(bits >> 32n),
    ];
    for (const each of this.#kept) {
      work.check();
      this.#with(each, (values, groups) => {
        const { u32 } = work.arena;
        for (let at = 0; at < each.count; at++) {
          if (groups && u32[(groups >>> 2) + at] !== group) continue;
          const low = u32[(values >>> 2) + 2 * at]!, high = u32[(values >>> 2) + 2 * at + 1]!;
          if ((low & lowMask) === lowBits && (high & highMask) === highBits) visit(low, high);
        }
      });
    }
  }

  #with({ values, groups }: Kept, use: (values: number, groups: number) => void): void {
    const { store } = this.#work.arena;
    const valuesAt = store.pin(values);
    try {
      const groupsAt = groups ? store.pin(groups) : 0;
      try {
        use(valuesAt, groupsAt);
      } finally {
        if (groups) store.unpin(groups);
      }
    } finally {
      store.unpin(values);
    }
  }
}

/** Splits groups into ranges of at most `most` values; a group with more values gets a range of its own. */
function* stretchesOf(
  groupCount: number,
  startOf: (group: number) => number,
  most: number,
): Generator<Stretch> {
  for (let from = 0; from < groupCount;) {
    let to = from + 1;
    while (to < groupCount && startOf(to + 1) - startOf(from) <= most) to++;
    yield { from, to, values: startOf(to) - startOf(from) };
    from = to;
  }
}

/** Distributes the values of one piece to the groups of a range. */
function scatterSome(
  { arena }: Workspace,
  { values, groups, count }: { readonly values: number; readonly groups: number; readonly count: number },
  { from, to }: { readonly from: number; readonly to: number },
  next: number,
  words: number,
): void {
  const { u32 } = arena;
  for (let at = 0; at < count; at++) {
    const group = u32[(groups >>> 2) + at]!;
    if (group < from || group >= to) continue;
    const place = u32[(next >>> 2) + group - from]!++;
    u32[(words >>> 2) + 2 * place] = u32[(values >>> 2) + 2 * at]!;
    u32[(words >>> 2) + 2 * place + 1] = u32[(values >>> 2) + 2 * at + 1]!;
  }
}
