/**
 * The effects of a call on memory, in columns: changes to the row that the kernel has staged for the call.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { EVENT_KINDS, type EventKind } from "../../events/trace_sink.ts";

/** Initial capacity. Most calls have one effect; some create or delete many objects. */
const FIRST_ROOM = 16;

/** The effects of one call. The memory is reused for each call. */
export class MemoryEvents {
  /** Number of effects. */
  count = 0;
  /** Event kinds, as indexes. */
  kinds: Uint8Array = new Uint8Array(FIRST_ROOM);
  /** Addresses, or object names with their share group in the upper bits. */
  addrs: BigUint64Array = new BigUint64Array(FIRST_ROOM);
  /** Sizes in bytes. */
  sizes: Float64Array = new Float64Array(FIRST_ROOM);
  /** String ids of object types; 0 keeps the class of the function. */
  types: Uint32Array = new Uint32Array(FIRST_ROOM);

  /** Adds an effect. */
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
    this.kinds = growArray(kinds, room);
    this.addrs = growArray(addrs, room);
    this.sizes = growArray(sizes, room);
    this.types = growArray(types, room);
  }
}
