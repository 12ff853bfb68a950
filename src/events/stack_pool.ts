/**
 * The backtraces of one owner (a trace, a session), in a store that all owners share.
 * @module
 */

import { NumberSet } from "./number_set.ts";
import { EMPTY_FRAME, type Frame, type StackNames, StackStore } from "./stack_store.ts";

export { EMPTY_FRAME };
export type { Frame, StackNames };

/** Id of "no stack". */
export const NO_STACK = 0;

/** Interns frames and lists of frames; a stack lists its frames innermost first. */
export class StackPool {
  readonly #store: StackStore;
  readonly #stacks = new NumberSet();
  /**
   * Stack ids in order of first appearance; ids of closed traces are reused, so the numeric order of ids is
   * meaningless.
   */
  #order: number[] = [];
  readonly #frames = new NumberSet();
  /** The source of names for its stacks. */
  #names: StackNames | undefined;
  /**
   * The pool that this one was copied from, which must outlive it, and the stacks that this pool has from it.
   */
  #from: { readonly pool: StackPool; readonly stacks: readonly number[] } | undefined;

  /** Creates its own store, unless one is given. */
  constructor(store: StackStore = new StackStore()) {
    this.#store = store;
  }

  /** A pool for another owner over the same store. */
  forOwner(): StackPool {
    return new StackPool(this.#store);
  }

  /** The largest stack id plus one. */
  get size(): number {
    return this.#store.size;
  }

  /** Number of stacks and frames held by all owners of the store. */
  get inUse(): number {
    return this.#store.inUse;
  }

  /** Bytes of memory used by the store. */
  get byteLength(): number {
    return this.#store.byteLength;
  }

  /** Ids of the stacks that this owner holds, in order of first appearance. */
  get held(): readonly number[] {
    return this.#from ? [...new Set([...this.#from.stacks, ...this.#order])] : this.#order;
  }

  /** Ids of the frames that this owner holds, ascending. */
  get heldFrames(): number[] {
    const frames = [...this.#frames, ...this.#from?.pool.heldFrames ?? []];
    return [...new Set(frames)].sort((left, right) => left - right);
  }

  /** The number of stacks so far, to pass to `rollBack` or `copy` later. */
  get mark(): number {
    return this.#order.length;
  }

  /** Releases the stacks that were added since `mark`. */
  rollBack(mark: number): void {
    const since = this.#order.splice(mark);
    for (const id of since) this.#stacks.delete(id);
    this.#store.releaseAll(since);
  }

  /**
   * Returns a pool with the stacks of this one so far. The copy holds the stacks added since `mark` itself;
   * for the others, this pool must outlive it.
   */
  copy(mark: number = this.mark): StackPool {
    const copy = new StackPool(this.#store);
    copy.#from = { pool: this, stacks: this.#order.slice(0, mark) };
    for (const id of this.#order.slice(mark)) copy.#hold(id);
    return copy;
  }

  /**
   * Returns the id of a frame. Readers call this once per distinct frame of their file, not once per event.
   */
  frame(frame: Readonly<Frame>): number {
    const id = this.#store.frame(frame);
    if (this.#frames.add(id)) this.#store.holdFrame(id);
    return id;
  }

  /** The fields of a frame. */
  describeFrame(id: number): Frame {
    return this.#store.describeFrame(id);
  }

  /**
   * Returns the id of the stack `frames[start..start+depth)`, innermost frame first; an empty stack has the
   * id 0.
   */
  stack(frames: Uint32Array, start: number, depth: number): number {
    const id = this.#store.stack(frames, start, depth);
    this.#hold(id);
    return id;
  }

  /**
   * Interns consecutive stacks in `frames`, given their depths, and writes their ids to `ids`. It is cheapest
   * for thousands of stacks at once.
   */
  stackAll(frames: Uint32Array, depths: Uint32Array, ids: Uint32Array): void {
    this.#store.stackAll(frames, depths, ids);
    for (let at = 0; at < depths.length; at++) this.#hold(ids[at]!);
  }

  /** From now on until this owner is closed, `names` supplies the frames of the stacks that it names. */
  nameBy(names: StackNames): void {
    this.#names = names;
    this.#store.addNames(names);
  }

  /** Yields the frames of a stack, innermost first; looks up only the names of frames that are read. */
  frames(id: number): Iterable<number> {
    return this.#store.frames(id);
  }

  /** Number of frames that a stack was interned with. */
  bareDepth(id: number): number {
    return this.#store.bareDepth(id);
  }

  /** Frame id at `level` of a stack as it was interned. */
  bareFrameAt(id: number, level: number): number {
    return this.#store.bareFrameAt(id, level);
  }

  /** Number of frames of a stack. */
  depth(id: number): number {
    return this.#store.depth(id);
  }

  /** Frame id at `level` of a stack; level 0 is the innermost frame. */
  frameAt(id: number, level: number): number {
    return this.#store.frameAt(id, level);
  }

  /** Copies the frames that a stack was interned with into `to` at an offset; returns the offset after them. */
  copyBareFrames(id: number, to: Uint32Array | Uint16Array, at: number): number {
    return this.#store.copyBareFrames(id, to, at);
  }

  #hold(id: number): void {
    if (id === NO_STACK || !this.#stacks.add(id)) return;
    this.#store.hold(id);
    this.#order.push(id);
  }

  /** Releases all stacks of this owner. */
  close(): void {
    if (this.#names) this.#store.removeNames(this.#names);
    this.#store.releaseAll(this.#order);
    for (const id of this.#frames) this.#store.releaseFrame(id);
    this.#order = [];
    this.#stacks.clear();
    this.#frames.clear();
  }
}
