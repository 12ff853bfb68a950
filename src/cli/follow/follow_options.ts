/**
 * Options about traces that are still being written.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Arguments, CommandOption } from "../command.ts";

/** Default interval between checks of a file, in seconds. */
const USUAL_SECONDS = 2;

/** Options of commands that check files repeatedly. */
export const POLL_OPTIONS: readonly CommandOption[] = [
  { name: "every", value: "TIME", summary: "how often to check the files, 2s by default" },
  { name: "for", value: "TIME", summary: "stop after this long" },
  { name: "idle", value: "TIME", summary: "stop after this time without new data" },
];

/** `--follow` and its options. */
export const FOLLOW_OPTIONS: readonly CommandOption[] = [
  { name: "follow", summary: "run again when traces grow, until Ctrl-C" },
  ...POLL_OPTIONS,
];

/** When to check the files, and when to stop. */
export interface PollSchedule {
  /** Milliseconds between two checks. */
  readonly every: number;
  /** Milliseconds after which to stop; may be infinite. */
  readonly for: number;
  /** Stop after this many milliseconds without new data. */
  readonly idle: number;
}

/** Reads the options. Throws `UsageError`. */
export function pollScheduleOf(args: Arguments): PollSchedule {
  return {
    every: millisecondsOption(args, "every") ?? USUAL_SECONDS * 1000,
    for: millisecondsOption(args, "for") ?? Infinity,
    idle: millisecondsOption(args, "idle") ?? Infinity,
  };
}

/** Throws `UsageError` if an option that requires `--follow` is given without it. */
export function checkFollowing(args: Arguments): void {
  if (args.has("follow")) return;
  const given = POLL_OPTIONS.find(({ name }) => args.value(name) !== undefined);
  if (given) throw new UsageError(`Option --${given.name} is for --follow`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The value of an option in milliseconds; undefined if not given. Throws `UsageError`. */
export function millisecondsOption(args: Arguments, name: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount === undefined || Number(amount) === 0) {
    throw new UsageError(`Option --${name} takes a time such as 2s, 500ms or 1h, found "${text}"`);
  }
  return Number(amount) * UNITS[unit]!;
}
