/**
 * Finds frames by their fields: a hash table with linear probing over the list of frames. A `Map` keyed by a
 * text of the fields took as long as everything else that is done for a frame.
 * @module
 */

/** Number of fields of a frame. */
export const FRAME_FIELDS = 9;

const LEAST_SLOTS = 512;
const EMPTY = 0;
/** Marks the slot of a removed frame: the search continues past it, since later slots may be in use. */
const LEFT = -1;

/** The slots of the hash table; the frames themselves are in the list that is passed to each call. */
export class FrameIndex {
  #slots = new Int32Array(LEAST_SLOTS);
  /** Number of slots that are not empty. */
  #taken = 0;
  #size = 0;

  /** Number of frames. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory used by the table. */
  get byteLength(): number {
    return this.#slots.byteLength;
  }

  /** Returns the id of the frame in `list` that has these fields; 0 if there is none. */
  find(list: Int32Array, fields: readonly number[]): number {
    const slots = this.#slots, mask = slots.length - 1;
    let slot = hashAt(fields, 0) & mask;
    for (let id = slots[slot]!; id !== EMPTY; id = slots[slot = (slot + 1) & mask]!) {
      if (id !== LEFT && isSame(list, id * FRAME_FIELDS, fields)) return id;
    }
    return 0;
  }

  /** Adds a frame that is in `list` but not yet in the table. */
  add(list: Int32Array, id: number): void {
    if (2 * (this.#taken + 1) > this.#slots.length) this.#rehash(list);
    this.#put(list, id);
    this.#size++;
  }

  /** Removes a frame, whose fields are still in `list`. */
  delete(list: Int32Array, id: number): void {
    const slots = this.#slots, mask = slots.length - 1;
    let slot = hashAt(list, id * FRAME_FIELDS) & mask;
    while (slots[slot] !== id) slot = (slot + 1) & mask;
    slots[slot] = LEFT;
    this.#size--;
  }

  #put(list: Int32Array, id: number): void {
    const slots = this.#slots, mask = slots.length - 1;
    let slot = hashAt(list, id * FRAME_FIELDS) & mask;
    while (slots[slot]! !== EMPTY) slot = (slot + 1) & mask;
    slots[slot] = id;
    this.#taken++;
  }

  /**
   * Makes room: the slots of removed frames become empty again, and at most a quarter of the slots are in use
   * afterwards.
   */
  #rehash(list: Int32Array): void {
    const ids = this.#slots.filter((id) => id !== EMPTY && id !== LEFT);
    let length = LEAST_SLOTS;
    while (length < 4 * (ids.length + 1)) length *= 2;
    this.#slots = new Int32Array(length);
    this.#taken = 0;
    for (const id of ids) this.#put(list, id);
  }
}

/** The hash of nine numbers: each number changes all bits that the following ones are combined with. */
function hashAt(fields: ArrayLike<number>, at: number): number {
  let hash = 0;
  for (let field = 0; field < FRAME_FIELDS; field++) {
    hash = Math.imul(hash ^ fields[at + field]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isSame(list: Int32Array, at: number, fields: readonly number[]): boolean {
  for (let field = 0; field < FRAME_FIELDS; field++) {
    if (list[at + field] !== fields[field]) return false;
  }
  return true;
}
