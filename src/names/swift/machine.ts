/**
 * The stack on which the parts of a mangled name of Swift are put together.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { SwiftLetters } from "./letters.ts";
import type { SwiftKind, SwiftNode } from "./nodes.ts";

/** Steps of one name: an invalid one could repeat itself without end. */
export const MOST_STEPS = SHOW_LIMITS.shortenedName.most;
/** Kinds that can contain declarations. */
const CONTEXTS: readonly SwiftKind[] = ["module", "nominal", "extension", "entity"];

/** Letters, and what was made of those before. Its methods throw `RangeError` where a part is missing. */
export class SwiftMachine {
  readonly letters: SwiftLetters;
  readonly stack: SwiftNode[] = [];
  /** Parts that later ones may refer to. */
  readonly substitutions: SwiftNode[] = [];

  constructor(text: string) {
    this.letters = new SwiftLetters(text);
  }

  /** Takes the last node if it is of one of these kinds. */
  pop(...kinds: readonly SwiftKind[]): SwiftNode | undefined {
    const last = this.stack.at(-1);
    return last && kinds.includes(last.kind) ? this.stack.pop() : undefined;
  }

  /** Takes the last node, which has to be of one of these kinds. */
  want(...kinds: readonly SwiftKind[]): SwiftNode {
    const node = this.pop(...kinds);
    if (!node) throw new RangeError(`No ${kinds[0]} where one is needed`);
    return node;
  }

  /** Keeps a node that later parts of the name may refer to. */
  known(node: SwiftNode): SwiftNode {
    this.substitutions.push(node);
    return node;
  }

  module(): SwiftNode | undefined {
    return this.pop("identifier", "module");
  }

  /** Takes what contains a declaration. */
  context(): SwiftNode {
    const found = this.module() ?? this.pop(...CONTEXTS);
    if (!found) throw new RangeError("No context");
    return found;
  }

  /** Takes a list, whose first element has a mark before it. */
  list(takeElement: () => void): void {
    if (this.pop("empty")) return;
    for (let isFirst = false; !isFirst;) {
      isFirst = this.pop("first") !== undefined;
      takeElement();
    }
  }

  /** Puts a node on the stack, once less than it is repeated: the last one is put there by the operation. */
  repeat(node: SwiftNode, times: number): void {
    if (this.stack.length + times > MOST_STEPS) throw new RangeError("Too many repetitions");
    for (let left = times; left > 1; left--) this.stack.push(node);
  }
}
