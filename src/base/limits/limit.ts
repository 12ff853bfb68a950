/**
 * What a limit of the program is. They are in this folder, by what they are about, and in `limits.ts` of a format that
 * has them alone; the code that has a limit takes the figure from here, and so do `quarry help limits` and
 * `docs/limits.md`.
 * @module
 */

import { grouped } from "../grouped.ts";

/** One limit. */
export interface Limit {
  /** What is counted; with the figure in front it is a sentence without a verb. */
  readonly what: string;
  /** The last figure that changes nothing. */
  readonly most: number;
  /** What the figure counts, where `what` does not say it. */
  readonly unit?: "bytes";
  /** What happens beyond it. */
  readonly beyond: string;
  /** Code of the error, or of the row in `problems`. */
  readonly code?: string;
  /** What to do; absent where there is nothing to do. */
  readonly cure?: string;
  /** Why no test goes to the figure itself. */
  readonly untried?: string;
}

/** Limits on one subject. */
export interface LimitGroup {
  readonly title: string;
  readonly limits: Readonly<Record<string, Limit>>;
}

/** What to do about most figures that no writer reaches. */
export const DAMAGE = "look at the offset in problems: the file is damaged there";

const UNITS = ["B", "KiB", "MiB", "GiB"];

/** The figure in readable form: `10_000`, `16 MiB`. */
export function limitFigure({ most, unit }: Limit): string {
  if (unit === undefined) return grouped(most);
  const power = [3, 2, 1].find((each) => most % 1024 ** each === 0) ?? 0;
  return `${grouped(most / 1024 ** power)} ${UNITS[power]}`;
}
