/**
 * Finds the rule that suppresses a backtrace. Each frame and each stack is examined once.
 * @module
 */

import {
  type NameRule,
  passesFrames,
  type RuleFrame,
  ruleOfFrame,
  type StackRule,
  type SuppressionRule,
} from "../names/suppression_rules.ts";
import type { Pools } from "../tables/pools.ts";
import { namedFrame } from "./stack_frames.ts";

/** Suppression rules over the stacks of a session. */
export class StackSuppressions {
  readonly #pools: Pools;
  readonly #names: readonly NameRule[];
  readonly #stacks: readonly StackRule[];
  readonly #ofFrames = new Map<number, { readonly frame: RuleFrame; readonly rule: NameRule | null }>();
  readonly #ofStacks = new Map<number, string | null>();

  /** `rules` are in the order of their files. */
  constructor(pools: Pools, rules: readonly SuppressionRule[]) {
    this.#pools = pools;
    this.#names = rules.filter((each) => each.kind === "name");
    this.#stacks = rules.filter((each) => each.kind === "stack");
  }

  /** The first rule that matches a stack, as text; null if none does. */
  of(stack: number): string | null {
    let rule = this.#ofStacks.get(stack);
    if (rule === undefined) this.#ofStacks.set(stack, rule = this.#look(stack));
    return rule;
  }

  /** The first rule that matches a row without a backtrace, by the function it names. */
  ofFunction(func: string): string | null {
    const frame = { func, file: "", line: 0, module: "" };
    const found = ruleOfFrame(this.#names, frame) ??
      this.#stacks.find((rule) => passesFrames(rule, [frame])) ?? null;
    return found && found.text;
  }

  #look(stack: number): string | null {
    const { stacks } = this.#pools;
    const frames = Array.from(
      { length: stacks.depth(stack) },
      (_, level) => this.#frame(stacks.frameAt(stack, level)),
    );
    const named = frames.find(({ rule }) => rule !== null)?.rule;
    if (named) return named.text;
    if (this.#stacks.length === 0) return null;
    const words = frames.map(({ frame }) => frame);
    return this.#stacks.find((rule) => passesFrames(rule, words))?.text ?? null;
  }

  #frame(number: number): { readonly frame: RuleFrame; readonly rule: NameRule | null } {
    let known = this.#ofFrames.get(number);
    if (known === undefined) {
      const { name: func, file, line, module } = namedFrame(this.#pools, number);
      const frame = { func, file, line, module };
      this.#ofFrames.set(number, known = { frame, rule: ruleOfFrame(this.#names, frame) });
    }
    return known;
  }
}
