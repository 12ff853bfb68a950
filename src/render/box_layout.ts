/**
 * Which columns and rows of a result find room on the screen, and how wide the columns are.
 * @module
 */

/** A column before the layout. */
export interface NaturalColumn {
  /** Columns of the terminal that its widest cell or its name takes. */
  readonly width: number;
  /** Numbers and strips are never cut: a cut address looks like another address. */
  readonly rigid: boolean;
  /** What goes first when there is no room: the largest. */
  readonly rank?: number;
}

/** A column that is shown. */
export interface PlacedColumn {
  /** Number of the column. */
  readonly column: number;
  /** Terminal columns it gets. */
  readonly width: number;
}

/** No text column is made narrower than this. */
const LEAST_WIDTH = 10;
/** Border and blanks of one column, the closing border aside. */
const FRAME = 3;

/** Whether all of the chosen columns find room without a cut. */
export function fitsUncut(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): boolean {
  return sum(chosen.map((column) => columns[column]!.width + FRAME)) + 1 <= room;
}

/**
 * Finds widths that fit into `room` terminal columns. Texts are cut first; when that is not enough, columns are left out
 * in the order of their ranks, of equal ones the last.
 */
export function placeColumns(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): PlacedColumn[] {
  const rank = (column: number): number => columns[column]!.rank ?? 0;
  const left = [...chosen];
  for (;;) {
    const placed = fit(columns, left, room);
    if (placed !== null) return placed;
    if (left.length <= 1) break;
    const worst = left.reduce((last, column, at) => rank(column) >= rank(left[last]!) ? at : last, 0);
    left.splice(worst, 1);
  }
  const first = left[0] ?? 0;
  return [{ column: first, width: Math.min(columns[first]?.width ?? 0, Math.max(1, room - FRAME - 1)) }];
}

/** Gives the chosen columns their widths, cutting the widest texts first and all to the same; null = does not fit. */
function fit(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): PlacedColumn[] | null {
  const natural = chosen.map((column) => columns[column]!.width);
  const least = chosen.map((column, at) =>
    columns[column]!.rigid ? natural[at]! : Math.min(natural[at]!, LEAST_WIDTH)
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
