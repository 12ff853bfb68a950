/**
 * The stack machine that assembles the parts of a mangled Swift name.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { SwiftLetters } from "./letters.ts";
import type { SwiftKind, SwiftNode } from "./nodes.ts";

/** Maximum steps per name: an invalid name could repeat itself forever. */
export const MOST_STEPS = SHOW_LIMITS.shortenedName.most;
/** Kinds that can contain declarations. */
const CONTEXTS: readonly SwiftKind[] = ["module", "nominal", "extension", "entity"];

/** The letters and the stack of nodes read so far. Methods throw `RangeError` if a part is missing. */
export class SwiftMachine {
  readonly letters: SwiftLetters;
  readonly stack: SwiftNode[] = [];
  /** Nodes that later parts may refer to. */
  readonly substitutions: SwiftNode[] = [];

  constructor(text: string) {
    this.letters = new SwiftLetters(text);
  }

  /** Pops the last node if it is of one of these kinds. */
  pop(...kinds: readonly SwiftKind[]): SwiftNode | undefined {
    const last = this.stack.at(-1);
    return last && kinds.includes(last.kind) ? this.stack.pop() : undefined;
  }

  /** Pops the last node, which must be of one of these kinds. */
  want(...kinds: readonly SwiftKind[]): SwiftNode {
    const node = this.pop(...kinds);
    if (!node) throw new RangeError(`Missing ${kinds[0]}`);
    return node;
  }

  /** Stores a node that later parts of the name may refer to. */
  known(node: SwiftNode): SwiftNode {
    this.substitutions.push(node);
    return node;
  }

  module(): SwiftNode | undefined {
    return this.pop("identifier", "module");
  }

  /** Pops the context that contains a declaration. */
  context(): SwiftNode {
    const found = this.module() ?? this.pop(...CONTEXTS);
    if (!found) throw new RangeError("No context");
    return found;
  }

  /** Pops a list, whose first element is preceded by a marker. */
  list(takeElement: () => void): void {
    if (this.pop("empty")) return;
    for (let isFirst = false; !isFirst;) {
      isFirst = this.pop("first") !== undefined;
      takeElement();
    }
  }

  /** Pushes repeated nodes, one fewer than the count, because the operation itself pushes the last one. */
  repeat(node: SwiftNode, times: number): void {
    if (this.stack.length + times > MOST_STEPS) throw new RangeError("Too many repetitions");
    for (let left = times; left > 1; left--) this.stack.push(node);
  }
}
