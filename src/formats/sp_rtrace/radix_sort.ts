/**
 * Stable sorting of row numbers by 32-bit keys.
 * @module
 */

const BITS = 11;
const BUCKETS = 1 << BITS;

/**
 * Sorts `order` by `keys[order[i]]`; equal keys keep their order. A digit that is the same in all keys only
 * costs its counting pass.
 */
export function sortByKey(order: Uint32Array, keys: Uint32Array): void {
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(order.length);
  for (let shift = 0; shift < 32; shift += BITS) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (let at = 0; at < from.length; at++) {
      const bucket = ((keys[from[at]!]! >>> shift) & (BUCKETS - 1)) + 1;
      starts[bucket] = starts[bucket]! + 1;
    }
    if (starts.includes(from.length)) continue;
    for (let bucket = 1; bucket <= BUCKETS; bucket++) {
      starts[bucket] = starts[bucket]! + starts[bucket - 1]!;
    }
    for (let at = 0; at < from.length; at++) {
      const row = from[at]!;
      const bucket = (keys[row]! >>> shift) & (BUCKETS - 1);
      to[starts[bucket]!] = row;
      starts[bucket] = starts[bucket]! + 1;
    }
    [from, to] = [to, from];
  }
  if (from !== order) order.set(from);
}
