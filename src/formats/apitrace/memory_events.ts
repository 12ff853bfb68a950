/**
 * What a call means for memory: changes of the row that the kernel has staged for it, as columns.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { EVENT_KINDS, type EventKind } from "../../events/trace_sink.ts";

/** Most calls mean one thing; some make or delete many objects. */
const FIRST_ROOM = 16;

/** The meanings of one call, again and again in the same memory. */
export class MemoryEvents {
  /** How many there are. */
  count = 0;
  /** Numbers of kinds of rows. */
  kinds: Uint8Array = new Uint8Array(FIRST_ROOM);
  /** Addresses, or object names with their group above them. */
  addrs: BigUint64Array = new BigUint64Array(FIRST_ROOM);
  /** Sizes in bytes. */
  sizes: Float64Array = new Float64Array(FIRST_ROOM);
  /** Codes of object types; 0 leaves the class of the function. */
  types: Uint32Array = new Uint32Array(FIRST_ROOM);

  /** Adds a meaning. */
  add(kind: EventKind, addr: bigint, size: number, type: number): void {
    if (this.count === this.kinds.length) this.#grow();
    const at = this.count++;
    this.kinds[at] = EVENT_KINDS.indexOf(kind);
    this.addrs[at] = addr;
    this.sizes[at] = size;
    this.types[at] = type;
  }

  #grow(): void {
    const { kinds, addrs, sizes, types } = this;
    const room = 2 * kinds.length;
    this.kinds = grown(kinds, room);
    this.addrs = grown(addrs, room);
    this.sizes = grown(sizes, room);
    this.types = grown(types, room);
  }
}
