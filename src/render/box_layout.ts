/**
 * Which columns and rows of a result find room on the screen, and how wide the columns are.
 * @module
 */

/** A column before the layout. */
interface NaturalColumn {
  /** Columns of the terminal that its widest cell or its name takes. */
  readonly width: number;
  /** Numbers are never cut: a cut address looks like another address. */
  readonly rigid: boolean;
  /** Nothing but nulls is shown in it. */
  readonly empty?: boolean;
}

/** A column that is shown. */
export interface PlacedColumn {
  /** Its number; -1 stands for the columns left out. */
  readonly column: number;
  /** Terminal columns it gets. */
  readonly width: number;
}

/** No text column is made narrower than this. */
const LEAST_WIDTH = 10;
/** Border and blanks of one column, the closing border aside. */
const FRAME = 3;

/**
 * Finds widths that fit into `room` terminal columns. When nothing else helps, columns without a value are left out,
 * and then columns in the middle.
 */
export function placeColumns(columns: readonly NaturalColumn[], room: number): PlacedColumn[] {
  const all = columns.map((_, column) => column);
  const whole = fit(columns, all, room);
  if (whole !== null) return whole;
  const filled = all.filter((column) => !columns[column]!.empty);
  const told = filled.length > 0 ? filled : all;
  const placed = fit(columns, told, room);
  if (placed !== null) return placed;
  // Columns are given up from the middle, where the eye misses them least.
  for (let kept = told.length - 1; kept >= 2; kept--) {
    const left = Math.ceil(kept / 2);
    const chosen = [...told.slice(0, left), -1, ...told.slice(told.length - (kept - left))];
    const placed = fit(columns, chosen, room);
    if (placed !== null) return placed;
  }
  const first = told[0] ?? 0;
  return [{ column: first, width: Math.min(columns[first]?.width ?? 0, Math.max(1, room - FRAME - 1)) }];
}

/** Gives the chosen columns their widths, cutting the widest texts first and all to the same; null = does not fit. */
function fit(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): PlacedColumn[] | null {
  const natural = chosen.map((column) => column < 0 ? 1 : columns[column]!.width);
  const least = chosen.map((column, at) =>
    column < 0 || columns[column]!.rigid ? natural[at]! : Math.min(natural[at]!, LEAST_WIDTH)
  );
  const spare = room - 1 - FRAME * chosen.length;
  if (sum(least) > spare) return null;
  let level = Math.max(...natural);
  const widths = (): number[] => natural.map((width, at) => Math.max(least[at]!, Math.min(width, level)));
  while (sum(widths()) > spare) level--;
  const fair = widths();
  // What rounding left over goes to the columns that were cut, from the left.
  let extra = spare - sum(fair);
  for (let at = 0; at < fair.length && extra > 0; at++) {
    if (fair[at]! < natural[at]!) {
      fair[at]!++;
      extra--;
    }
  }
  return chosen.map((column, at) => ({ column, width: fair[at]! }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The rows that are shown: all, or the first and the last with a gap in between. */
export interface ShownRows {
  /** Rows before the gap. */
  readonly head: number;
  /** First row after the gap; equal to `head` when there is none. */
  readonly tailFrom: number;
}

/** Leaves out rows in the middle when there are more than `most`. */
export function placeRows(rowCount: number, most: number): ShownRows {
  if (rowCount <= most) return { head: rowCount, tailFrom: rowCount };
  const head = Math.ceil(most / 2);
  return { head, tailFrom: rowCount - (most - head) };
}
