/**
 * Tracks contexts, the groups in which they share objects, and what is bound in each.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";

/** Maximum number of bindings tracked per context. */
const MOST_BINDINGS = CALL_LIMITS.followed.most;
/** Maximum number of contexts tracked per recording. */
const MOST_CONTEXTS = CALL_LIMITS.followed.most;

/** A context with its bindings. */
export class Context {
  /** Number of the context, from 0. */
  readonly number: number;
  /** Number of its share group, from 0. */
  readonly group: number;
  /** Number of the active texture unit. */
  unit = 0;
  /** Name of the bound vertex array. */
  vertexArray = 0;
  readonly #bound = new Map<number, number>();

  /** Creates a context without bindings. */
  constructor(number: number, group: number) {
    this.number = number;
    this.group = group;
  }

  /** Another context with the same bindings. */
  copy(): Context {
    const copy = new Context(this.number, this.group);
    copy.unit = this.unit;
    copy.vertexArray = this.vertexArray;
    for (const [key, object] of this.#bound) copy.#bound.set(key, object);
    return copy;
  }

  /** Binds an object to a target; `slot` distinguishes texture units and vertex arrays. */
  bind(target: number, object: number, slot = 0): void {
    const key = slot * 0x1_0000_0000 + target;
    if (this.#bound.size < MOST_BINDINGS || this.#bound.has(key)) this.#bound.set(key, object);
  }

  /** Returns the bound object; 0 = none. */
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

  /** Copies the contexts, so that changes to the copy leave these as they are. */
  copy(): Contexts {
    const copy = new Contexts();
    const copies = new Map<Context, Context>();
    const copied = (context: Context): Context => {
      let own = copies.get(context);
      if (!own) copies.set(context, own = context.copy());
      return own;
    };
    for (const [handle, context] of this.#byHandle) copy.#byHandle.set(handle, copied(context));
    for (const [thread, context] of this.#byThread) copy.#byThread.set(thread, copied(context));
    [copy.#contexts, copy.#groups] = [this.#contexts, this.#groups];
    return copy;
  }

  /** Adds a new context; `share` is the handle of a context that it shares objects with, 0n = none. */
  create(handle: bigint, share: bigint): void {
    const group = share !== 0n ? this.#of(share).group : this.#groups++;
    this.#keep(handle, new Context(this.#contexts++, group));
  }

  /** Makes a context current on a thread; with 0n, the thread has none. */
  makeCurrent(thread: number, handle: bigint): void {
    if (handle === 0n) this.#byThread.delete(thread);
    else this.#byThread.set(thread, this.#of(handle));
  }

  /** Lets `to` share the objects of `from` from here on. */
  share(from: bigint, to: bigint): void {
    const known = this.#of(to);
    this.#keep(to, new Context(known.number, this.#of(from).group));
  }

  /** Returns the current context of a thread. Threads without one use a default context. */
  current(thread: number): Context {
    let context = this.#byThread.get(thread);
    if (!context) {
      // Recordings made by libraries that hide the window system contain no context calls at all.
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

  /**
   * Limits the number of contexts, because they take memory until the end, and a malicious recording may name
   * millions of them.
   */
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
