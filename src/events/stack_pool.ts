/**
 * The backtraces of one owner (a trace, a session), out of a store that all owners share.
 * @module
 */

import { HeldNumbers } from "./held_numbers.ts";
import { BARE_FRAME, type Frame, StackStore } from "./stack_store.ts";

export { BARE_FRAME };
export type { Frame };

/** Id of "no stack". */
export const NO_STACK = 0;
/** What resolvers write in place of a function that they looked for and did not find. It is a fact and not a name. */
export const UNKNOWN_FUNCTION = "??";

/** Interns frames and lists of frames; a stack lists its frames innermost first. */
export class StackPool {
  readonly #store: StackStore;
  readonly #stacks = new HeldNumbers();
  /** Stack ids in the order in which they were met; a closed trace's ids are reused, so the ids themselves have no order. */
  #order: number[] = [];
  readonly #frames = new HeldNumbers();

  /** A store of its own, unless one is given. */
  constructor(store: StackStore = new StackStore()) {
    this.#store = store;
  }

  /** Another owner of backtraces in the same store. */
  forOwner(): StackPool {
    return new StackPool(this.#store);
  }

  /** One more than the largest id of a stack. */
  get size(): number {
    return this.#store.size;
  }

  /** Stacks and frames that the owners of the store hold together. */
  get inUse(): number {
    return this.#store.inUse;
  }

  /** Bytes of memory behind the store. */
  get byteLength(): number {
    return this.#store.byteLength;
  }

  /** Ids of the stacks that this owner holds, in the order in which it met them. */
  get held(): readonly number[] {
    return this.#order;
  }

  /** Ids of the frames that this owner holds, rising. */
  get heldFrames(): number[] {
    return [...this.#frames].sort((left, right) => left - right);
  }

  /** The id of a frame. Readers call this once per distinct frame of their file, not once per event. */
  frame(frame: Readonly<Frame>): number {
    const id = this.#store.frame(frame);
    if (this.#frames.add(id)) this.#store.holdFrame(id);
    return id;
  }

  /** What is known about a frame. */
  describeFrame(id: number): Frame {
    return this.#store.describeFrame(id);
  }

  /** The id of the stack `frames[start..start+depth)`, innermost frame first; an empty one is "none". */
  stack(frames: Uint32Array, start: number, depth: number): number {
    const id = this.#store.stack(frames, start, depth);
    this.#hold(id);
    return id;
  }

  /** Writes the ids of stacks that follow each other in `frames`, each with its depth, to `ids`: thousands at once cost least. */
  stackAll(frames: Uint32Array, depths: Uint32Array, ids: Uint32Array): void {
    this.#store.stackAll(frames, depths, ids);
    for (let at = 0; at < depths.length; at++) this.#hold(ids[at]!);
  }

  /** Number of frames of a stack. */
  depth(id: number): number {
    return this.#store.depth(id);
  }

  /** Frame id at `level` of a stack; level 0 is the innermost frame. */
  frameAt(id: number, level: number): number {
    return this.#store.frameAt(id, level);
  }

  /** Writes the frames of a stack to `to`, from a place on; gives the place after them. */
  copyFrames(id: number, to: Uint32Array | Uint16Array, at: number): number {
    return this.#store.copyFrames(id, to, at);
  }

  #hold(id: number): void {
    if (id === NO_STACK || !this.#stacks.add(id)) return;
    this.#store.hold(id);
    this.#order.push(id);
  }

  /** Lets go of everything that this owner holds. */
  close(): void {
    this.#store.releaseAll(this.#order);
    for (const id of this.#frames) this.#store.releaseFrame(id);
    this.#order = [];
    this.#stacks.clear();
    this.#frames.clear();
  }
}
