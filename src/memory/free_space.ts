/**
 * Tracks the free ranges of a memory: splits them, merges neighbours, and finds one of a given length in constant time. It
 * only handles numbers; the heap owns the memory.
 *
 * Free ranges are stored in lists by size: one list for every sixteenth of a power of two, with a bit for each list that is
 * not empty (the two-level segregated fit of Masmano et al.). A range is taken from the first list in which all ranges are
 * long enough, so at most a sixteenth of it remains unused.
 *
 * @module
 */

/** Alignment of the start and the end of allocations. */
export const ALIGNMENT = 16;
/** Lists per power of two. */
const STEPS = 16;
const STEP_BITS = 4;
/** Number of powers of two for lengths in units of `ALIGNMENT`; lengths are less than 2^32 bytes. */
const POWERS = 28;
const NONE = -1;
/** Allocations from 64 KiB on, in units of `ALIGNMENT`, get the tightest fit. */
const LARGE = 65536 / ALIGNMENT;
/** Maximum number of ranges to examine in one list, which limits the time. */
const MOST_LOOKS = 64;

/** A memory that grows at its end, divided into allocations and free ranges. */
export class FreeSpace {
  /** End of the used part, in bytes; free space at the very end is not part of it. */
  #end: number;
  // Ranges by number: start and length (in units of `ALIGNMENT`), neighbours, and list.
  #starts = new Uint32Array(256);
  #sizes = new Uint32Array(256);
  #before = new Int32Array(256).fill(NONE);
  #after = new Int32Array(256).fill(NONE);
  #next = new Int32Array(256).fill(NONE);
  #previous = new Int32Array(256).fill(NONE);
  #isFree = new Uint8Array(256);
  #count = 0;
  /** Numbers of ranges that were merged into others. */
  readonly #spare: number[] = [];
  #last = NONE;
  readonly #heads = new Int32Array(POWERS * STEPS).fill(NONE);
  readonly #steps = new Uint32Array(POWERS);
  #powers = 0;
  /** The range of each allocation, by address. */
  readonly #pieces = new Map<number, number>();

  /** Starts empty; allocations begin at `first`, a multiple of `ALIGNMENT`. */
  constructor(first: number) {
    this.#end = first;
  }

  /** End of the last allocation. */
  get end(): number {
    return this.#end;
  }

  /** Number of allocations. */
  get pieceCount(): number {
    return this.#pieces.size;
  }

  /** Length of the allocation at an address, rounded up to `ALIGNMENT`; undefined if none begins there. */
  sizeAt(address: number): number | undefined {
    const piece = this.#pieces.get(address);
    return piece === undefined ? undefined : this.#sizes[piece]! * ALIGNMENT;
  }

  /** Allocates `bytes` bytes and returns the address; undefined if they would end after `limit`. */
  take(bytes: number, limit: number): number | undefined {
    const size = Math.max(1, Math.ceil(bytes / ALIGNMENT));
    const found = this.#find(size);
    if (found === NONE) {
      if (this.#end + size * ALIGNMENT > limit) return undefined;
      const piece = this.#insertAfter(this.#last, this.#end / ALIGNMENT, size);
      this.#end += size * ALIGNMENT;
      return this.#use(piece);
    }
    this.#unlink(found);
    const rest = this.#sizes[found]! - size;
    if (rest > 0) {
      const other = this.#insertAfter(found, this.#starts[found]! + size, rest);
      this.#sizes[found] = size;
      this.#link(other);
    }
    return this.#use(found);
  }

  /** Extends an allocation in place; false if another one, or `limit`, is in the way. */
  extend(address: number, bytes: number, limit: number): boolean {
    const piece = this.#pieces.get(address);
    if (piece === undefined) return false;
    const more = Math.ceil(bytes / ALIGNMENT) - this.#sizes[piece]!;
    if (more <= 0) return true;
    const after = this.#after[piece]!;
    if (after === NONE) {
      if (this.#end + more * ALIGNMENT > limit) return false;
      this.#end += more * ALIGNMENT;
    } else {
      const rest = this.#isFree[after] ? this.#sizes[after]! - more : -1;
      if (rest < 0) return false;
      this.#unlink(after);
      if (rest === 0) this.#remove(after);
      else {
        this.#starts[after]! += more;
        this.#sizes[after] = rest;
        this.#link(after);
      }
    }
    this.#sizes[piece]! += more;
    return true;
  }

  /** Frees an allocation; false if none begins there. */
  give(address: number): boolean {
    const piece = this.#pieces.get(address);
    if (piece === undefined) return false;
    this.#pieces.delete(address);
    let whole = piece;
    const before = this.#before[piece]!;
    if (before !== NONE && this.#isFree[before]) {
      this.#unlink(before);
      this.#sizes[before]! += this.#sizes[piece]!;
      this.#remove(piece);
      whole = before;
    }
    const after = this.#after[whole]!;
    if (after !== NONE && this.#isFree[after]) {
      this.#unlink(after);
      this.#sizes[whole]! += this.#sizes[after]!;
      this.#remove(after);
    }
    if (this.#after[whole] === NONE) {
      this.#end -= this.#sizes[whole]! * ALIGNMENT;
      this.#remove(whole);
    } else this.#link(whole);
    return true;
  }

  /** Addresses and lengths of the free ranges, in order. */
  *freeStretches(): Generator<{ readonly address: number; readonly bytes: number }> {
    const free: number[] = [];
    for (let at = this.#last; at !== NONE; at = this.#before[at]!) if (this.#isFree[at]) free.push(at);
    for (const at of free.reverse()) {
      yield { address: this.#starts[at]! * ALIGNMENT, bytes: this.#sizes[at]! * ALIGNMENT };
    }
  }

  #use(piece: number): number {
    this.#isFree[piece] = 0;
    const address = this.#starts[piece]! * ALIGNMENT;
    this.#pieces.set(address, piece);
    return address;
  }

  /** Finds a free range of at least this size. */
  #find(size: number): number {
    // Large allocations are rare and leave large remainders, so the tightest fit in their own list is tried
    // first.
    if (size >= LARGE) {
      const tight = this.#tightest(size);
      if (tight !== NONE) return tight;
    }
    // Every range in the lists above is long enough; those in the list of this size may be too short.
    const power = 31 - Math.clz32(size);
    const step = power < STEP_BITS ? 0 : 1 << (power - STEP_BITS);
    const list = listOf(size + (step > 0 ? step - 1 : 0));
    const inPower = this.#steps[list >>> STEP_BITS]! & (-1 << (list & (STEPS - 1)));
    if (inPower) return this.#heads[(list & ~(STEPS - 1)) + lowestBit(inPower)]!;
    const above = (list >>> STEP_BITS) + 1;
    const powers = above >= 32 ? 0 : this.#powers & (-1 << above);
    // The list of this size is searched before the memory grows.
    if (!powers) return this.#tightest(size);
    const found = lowestBit(powers);
    return this.#heads[(found << STEP_BITS) + lowestBit(this.#steps[found]!)]!;
  }

  /** The shortest sufficient range among the first ones in the list of this size. */
  #tightest(size: number): number {
    let best = NONE;
    let looked = 0;
    for (let at = this.#heads[listOf(size)]!; at !== NONE && looked < MOST_LOOKS; at = this.#next[at]!) {
      looked++;
      if (this.#sizes[at]! >= size && (best === NONE || this.#sizes[at]! < this.#sizes[best]!)) best = at;
    }
    return best;
  }

  #link(stretch: number): void {
    const list = listOf(this.#sizes[stretch]!);
    const head = this.#heads[list]!;
    this.#next[stretch] = head;
    this.#previous[stretch] = NONE;
    if (head !== NONE) this.#previous[head] = stretch;
    this.#heads[list] = stretch;
    this.#steps[list >>> STEP_BITS]! |= 1 << (list & (STEPS - 1));
    this.#powers |= 1 << (list >>> STEP_BITS);
    this.#isFree[stretch] = 1;
  }

  #unlink(stretch: number): void {
    const next = this.#next[stretch]!;
    const previous = this.#previous[stretch]!;
    if (next !== NONE) this.#previous[next] = previous;
    if (previous !== NONE) this.#next[previous] = next;
    else {
      const list = listOf(this.#sizes[stretch]!);
      this.#heads[list] = next;
      if (next === NONE) {
        const power = list >>> STEP_BITS;
        this.#steps[power]! &= ~(1 << (list & (STEPS - 1)));
        if (this.#steps[power] === 0) this.#powers &= ~(1 << power);
      }
    }
    this.#isFree[stretch] = 0;
  }

  #insertAfter(before: number, start: number, size: number): number {
    const stretch = this.#spare.pop() ?? this.#newNumber();
    const after = before === NONE ? NONE : this.#after[before]!;
    this.#starts[stretch] = start;
    this.#sizes[stretch] = size;
    this.#before[stretch] = before;
    this.#after[stretch] = after;
    if (before !== NONE) this.#after[before] = stretch;
    if (after !== NONE) this.#before[after] = stretch;
    else this.#last = stretch;
    return stretch;
  }

  #remove(stretch: number): void {
    const before = this.#before[stretch]!;
    const after = this.#after[stretch]!;
    if (before !== NONE) this.#after[before] = after;
    if (after !== NONE) this.#before[after] = before;
    else this.#last = before;
    this.#isFree[stretch] = 0;
    this.#spare.push(stretch);
  }

  #newNumber(): number {
    if (this.#count === this.#starts.length) {
      const wider = <T extends Uint32Array | Int32Array | Uint8Array>(old: T, larger: T): T => {
        larger.set(old);
        return larger;
      };
      const room = this.#count * 2;
      this.#starts = wider(this.#starts, new Uint32Array(room));
      this.#sizes = wider(this.#sizes, new Uint32Array(room));
      this.#before = wider(this.#before, new Int32Array(room));
      this.#after = wider(this.#after, new Int32Array(room));
      this.#next = wider(this.#next, new Int32Array(room));
      this.#previous = wider(this.#previous, new Int32Array(room));
      this.#isFree = wider(this.#isFree, new Uint8Array(room));
    }
    return this.#count++;
  }
}

/** The list for ranges of this size: its power of two, and the sixteenth of that. */
function listOf(size: number): number {
  const power = 31 - Math.clz32(size);
  const step = power < STEP_BITS ? (size << (STEP_BITS - power)) : size >>> (power - STEP_BITS);
  return (power << STEP_BITS) | (step & (STEPS - 1));
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
