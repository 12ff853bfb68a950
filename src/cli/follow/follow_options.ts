/**
 * Options about traces that are still being written.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Arguments, CommandOption } from "../command.ts";

/** How often a file is looked at unless said otherwise, in seconds. */
const USUAL_SECONDS = 2;

/** Options of whatever looks at files again and again. */
export const ROUND_OPTIONS: readonly CommandOption[] = [
  { name: "every", value: "TIME", summary: "look at the files as often: 2s unless said, also 500ms, 1m" },
  { name: "for", value: "TIME", summary: "stop after so long" },
  { name: "idle", value: "TIME", summary: "stop when nothing was added for so long" },
];

/** `--follow` and its times. */
export const FOLLOW_OPTIONS: readonly CommandOption[] = [
  { name: "follow", summary: "ask again when traces grow, until Ctrl-C" },
  ...ROUND_OPTIONS,
];

/** When to look, and when to stop. */
export interface Rounds {
  /** Milliseconds between two looks. */
  readonly every: number;
  /** Milliseconds until the end; may be infinite. */
  readonly for: number;
  /** Milliseconds since something was added last. */
  readonly idle: number;
}

/** What the options say. Throws `UsageError`. */
export function roundsOf(args: Arguments): Rounds {
  return {
    every: timeOf(args, "every") ?? USUAL_SECONDS * 1000,
    for: timeOf(args, "for") ?? Infinity,
    idle: timeOf(args, "idle") ?? Infinity,
  };
}

/** Throws `UsageError` where a time is given and nothing is followed. */
export function checkFollowing(args: Arguments): void {
  if (args.has("follow")) return;
  const given = ROUND_OPTIONS.find(({ name }) => args.value(name) !== undefined);
  if (given) throw new UsageError(`Option --${given.name} is for --follow`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds that an option says; undefined where it is not given. Throws `UsageError`. */
export function timeOf(args: Arguments, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount === undefined || Number(amount) === 0) {
    throw new UsageError(`Option --${name} takes a time such as 2s, 500ms or 1h, found "${text}"`);
  }
  return Number(amount) * UNITS[unit]!;
}
