/**
 * Finds frames by their fields: a hash table with linear probing over the list of frames. A `Map` keyed by a
 * text of the fields took as long as everything else that is done for a frame. The slots have the hashes too, so
 * that the list is read only for frames that are probably equal.
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
  /** In each slot the hash of a frame, then its id, `EMPTY` or `LEFT`. */
  #slots = new Int32Array(2 * LEAST_SLOTS);
  /** Number of slots that are not empty. */
  #taken = 0;
  #size = 0;
  /** Hash of the fields that `find` looked for last, and the empty slot where its search ended. */
  #hash = 0;
  #end = 0;

  /** Number of frames. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory used by the table. */
  get byteLength(): number {
    return this.#slots.byteLength;
  }

  /** Returns the id of the frame in `list` that has these fields; 0 if there is none. */
  find(list: Int32Array, fields: Int32Array): number {
    const slots = this.#slots, mask = slots.length - 1;
    const hash = hashAt(fields, 0);
    let slot = 2 * hash & mask;
    for (let id = slots[slot + 1]!; id !== EMPTY; id = slots[slot + 1]!) {
      if (slots[slot] === hash && id !== LEFT && isSame(list, id * FRAME_FIELDS, fields)) return id;
      slot = (slot + 2) & mask;
    }
    this.#hash = hash;
    this.#end = slot;
    return 0;
  }

  /** Adds the frame that `find` did not find, right after that. */
  add(id: number): void {
    this.#slots[this.#end] = this.#hash;
    this.#slots[this.#end + 1] = id;
    this.#taken++;
    this.#size++;
    if (4 * this.#taken > this.#slots.length) this.#rehash();
  }

  /** Removes a frame, whose fields are still in `list`. */
  delete(list: Int32Array, id: number): void {
    const slots = this.#slots, mask = slots.length - 1;
    let slot = 2 * hashAt(list, id * FRAME_FIELDS) & mask;
    while (slots[slot + 1] !== id) slot = (slot + 2) & mask;
    slots[slot + 1] = LEFT;
    this.#size--;
  }

  /**
   * Makes room: the slots of removed frames become empty again, and at most a quarter of the slots are in use
   * afterwards.
   */
  #rehash(): void {
    const before = this.#slots;
    let length = LEAST_SLOTS;
    while (length < 4 * (this.#size + 1)) length *= 2;
    const slots = this.#slots = new Int32Array(2 * length), mask = slots.length - 1;
    this.#taken = this.#size;
    for (let from = 0; from < before.length; from += 2) {
      const id = before[from + 1]!;
      if (id === EMPTY || id === LEFT) continue;
      let slot = 2 * before[from]! & mask;
      while (slots[slot + 1] !== EMPTY) slot = (slot + 2) & mask;
      slots[slot] = before[from]!;
      slots[slot + 1] = id;
    }
  }
}

/** The hash of nine numbers: each number changes all bits that the following ones are combined with. */
function hashAt(fields: Int32Array, at: number): number {
  let hash = 0;
  for (let field = 0; field < FRAME_FIELDS; field++) {
    hash = Math.imul(hash ^ fields[at + field]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isSame(list: Int32Array, at: number, fields: Int32Array): boolean {
  for (let field = 0; field < FRAME_FIELDS; field++) {
    if (list[at + field] !== fields[field]) return false;
  }
  return true;
}
