/**
 * The distinct numbers of a column, as long as they are few.
 * @module
 */

/** More distinct numbers than this are no dictionary. */
const MOST = 1 << 13;
const SLOTS = 4 * MOST;
/** A look at so many numbers tells most columns of many different ones. */
const FIRST_LOOK = 1 << 11;

/** Numbers as halves, in the order in which they are met; used again and again. */
export class NumberDictionary {
  /** The distinct numbers, low halves first. */
  readonly halves: Uint32Array<ArrayBuffer> = new Uint32Array(2 * MOST);
  readonly #slots = new Uint32Array(SLOTS);
  /** In which round a slot was taken: clearing all of them would take longer than many columns. */
  readonly #rounds = new Uint32Array(SLOTS);
  #round = 0;

  /** Writes the place of each number to `places`; gives how many distinct ones there are, 0 for too many. */
  number(halves: Uint32Array, count: number, places: Uint32Array): number {
    const [slots, rounds, known] = [this.#slots, this.#rounds, this.halves];
    const round = ++this.#round;
    let used = 0;
    for (let at = 0; at < count; at++) {
      if (at === FIRST_LOOK && used > FIRST_LOOK / 2) return 0;
      const low = halves[2 * at]!;
      const high = halves[2 * at + 1]!;
      const mixed = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
      let slot = (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
      for (;;) {
        if (rounds[slot] !== round) {
          if (used === MOST) return 0;
          rounds[slot] = round;
          slots[slot] = used;
          known[2 * used] = low;
          known[2 * used + 1] = high;
          places[at] = used++;
          break;
        }
        const place = slots[slot]!;
        if (known[2 * place] === low && known[2 * place + 1] === high) {
          places[at] = place;
          break;
        }
        slot = (slot + 1) & (SLOTS - 1);
      }
    }
    return used;
  }
}
