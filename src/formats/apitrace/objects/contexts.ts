/**
 * Contexts, the groups in which they share objects, and what is bound in each.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";

/** Bindings of one context that are followed. */
const MOST_BINDINGS = CALL_LIMITS.followed.most;
/** Contexts of a recording that are told apart. */
const MOST_CONTEXTS = CALL_LIMITS.followed.most;

/** Bindings of one context. */
export class Context {
  /** Number of the context, from 0. */
  readonly number: number;
  /** Number of its share group, from 0. */
  readonly group: number;
  /** Texture unit that is active. */
  unit = 0;
  /** Vertex array that is bound. */
  vertexArray = 0;
  readonly #bound = new Map<number, number>();

  /** Nothing is bound yet. */
  constructor(number: number, group: number) {
    this.number = number;
    this.group = group;
  }

  /** Binds an object; `slot` tells texture units and vertex arrays apart. */
  bind(target: number, object: number, slot = 0): void {
    const key = slot * 0x1_0000_0000 + target;
    if (this.#bound.size < MOST_BINDINGS || this.#bound.has(key)) this.#bound.set(key, object);
  }

  /** What is bound, 0 = nothing. */
  bound(target: number, slot = 0): number {
    return this.#bound.get(slot * 0x1_0000_0000 + target) ?? 0;
  }
}

/** All contexts of a recording, and which one each thread uses. */
export class Contexts {
  readonly #byHandle = new Map<bigint, Context>();
  readonly #byThread = new Map<number, Context>();
  #contexts = 0;
  #groups = 0;

  /** A context was made; `share` is the handle of one whose objects it shares, 0n = none. */
  create(handle: bigint, share: bigint): void {
    const group = share !== 0n ? this.#of(share).group : this.#groups++;
    this.#keep(handle, new Context(this.#contexts++, group));
  }

  /** A thread uses a context from here on, 0n = none. */
  makeCurrent(thread: number, handle: bigint): void {
    if (handle === 0n) this.#byThread.delete(thread);
    else this.#byThread.set(thread, this.#of(handle));
  }

  /** Objects of `from` are seen by `to` from here on. */
  share(from: bigint, to: bigint): void {
    const known = this.#of(to);
    this.#keep(to, new Context(known.number, this.#of(from).group));
  }

  /** The context that a thread uses; calls without one belong to a context of their thread's own. */
  current(thread: number): Context {
    let context = this.#byThread.get(thread);
    if (!context) {
      // Recordings of libraries that hide the window system have no context calls at all.
      context = this.#byHandle.get(-1n) ?? this.#unknown();
      this.#byThread.set(thread, context);
    }
    return context;
  }

  #of(handle: bigint): Context {
    let context = this.#byHandle.get(handle);
    if (!context) {
      context = new Context(this.#contexts++, this.#groups++);
      this.#keep(handle, context);
    }
    return context;
  }

  /** Contexts take memory until the end, and a recording that names millions of them has none. */
  #keep(handle: bigint, context: Context): void {
    if (this.#byHandle.size < MOST_CONTEXTS || this.#byHandle.has(handle)) {
      this.#byHandle.set(handle, context);
    }
  }

  #unknown(): Context {
    const context = new Context(this.#contexts++, this.#groups++);
    this.#byHandle.set(-1n, context);
    return context;
  }
}
