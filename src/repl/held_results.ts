/**
 * Results that later queries may name. Rows live in the arena until they are released, and a result made from
 * another one reads the rows of that one: so each is held as long as a name leads to it.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";

/** A result with all that was said about it. */
export interface ShownResult {
  /** The rows. */
  readonly table: ResultTable;
  /** The statement. */
  readonly text: string;
  /** How long it took. */
  readonly milliseconds: number;
  /** What was looked at. */
  readonly scanned: { readonly rows: number; readonly blocks: number; readonly blocksSkipped: number };
  /** Gives the rows' memory back. */
  release(): void;
}

interface Held {
  readonly result: ShownResult;
  readonly reads: readonly Held[];
}

/** Results by name. */
export class HeldResults {
  readonly #byName = new Map<string, Held>();
  readonly #held = new Set<Held>();

  /** Holds a result under names and lets go of what they stood for. */
  hold(result: ShownResult, names: readonly string[]): void {
    let held = [...this.#held].find((each) => each.result === result);
    if (!held) {
      const reads = [...this.#byName].filter(([name]) => mentions(result.text, name)).map(([, other]) => other);
      held = { result, reads };
      this.#held.add(held);
    }
    for (const name of names) this.#byName.set(name, held);
    this.#letGo();
  }

  /** Forgets names. */
  forget(which: (name: string) => boolean): void {
    for (const name of [...this.#byName.keys()]) if (which(name)) this.#byName.delete(name);
    this.#letGo();
  }

  /** Lets everything go. */
  clear(): void {
    this.#byName.clear();
    this.#letGo();
  }

  /** Number of results that take memory. */
  get count(): number {
    return this.#held.size;
  }

  #letGo(): void {
    const needed = new Set<Held>();
    const visit = (held: Held): void => {
      if (needed.has(held)) return;
      needed.add(held);
      held.reads.forEach(visit);
    };
    this.#byName.forEach(visit);
    for (const held of this.#held) {
      if (needed.has(held)) continue;
      held.result.release();
      this.#held.delete(held);
    }
  }
}

/** Names that a statement gives with `as`. */
export function namesGiven(text: string): string[] {
  return [...text.matchAll(/\bas\s+([\p{L}_][\p{L}\p{N}_]*)/giu)].map(([, name]) => name!);
}

/** Whether a name occurs; one that stands in a text or comment does no harm, it only holds memory longer. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}_$]/u.test(`${text[at - 1] ?? ""}${text[at + name.length] ?? ""}`)) return true;
  }
  return false;
}
