/**
 * Defines a limit of the program. The limits are in this folder by subject, and in `limits.ts` of the one format
 * they apply to. Code, `quarry help limits` and `docs/limits.md` all take the figures from there.
 * @module
 */

import { groupDigits } from "../group_digits.ts";

/** A limit, what happens beyond it, and what to do about it. */
export interface Limit {
  /** What is counted. With the figure before it, it is a phrase such as "100 levels". */
  readonly what: string;
  /** The largest figure that has no effect. */
  readonly most: number;
  /** The unit of the figure, if `what` does not give it. */
  readonly unit?: "bytes";
  /** Describes what happens beyond the limit. */
  readonly beyond: string;
  /** Code of the error, or of the row in `problems`. */
  readonly code?: string;
  /** What a user can do; absent if nothing. */
  readonly cure?: string;
  /** Why no test reaches the figure. */
  readonly untried?: string;
}

/** The limits on one subject. */
export interface LimitGroup {
  readonly title: string;
  readonly limits: Readonly<Record<string, Limit>>;
}

/** Advice about limits that no tracer reaches. */
export const DAMAGE = "look at the offset in problems: the file is damaged there";

const UNITS = ["B", "KiB", "MiB", "GiB"];

/** The figure in readable form: `10_000`, `16 MiB`. */
export function limitFigure({ most, unit }: Limit): string {
  if (unit === undefined) return groupDigits(most);
  const power = [3, 2, 1].find((each) => most % 1024 ** each === 0) ?? 0;
  return `${groupDigits(most / 1024 ** power)} ${UNITS[power]}`;
}
