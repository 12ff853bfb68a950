/**
 * The shortest edit script between two short sequences, computed by a full table. If several are equally
 * short, the result is always the same one, which other engines find by the same rule.
 * @module
 */

/** Counts the work done, and may throw to cancel. */
export interface WorkListener {
  tick(steps: number): void;
}

/** Both sequences, and callbacks for positions without a partner. */
interface SequencesToAlign {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  remove(at: number): void;
  add(at: number): void;
}

/**
 * Pairs equal values from the front. Otherwise a value of `a` is removed if the script stays shortest, or
 * else one of `b` is added.
 */
export function alignByTable({ a, b, remove, add }: SequencesToAlign, listener: WorkListener): void {
  const goes = removable(a, b, listener);
  let [x, y] = [0, 0];
  while (x < a.length && y < b.length) {
    const place = x * b.length + y;
    if (a[x] === b[y]) x++, y++;
    else if (goes[place >>> 3]! >>> (place & 7) & 1) remove(x++);
    else add(y++);
  }
  while (x < a.length) remove(x++);
  while (y < b.length) add(y++);
}

/**
 * A bit per pair of positions: whether the longest common subsequence of both rests stays as long without
 * this value of `a`.
 */
function removable(a: Uint32Array, b: Uint32Array, listener: WorkListener): Uint8Array {
  const bits = new Uint8Array(Math.ceil(a.length * b.length / 8));
  // Length of the longest common subsequence with the rest of `a`, by position in `b`.
  const common = new Uint32Array(b.length + 1);
  for (let x = a.length - 1; x >= 0; x--) {
    listener.tick(b.length);
    const value = a[x]!;
    let diagonal = 0;
    for (let y = b.length - 1; y >= 0; y--) {
      const without = common[y]!;
      const next = common[y + 1]!;
      const place = x * b.length + y;
      if (without >= next) bits[place >>> 3]! |= 1 << (place & 7);
      common[y] = value === b[y] ? diagonal + 1 : Math.max(without, next);
      diagonal = without;
    }
  }
  return bits;
}
