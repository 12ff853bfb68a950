/**
 * What views are compared with: another trace of the same format, or a moment of this one.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { pointOf } from "./frames.ts";
import { hasLives, type Shell } from "./shell.ts";

/** What the trace is compared with. */
export type Before =
  | { readonly kind: "trace"; readonly trace: WireTrace; readonly name: string }
  | { readonly kind: "moment"; readonly point: string; readonly name: string };

const POINTS = ["10%", "25%", "50%", "75%", "90%", "peak"];

/** Traces that can be compared with this one. */
export function othersOf({ facts }: Pick<Shell, "facts">, trace: WireTrace): readonly WireTrace[] {
  return facts.traces.filter(({ name, format }) => name !== trace.name && format === trace.format);
}

/** What may be chosen: value and words. */
export function beforeOptions(
  shell: Pick<Shell, "facts" | "state" | "trace">,
): (readonly [string, string])[] {
  const { trace, state } = shell;
  const moments = hasLives(trace)
    ? [...state.moment === null ? [] : [pointOf(trace, state.moment)], ...POINTS]
    : [];
  const chosen = state.more["before"] ?? "";
  // A moment that was picked once stays until another one is chosen.
  if (chosen.startsWith("@") && hasLives(trace) && !moments.includes(chosen.slice(1))) {
    moments.unshift(chosen.slice(1));
  }
  return [
    ["", "nothing"],
    ...othersOf(shell, trace).map(({ name }) => [`=${name}`, name] as const),
    ...moments.map((point) => [`@${point}`, `@ ${point}`] as const),
  ];
}

/** What is chosen; null for nothing. */
export function beforeOf(shell: Pick<Shell, "facts" | "state" | "trace">): Before | null {
  const chosen = shell.state.more["before"] ?? "";
  if (!beforeOptions(shell).some(([value]) => value === chosen)) return null;
  const name = chosen.slice(1);
  if (chosen.startsWith("=")) {
    const trace = othersOf(shell, shell.trace).find((each) => each.name === name);
    return trace ? { kind: "trace", trace, name } : null;
  }
  // A point comes from the address: nothing but points of the language may appear in a query.
  return chosen.startsWith("@") && /^(#\d+|frame \d+|\d+%|peak)$/.test(name)
    ? { kind: "moment", point: name, name: `@ ${name}` }
    : null;
}
