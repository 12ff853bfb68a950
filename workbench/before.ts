/**
 * What views are compared with: another trace of the same format, or a point in this one.
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

/** Returns the traces that can be compared with this one. */
export function othersOf({ facts }: Pick<Shell, "facts">, trace: WireTrace): readonly WireTrace[] {
  return facts.traces.filter(({ name, format }) => name !== trace.name && format === trace.format);
}

/** Returns the options of the choice: value and label. */
export function beforeOptions(
  shell: Pick<Shell, "facts" | "state" | "trace">,
): (readonly [string, string])[] {
  const { trace, state } = shell;
  const moments = hasLives(trace)
    ? [...state.moment === null ? [] : [pointOf(trace, state.moment)], ...POINTS]
    : [];
  const chosen = state.more["before"] ?? "";
  // A point that was once selected stays in the list until another one is chosen.
  if (chosen.startsWith("@") && hasLives(trace) && !moments.includes(chosen.slice(1))) {
    moments.unshift(chosen.slice(1));
  }
  return [
    ["", "nothing"],
    ...othersOf(shell, trace).map(({ name }) => [`=${name}`, name] as const),
    ...moments.map((point) => [`@${point}`, `@ ${point}`] as const),
  ];
}

/** Returns what is chosen; null for nothing. */
export function beforeOf(shell: Pick<Shell, "facts" | "state" | "trace">): Before | null {
  const chosen = shell.state.more["before"] ?? "";
  if (!beforeOptions(shell).some(([value]) => value === chosen)) return null;
  const name = chosen.slice(1);
  if (chosen.startsWith("=")) {
    const trace = othersOf(shell, shell.trace).find((each) => each.name === name);
    return trace ? { kind: "trace", trace, name } : null;
  }
  // A point comes from the address, so allow only points of the query language to appear in a query.
  return chosen.startsWith("@") && /^(#\d+|frame \d+|\d+%|peak)$/.test(name)
    ? { kind: "moment", point: name, name: `@ ${name}` }
    : null;
}
