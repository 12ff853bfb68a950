/**
 * Counts the calls of a report and their bytes, by resource type and by context.
 * @module
 */

/**
 * Number of calls and the bytes they allocate. The bytes are summed in two halves, because one double would
 * round large sums.
 */
interface CallSums {
  /** Number of calls, including frees. */
  count: number;
  /** Sum of the low halves of sizes. */
  low: number;
  /** Sum of the high halves. */
  high: number;
}

const HALF = 0x1_0000_0000;

/** Sums up calls as they are written to the tables. */
export class CallCounts {
  readonly #types = new Map<number, CallSums>();
  readonly #masks = new Map<number, CallSums>();
  #type = -1;
  #typeSums: CallSums = newSums();
  #mask = -1;
  #maskSums: CallSums = newSums();

  /** Adds a call; frees have size 0. */
  add(type: number, mask: number, low: number, high: number): void {
    // Consecutive calls usually have the same type and context.
    if (type !== this.#type) {
      this.#type = type;
      this.#typeSums = sumsOf(this.#types, type);
    }
    if (mask !== this.#mask) {
      this.#mask = mask;
      this.#maskSums = sumsOf(this.#masks, mask);
    }
    addTo(this.#typeSums, 1, low, high);
    addTo(this.#maskSums, 1, low, high);
  }

  /** Returns a copy that further calls of `add` on this object do not change. */
  copy(): CallCounts {
    const copy = new CallCounts();
    for (const [type, sums] of this.#types) copy.#types.set(type, { ...sums });
    for (const [mask, sums] of this.#masks) copy.#masks.set(mask, { ...sums });
    return copy;
  }

  ofType(type: number): CallSums {
    return this.#types.get(type) ?? newSums();
  }

  /** Returns the sums of all calls that have a bit of `mask` in their context. */
  ofContext(mask: number): CallSums {
    const sums = newSums();
    for (const [each, { count, low, high }] of this.#masks) {
      if ((each & mask) !== 0) addTo(sums, count, low, high);
    }
    return sums;
  }
}

/** Returns the sums as cells for the columns `count` and `bytes`. */
export function sumCells({ count, low, high }: CallSums) {
  return { count, bytes: [low % HALF, high + Math.floor(low / HALF)] as const };
}

function newSums(): CallSums {
  return { count: 0, low: 0, high: 0 };
}

function sumsOf(map: Map<number, CallSums>, key: number): CallSums {
  let sums = map.get(key);
  if (!sums) map.set(key, sums = newSums());
  return sums;
}

function addTo(sums: CallSums, count: number, low: number, high: number): void {
  sums.count += count;
  sums.low += low;
  sums.high += high;
}
