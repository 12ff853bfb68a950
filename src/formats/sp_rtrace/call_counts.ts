/**
 * What the calls of a report add up to, by resource type and by context.
 * @module
 */

/** Calls and the bytes that they allocate, in two halves: a double would round large sums of large numbers. */
interface CallSums {
  /** Calls, frees too. */
  count: number;
  /** Sum of the low halves of sizes. */
  low: number;
  /** Sum of the high halves. */
  high: number;
}

const HALF = 0x1_0000_0000;

/** Adds up while calls go to the tables. */
export class CallCounts {
  readonly #types = new Map<number, CallSums>();
  readonly #masks = new Map<number, CallSums>();
  #type = -1;
  #typeSums: CallSums = newSums();
  #mask = -1;
  #maskSums: CallSums = newSums();

  /** Adds a call; frees have size 0. */
  add(type: number, mask: number, low: number, high: number): void {
    // Neighbours mostly have both in common.
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

  ofType(type: number): CallSums {
    return this.#types.get(type) ?? newSums();
  }

  /** Sums of all calls that have a bit of `mask` in their context. */
  ofContext(mask: number): CallSums {
    const sums = newSums();
    for (const [each, { count, low, high }] of this.#masks) {
      if ((each & mask) !== 0) addTo(sums, count, low, high);
    }
    return sums;
  }
}

/** Sums as the cells `count` and `bytes`. */
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
